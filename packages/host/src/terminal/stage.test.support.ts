/** A desk with a terminal in memory, and a person who types. */
import type { JsonObject } from '@midcall/core';
import type { FakeClock } from '@midcall/store';
import { fakeClock } from '@midcall/store';
import type { createPolicy, DeskAnswer, DeskQuestion, HostDesk } from '../index.js';
import { createDesk, openGate } from '../index.js';
import { FakeInput, FakeOutput } from './fake-terminal.test.support.js';
import type { TerminalSurfaceOptions } from './index.js';
import { terminalSurface } from './index.js';

export interface Stage {
  readonly desk: HostDesk;
  readonly clock: FakeClock;
  readonly input: FakeInput;
  readonly output: FakeOutput;
  ask(properties: JsonObject, required?: readonly string[], change?: Partial<DeskQuestion>): Promise<DeskAnswer>;
  /** Types, each piece a chunk of its own, with what follows settled. */
  type(...pieces: string[]): Promise<void>;
}

export interface StageOptions extends Partial<TerminalSurfaceOptions> {
  readonly columns?: number;
  readonly rows?: number;
  /** Rules before the person; none unless given. */
  readonly rules?: typeof createPolicy;
  /** Before the terminal is there. */
  readonly before?: (desk: HostDesk) => void;
}

export function stage({ rules, before, ...options }: StageOptions = {}): Stage {
  const clock = fakeClock();
  const input = new FakeInput();
  const output = new FakeOutput();
  output.columns = options.columns ?? 80;
  output.rows = options.rows ?? 24;
  const desk = createDesk({ clock, policy: rules?.({ clock }) ?? openGate });
  before?.(desk);
  desk.addSurface(terminalSurface({ input, output, clock, noColor: true, guardTime: 0, ...options }));
  const settle = (): Promise<void> => clock.advance(50);
  return {
    desk,
    clock,
    input,
    output,
    ask(properties, required = Object.keys(properties), change = {}) {
      return desk.ask({
        params: { message: 'What is it?', requestedSchema: { type: 'object', properties, required: [...required] } },
        revision: '2025-11-25',
        principal: 'local',
        server: { name: 'Records', claim: { name: 'records-admin', version: '1.2' } },
        call: { method: 'tools/call', name: 'book', arguments: { room: 'blue' } },
        ...change,
      });
    },
    async type(...pieces) {
      for (const piece of pieces) {
        input.type(piece);
        await settle();
      }
    },
  };
}
