/** Do-not-disturb times of the policy, in local time. */
import type { DoNotDisturb } from './policy-config.js';
import { WEEKDAYS } from './policy-config.js';

/** When the disturbance-free time that holds now ends (milliseconds since the epoch), or undefined if none holds. */
export function quietUntil(times: readonly DoNotDisturb[], now: number): number | undefined {
  let until: number | undefined;
  for (const time of times) {
    // Today's span and yesterday's, which may reach over midnight.
    for (const back of [0, 1]) {
      const start = at(now, time.from, -back);
      const end = at(now, time.to, -back + (time.to <= time.from ? 1 : 0));
      const day = WEEKDAYS[new Date(start).getDay()];
      if (day !== undefined && time.days !== undefined && !time.days.includes(day)) continue;
      if (start <= now && now < end) until = Math.max(until ?? 0, end);
    }
  }
  return until;
}

function at(now: number, time: string, days: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const date = new Date(now);
  date.setDate(date.getDate() + days);
  date.setHours(hours, minutes, 0, 0);
  return date.getTime();
}
