/** Whether a person can see the element: visible page, in view. Tells when it comes into sight, is uncovered again, or goes. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface PresenceHandlers {
  /** In view on a visible page. May be told more than once. */
  readonly onVisible: () => void;
  /** The window or tab came back to the front: what is clicked now may have been meant for something else. */
  readonly onUncover: () => void;
  /** The page goes away or into the background. */
  readonly onHide: () => void;
}

export class Presence implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #handlers: PresenceHandlers;
  #eye: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, handlers: PresenceHandlers) {
    this.#host = host;
    this.#handlers = handlers;
    host.addController(this);
  }

  get visible(): boolean {
    return document.visibilityState === 'visible' && this.#host.isConnected && this.#host.getClientRects().length > 0;
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onChange);
    window.addEventListener('focus', this.#onChange);
    window.addEventListener('pagehide', this.#handlers.onHide);
    if (typeof IntersectionObserver !== 'function') return;
    this.#eye = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) this.#handlers.onVisible();
    });
    this.#eye.observe(this.#host);
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onChange);
    window.removeEventListener('focus', this.#onChange);
    window.removeEventListener('pagehide', this.#handlers.onHide);
    this.#eye?.disconnect();
  }

  #onChange = (): void => {
    if (document.visibilityState === 'visible') this.#handlers.onUncover();
    else this.#handlers.onHide();
  };
}
