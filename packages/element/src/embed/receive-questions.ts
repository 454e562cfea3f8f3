/**
 * The inner half: an element in a frame draws what the page around it shows, and tells that page alone (D36).
 *
 * 1. Only the parent is listened to, and only if its origin is listed; an opener, a sibling, a frame inside, or the parent after
 *    it went elsewhere are not it.
 * 2. The first channel counts. However fast the page shows things, a frame draws the newest, at most twenty times a second.
 * 3. What is shown is read like anything from outside: what is no question draws nothing (N11).
 */
import { parseQuestionView } from '@midcall/core/contract';
import type { MidcallQuestion } from '../question-element.js';
import { checkOrigin, EVENT_NAMES, type FromFrame, isMessage, OPEN, READY, type Show } from './protocol.js';

const BETWEEN_MS = 50;

export interface ReceiveQuestionsOptions {
  /** Exact origins of the pages that may show questions here. Serve this page with `frame-ancestors` of the same list. */
  readonly from: readonly string[];
}

/**
 * @returns ends it
 * @throws TypeError if `from` is empty or holds anything but exact origins
 */
export function receiveQuestions(element: MidcallQuestion, { from }: ReceiveQuestionsOptions): () => void {
  if (from.length === 0) throw new TypeError('List the origins that may show questions here.');
  from.forEach(checkOrigin);
  // Not in a frame: there is no page around it, and an opener is none.
  if (window.parent === window) return () => {};
  const { parent } = window;
  const stop = new AbortController();
  const { signal } = stop;
  element.framedBy = from.join(' ');

  let line: MessagePort | undefined;
  let newest: unknown;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const tell = (message: FromFrame): void => line?.postMessage(message);
  const draw = (): void => {
    soon = undefined;
    drawnAt = performance.now();
    show(element, newest as Show);
  };
  const onLine = ({ data }: MessageEvent): void => {
    if (!isMessage(data, 'show')) return;
    newest = data;
    const wait = drawnAt + BETWEEN_MS - performance.now();
    if (wait <= 0 && soon === undefined) draw();
    else soon ??= setTimeout(draw, wait);
  };
  const onMessage = ({ source, origin, data, ports }: MessageEvent): void => {
    const [port] = ports;
    if (source !== parent || !from.includes(origin) || !isMessage(data, OPEN.type) || port === undefined || line !== undefined) return;
    line = port;
    line.onmessage = onLine;
  };
  window.addEventListener('message', onMessage, { signal });
  for (const name of EVENT_NAMES)
    element.addEventListener(
      name,
      event => {
        const id = element.question?.id;
        if (id !== undefined) tell({ midcall: 1, type: 'event', name, id, detail: (event as CustomEvent).detail });
      },
      { signal },
    );
  const ruler = new ResizeObserver(() =>
    tell({ midcall: 1, type: 'size', height: Math.ceil(element.getBoundingClientRect().bottom + scrollY) }),
  );
  ruler.observe(element);
  signal.addEventListener('abort', () => {
    ruler.disconnect();
    clearTimeout(soon);
    line?.close();
  });
  // It holds nothing; the browser gives it to the one origin it is meant for.
  for (const origin of parentOrigins(from)) parent.postMessage(READY, origin);
  return () => stop.abort();
}

/** Where the browser tells who the parent is, nobody else is addressed: each miss would be an error in its console. */
function parentOrigins(from: readonly string[]): readonly string[] {
  const own = (location.ancestorOrigins as DOMStringList | undefined)?.[0];
  return own === undefined ? from : from.filter(origin => origin === own);
}

function show(element: MidcallQuestion, { question, mode, offers, refusal, locale, timeZone, packs }: Show): void {
  element.mode = mode === 'inbox' ? 'inbox' : 'modal';
  element.offers = { mute: offers?.mute === true, cutOff: offers?.cutOff === true, remember: offers?.remember === true };
  element.locale = typeof locale === 'string' ? locale : '';
  element.timeZone = typeof timeZone === 'string' ? timeZone : '';
  element.packs = Array.isArray(packs) ? packs : [];
  element.question = question === undefined ? undefined : parseQuestionView(question);
  element.refusal = typeof refusal?.sentence === 'string' ? refusal : undefined;
}
