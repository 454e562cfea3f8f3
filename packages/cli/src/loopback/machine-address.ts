/**
 * The one address at which the inbox of this machine is found, and this process's part in it: whoever holds the port
 * serves the inbox for all, the others join (D31).
 *
 * Promises:
 *  1. When the holder ends or is killed, one of those who joined has the same port within a second.
 *  2. A holder that is silent, or whoever has the port and cannot prove to be this user's, is left behind: another port,
 *     and the address row says so.
 *  3. A holder that was left behind while it was frozen goes on serving the pages that are open on it, hands out no new
 *     links, and lets go of its port when they are closed.
 *  4. The address is given out only while a proven holder is there; while it changes hands, whoever asks waits.
 */
import { randomBytes } from 'node:crypto';
import { isMidcallError, MidcallError } from '@midcall/core';
import type { AddressRow, FoundAddress } from './address-row.js';
import { askHolder, joinHolder, type NoHolder } from './ask-holder.js';
import { type ControlDoor, controlDoor } from './control-door.js';
import type { ControlState } from './control-proof.js';
import { type LoopbackServer, serveLoopback } from './serve-loopback.js';

/** What the holder serves at its port. */
export interface Served {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether a page of it is open. */
  readonly open: () => boolean;
  close(): void;
}

export interface MachineAddressOptions {
  readonly row: AddressRow;
  /** For proofs between processes of this user. */
  readonly key: string;
  /** The port to begin with where the machine has no address yet; 0 = any. */
  readonly port: number;
  /** The servers whose questions this process brings. */
  readonly names: readonly string[];
  /** Makes what is served; called each time this process becomes the holder. */
  readonly serve: (origin: string) => Served;
  /** What the holder tells of itself. */
  readonly state: (names: readonly string[]) => ControlState;
  readonly link: () => Promise<string>;
  readonly file: () => Promise<string>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The inbox is elsewhere now: pages that were open at the old address are dead or will be left. */
  readonly onMoved: () => void;
  readonly onError: (error: unknown) => void;
  readonly pace?: Partial<Pace>;
}

/** All in milliseconds. */
export interface Pace {
  /** Between signs of life of the holder. */
  readonly ping: number;
  /** Without a sign, after which it is asked. */
  readonly silence: number;
  /** How long an answer of the holder may take. */
  readonly patience: number;
  /** How long a port may stay taken by nobody. */
  readonly settle: number;
  /** How long a holder that was left behind keeps its port without an open page. */
  readonly linger: number;
}

const PACE: Pace = { ping: 400, silence: 1_500, patience: 2_000, settle: 1_000, linger: 30_000 };

export interface MachineAddress {
  /** `http://127.0.0.1:PORT`, as last known. */
  readonly origin: string;
  readonly holding: boolean;
  /** Settles when a proven holder is at `origin`, at once if it is. */
  settled(): Promise<void>;
  /** Lets go of the port, so that another process can take it. */
  close(): Promise<void>;
}

interface Holding {
  readonly server: LoopbackServer;
  readonly served: Served;
  readonly door: ControlDoor;
}

/** @throws MidcallError PORT_IN_USE where a port was asked for by number and a stranger has it. */
export async function machineAddress(options: MachineAddressOptions): Promise<MachineAddress> {
  const { row, key, now, names, onError } = options;
  const pace: Pace = { ...PACE, ...options.pace };
  const me = randomBytes(12).toString('base64url');
  let origin = NOWHERE;
  let holding: Holding | undefined;
  const left = new Set<Holding>();
  let hangUp = (): void => {};
  let closed = false;
  let settling: Promise<void> = Promise.resolve();

  const listen = async (port: number): Promise<Holding | undefined> => {
    let current: Served | undefined;
    const door = controlDoor({
      key,
      port: () => server.port,
      state: joined => options.state([...names, ...joined]),
      link: options.link,
      file: options.file,
      now,
      ping: pace.ping,
    });
    let server: LoopbackServer;
    try {
      server = await serveLoopback(
        request =>
          door.take(request) ?? current?.fetch(request) ?? new Response('Not yet', { status: 503, headers: { 'retry-after': '1' } }),
        port,
      );
    } catch (error) {
      if (isMidcallError(error) && error.code === 'PORT_IN_USE') return undefined;
      throw error;
    }
    const served = options.serve(server.origin);
    current = served;
    return { server, served, door };
  };
  const letGo = async ({ server, served, door }: Holding): Promise<void> => {
    door.close();
    served.close();
    await server.close();
  };
  /** True if this process is the holder now. */
  const hold = async (mine: Holding, found: FoundAddress): Promise<boolean> => {
    const written = !closed && (await row.write(found, { port: mine.server.port, holder: me }));
    if (!written || closed) {
      await letGo(mine);
      return false;
    }
    holding = mine;
    moveTo(mine.server.origin);
    return true;
  };
  const take = async (port: number, found: FoundAddress): Promise<boolean> => {
    const mine = await listen(port);
    return mine !== undefined && hold(mine, found);
  };
  const moveTo = (next: string): void => {
    const moved = origin !== next && origin !== NOWHERE;
    origin = next;
    if (moved) options.onMoved();
  };
  const join = async (port: number): Promise<true | NoHolder> => {
    const line = await joinHolder({ key, port, now, patience: pace.patience }, { names, silence: pace.silence });
    if (typeof line === 'string') return line;
    if (closed) {
      line.hangUp();
      return true;
    }
    moveTo(`http://127.0.0.1:${port}`);
    hangUp = line.hangUp;
    void line.ended.then(() => closed || settle());
    return true;
  };
  /** Once around; true when this process holds the port or has joined who does. */
  const seek = async (waitUntil: number): Promise<boolean> => {
    const found = await row.read();
    const { address } = found;
    if (found.newer) return aside();
    if (address === undefined) return take(0, found);
    if (await take(address.port, found)) return true;
    const joined = await join(address.port);
    if (joined === true) return true;
    // Nobody answers and the port is taken: its last holder is still on the way out.
    if (joined === 'nobody' && now() < waitUntil) return false;
    const latest = await row.read();
    return latest.version === found.version && take(0, latest);
  };
  /** The address is a newer midcall's: a page of one's own, which nobody else is told of. */
  const aside = async (): Promise<boolean> => {
    holding = await listen(0);
    if (holding !== undefined) moveTo(holding.server.origin);
    return holding !== undefined;
  };
  const seekOn = async (): Promise<void> => {
    const waitUntil = now() + pace.settle;
    for (let tries = 1; !closed && !(await seek(waitUntil)); tries += 1) await pause(Math.min(20 * tries, 200));
  };
  /** Finds its place again, whatever happens on the way: without one nobody can be asked. */
  const settle = (): void => {
    settling = (async () => {
      while (!closed) {
        try {
          await seekOn();
          return;
        } catch (error) {
          if (!closed) onError(error);
          await pause(1_000);
        }
      }
    })();
  };
  /** Somebody else wrote the row: they thought this process dead. */
  const lookAtRow = async (): Promise<void> => {
    const mine = holding;
    if (mine === undefined || closed) return;
    const { address } = await row.read();
    if (closed || holding !== mine || address === undefined || address.holder === me) return;
    holding = undefined;
    left.add(mine);
    mine.door.close();
    settle();
    void linger(mine);
  };
  const linger = async (mine: Holding): Promise<void> => {
    const look = Math.min(1_000, pace.linger);
    for (let empty = 0; empty < pace.linger && left.has(mine); empty = mine.served.open() ? 0 : empty + look) await pause(look);
    if (left.delete(mine)) await letGo(mine);
  };
  /** A port that was asked for by number counts where the machine's inbox is nowhere yet. */
  const begin = async (): Promise<void> => {
    const found = await row.read();
    const there =
      found.address === undefined ? undefined : await askHolder({ key, port: found.address.port, now, patience: pace.patience }, 'state');
    if (options.port === 0 || found.newer || (there !== undefined && typeof there !== 'string')) return seekOn();
    const mine = await listen(options.port);
    if (mine === undefined)
      throw new MidcallError('PORT_IN_USE', `Port ${options.port} is taken by another program.`, {
        hint: 'Choose another with --port, or leave it out to take a free one.',
      });
    if (!(await hold(mine, found))) await seekOn();
  };

  const stopWatch = row.watch(() => void lookAtRow().catch(error => closed || onError(error)));
  try {
    await begin();
  } catch (error) {
    stopWatch();
    throw error;
  }

  return {
    get origin() {
      return origin;
    },
    get holding() {
      return holding !== undefined;
    },
    async settled() {
      for (let before: Promise<void> | undefined; before !== settling; ) {
        before = settling;
        await before;
      }
    },
    async close() {
      closed = true;
      stopWatch();
      hangUp();
      const all = [...(holding === undefined ? [] : [holding]), ...left];
      holding = undefined;
      left.clear();
      for (const one of all) await letGo(one);
    },
  };
}

const NOWHERE = 'http://127.0.0.1';

function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, ms).unref();
  });
}
