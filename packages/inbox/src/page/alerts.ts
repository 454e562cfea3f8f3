/**
 * The browser's own notifications: asked for by a click and never otherwise, shown only while the page is not in front and
 * outside quiet hours. They name the server and lead to the question; nothing is answered from one (D35).
 */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say } from '@midcall/core/words';

export interface AlertChoice {
  readonly on: boolean;
  /** `HH:MM`; equal or empty: no quiet hours. `to` before `from` means over midnight. */
  readonly from: string;
  readonly to: string;
}

export type AlertState = 'on' | 'off' | 'blocked' | 'unknown';

const KEY = 'midcall-alerts';
const NONE: AlertChoice = { on: false, from: '', to: '' };

export class Alerts {
  #shown = new Map<string, Notification>();

  get choice(): AlertChoice {
    try {
      return { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<AlertChoice>) };
    } catch {
      return NONE;
    }
  }

  get state(): AlertState {
    if (typeof Notification !== 'function') return 'unknown';
    if (Notification.permission === 'denied') return 'blocked';
    return this.choice.on && Notification.permission === 'granted' ? 'on' : 'off';
  }

  /** From a click only: browsers ask the person then. */
  async turnOn(): Promise<void> {
    const granted = (await Notification.requestPermission()) === 'granted';
    this.#keep({ ...this.choice, on: granted });
  }

  turnOff(): void {
    this.#keep({ ...this.choice, on: false });
    for (const shown of this.#shown.values()) shown.close();
    this.#shown.clear();
  }

  setQuiet(hours: Partial<Pick<AlertChoice, 'from' | 'to'>>): void {
    this.#keep({ ...this.choice, ...hours });
  }

  /**
   * @param now milliseconds since the epoch
   * @param onOpen the person followed it
   */
  tell(question: QuestionView, say: Say, now: number, onOpen: (id: string) => void): void {
    if (this.state !== 'on' || document.hasFocus() || isQuiet(this.choice, new Date(now))) return;
    const shown = new Notification(say('notificationTitle', { server: showText(question.server.name) }), {
      tag: `midcall-${question.id}`,
      icon: '/icon-waiting.svg',
    });
    this.#shown.set(question.id, shown);
    shown.onclick = () => {
      window.focus();
      onOpen(question.id);
      shown.close();
    };
  }

  /** The question no longer waits: what tells of it goes too. */
  forget(id: string): void {
    this.#shown.get(id)?.close();
    this.#shown.delete(id);
  }

  #keep(choice: AlertChoice): void {
    localStorage.setItem(KEY, JSON.stringify(choice));
  }
}

export function isQuiet({ from, to }: AlertChoice, now: Date): boolean {
  if (from === '' || to === '' || from === to) return false;
  const at = `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`;
  return from < to ? from <= at && at < to : from <= at || at < to;
}
