/**
 * The tool under fire, and its own idea of what may reach it: every rule of its forms is written a second time here, by
 * hand, so that a hole in the checking shows as a breach.
 */
import { choice, choices, defineTool, integer, text, yesNo } from '@midcall/server';
import * as z from 'zod';

export const GOOD = {
  who: { name: 'Ada', seats: 2, cabin: 'eco', extras: ['bag'], insured: true, mail: 'ada@example.org', day: '2026-12-24' },
  seat: { choice: '1A' },
  note: { note: 'window' },
  sure: { confirm: true },
} as const;

/** What the tool saw. */
export interface Watch {
  entered: number;
  /** Times each effect happened, by its idempotency key. */
  readonly effects: Map<string, number>;
  /** Each breach is a failure of the run. */
  readonly breaches: string[];
}

export function newWatch(): Watch {
  return { entered: 0, effects: new Map(), breaches: [] };
}

export function booking(watch: Watch) {
  const must = (fine: boolean, what: string): void => {
    if (!fine) watch.breaches.push(what);
  };
  return defineTool(
    'book',
    { inputSchema: z.object({ trip: z.enum(['north', 'south']), note: z.string().max(20).optional() }) },
    async (args, call) => {
      watch.entered += 1;
      must(args.trip === 'north' || args.trip === 'south', 'an argument that is no trip');
      must(only(args, ['trip', 'note']), 'arguments that the tool does not have');
      const who = await call.need('who', {
        message: 'Who travels?',
        form: {
          name: text({ minLength: 1, maxLength: 20 }),
          seats: integer({ minimum: 1, maximum: 9 }),
          cabin: choice({ eco: 'Economy', business: 'Business' }),
          extras: choices({ bag: 'Bag', meal: 'Meal', wifi: 'Wifi' }, { maxItems: 2, optional: true }),
          insured: yesNo({ optional: true }),
          mail: text({ format: 'email', optional: true }),
          day: text({ format: 'date', optional: true }),
        },
      });
      must(only(who, ['name', 'seats', 'cabin', 'extras', 'insured', 'mail', 'day']), 'members that no field has');
      must(isText(who.name, 1, 20), 'a name that is none');
      must(Number.isInteger(who.seats) && who.seats >= 1 && who.seats <= 9, 'seats out of bounds');
      must(who.cabin === 'eco' || who.cabin === 'business', 'a cabin that is not on offer');
      must(who.extras === undefined || isSome(who.extras, ['bag', 'meal', 'wifi'], 2), 'extras that are not on offer');
      must(who.insured === undefined || typeof who.insured === 'boolean', 'insured that is neither yes nor no');
      must(who.mail === undefined || (isText(who.mail, 3, 1_000) && /^[^@\s]+@[^@\s]+$/.test(who.mail)), 'mail that is no address');
      must(who.day === undefined || (isText(who.day, 10, 10) && !Number.isNaN(Date.parse(who.day))), 'a day that is none');
      const [seat, note] = await Promise.all([
        call.choose('seat', { message: 'Which seat?', from: ['1A', '2B', '3C'] }),
        call.ask('note', { message: 'Anything else?', form: { note: text({ maxLength: 40, optional: true }) } }),
      ]);
      must(seat === '1A' || seat === '2B' || seat === '3C', 'a seat that is not on offer');
      if (note.action === 'accept') {
        must(only(note.content, ['note']), 'members that no field has');
        must(note.content.note === undefined || isText(note.content.note, 0, 40), 'a note that is none');
      } else must(note.action === 'decline' || note.action === 'cancel', 'an action that does not exist');
      await call.confirm('sure', { message: 'Book it?' });
      const key = await call.once('book', idempotency => {
        const before = watch.effects.get(idempotency) ?? 0;
        watch.effects.set(idempotency, before + 1);
        must(before === 0, 'an effect that happened twice');
        return idempotency;
      });
      must(watch.effects.get(key) === 1, 'an effect without its record');
      return { content: [{ type: 'text', text: 'Booked.' }] };
    },
  );
}

/** Another tool of the same server: its states are foreign to `book`. */
export const other = defineTool('other', {}, async (_none, call) => {
  await call.need('who', { message: 'Who?', form: { name: text() } });
  return { content: [{ type: 'text', text: 'Other.' }] };
});

function only(value: object, names: readonly string[]): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Reflect.ownKeys(value).every(key => names.includes(String(key)));
}

function isText(value: unknown, least: number, most: number): boolean {
  if (typeof value !== 'string' || /\p{Surrogate}/u.test(value)) return false;
  const length = [...value].length;
  return length >= least && length <= most;
}

function isSome(value: unknown, offered: readonly string[], most: number): boolean {
  return Array.isArray(value) && value.length <= most && new Set(value).size === value.length && value.every(one => offered.includes(one));
}
