// Preloaded into the suite: a listener that names no address, or every address, listens on loopback only.
// The address is bound through a handle at once, so that code which reads `server.address()` right after `listen` still works.
const net = require('node:net');
const { TCP, constants } = process.binding('tcp_wrap');
const listen = net.Server.prototype.listen;
const everywhere = new Set([undefined, null, '0.0.0.0', '::']);

net.Server.prototype.listen = function listenOnLoopback(...args) {
  const [first, second] = args;
  const callback = typeof args.at(-1) === 'function' ? args.at(-1) : undefined;
  let port;
  if (first === undefined || typeof first === 'function') port = 0;
  else if (typeof first === 'number' || /^\d+$/.test(String(first)))
    port = everywhere.has(typeof second === 'string' ? second : undefined) ? Number(first) : undefined;
  else if (
    typeof first === 'object' &&
    first !== null &&
    !(first instanceof TCP) &&
    first.port !== undefined &&
    first.path === undefined &&
    first.fd === undefined
  )
    port = everywhere.has(first.host) ? Number(first.port) : undefined;
  if (port === undefined) return listen.apply(this, args);
  const handle = new TCP(constants.SERVER);
  if (handle.bind('127.0.0.1', port) !== 0) {
    handle.close();
    return listen.call(this, { port, host: '127.0.0.1' }, callback);
  }
  return callback ? listen.call(this, handle, callback) : listen.call(this, handle);
};
