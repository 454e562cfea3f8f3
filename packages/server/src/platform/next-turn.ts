/** One turn of the event loop, by whatever the runtime has for it. */
type Later = (fn: () => void) => void;

const host = globalThis as { readonly setImmediate?: Later; readonly MessageChannel?: typeof MessageChannel };

// Bound: on Workers a function of the global object refuses to be called as a member of another one.
export const nextTurn: Later = host.setImmediate?.bind(globalThis) ?? (host.MessageChannel === undefined ? byTimer : byMessage());

function byTimer(fn: () => void): void {
  setTimeout(fn, 0);
}

/** Without the clamping that browsers apply to nested timers. */
function byMessage(): Later {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => waiting.shift()?.());
  port1.start();
  return fn => {
    waiting.push(fn);
    port2.postMessage(0);
  };
}
