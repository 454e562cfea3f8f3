/** Preloaded into programs of others: whatever they listen on is the loopback interface. */
import { Server } from 'node:net';

const listen = Server.prototype.listen as (...args: unknown[]) => Server;
Server.prototype.listen = function (this: Server, ...args: unknown[]): Server {
  const [first, second] = args;
  if (typeof first === 'object' && first !== null) args[0] = { ...first, host: '127.0.0.1' };
  else if (typeof second === 'string') args[1] = '127.0.0.1';
  else args.splice(1, 0, '127.0.0.1');
  return listen.apply(this, args);
} as typeof Server.prototype.listen;
