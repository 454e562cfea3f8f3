/**
 * What keys mean on a sheet. Ctrl/⌘+Enter goes on, to the check and then out. Enter in the only field sends it; with more
 * fields it does nothing. Esc counts when it was meant for this sheet: focus is inside it, or nowhere. Keys of an input
 * method that is composing mean nothing here.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface KeyHandlers {
  readonly onGoOn: () => void;
  readonly onEscape: () => void;
  /** Whether Enter in a one-line field may send. */
  readonly entersOnly: () => boolean;
  readonly active: () => boolean;
}

export class Keys implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #handlers: KeyHandlers;
  #dialog: HTMLDialogElement | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, handlers: KeyHandlers) {
    this.#host = host;
    this.#handlers = handlers;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('keydown', this.#onKey);
    document.addEventListener('keydown', this.#onPageKey);
    this.#dialog = this.#host.closest('dialog');
    this.#dialog?.addEventListener('cancel', this.#onDialogCancel);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('keydown', this.#onKey);
    document.removeEventListener('keydown', this.#onPageKey);
    this.#dialog?.removeEventListener('cancel', this.#onDialogCancel);
  }

  #onKey = (event: KeyboardEvent): void => {
    if (!this.#handlers.active() || event.defaultPrevented || event.isComposing || event.key !== 'Enter') return;
    const target = event.composedPath()[0];
    const oneLine = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';
    const goesOn = event.ctrlKey || event.metaKey;
    if (!goesOn && !oneLine) return;
    event.preventDefault();
    if (goesOn || this.#handlers.entersOnly()) this.#handlers.onGoOn();
  };

  #onPageKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !this.#handlers.active()) return;
    const inside = event.composedPath().includes(this.#host);
    const elsewhere = document.activeElement !== document.body && document.activeElement !== null;
    // An open <dialog> around the sheet tells of Esc by its own event.
    if ((!inside && elsewhere) || this.#dialog?.open === true) return;
    event.preventDefault();
    this.#handlers.onEscape();
  };

  #onDialogCancel = (event: Event): void => {
    if (!this.#handlers.active()) return;
    event.preventDefault();
    this.#handlers.onEscape();
  };
}
