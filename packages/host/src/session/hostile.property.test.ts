/** Whatever a server answers: the call settles, nothing is polluted, nothing is left waiting, no unchecked content goes out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedSurface } from '../index.js';
import { withRawServer } from './peers.test.support.js';

const me = { principal: 'local' };

const property = fc.oneof(
  fc.constantFrom<unknown>(
    { type: 'string' },
    { type: 'integer', minimum: 1 },
    { type: 'boolean' },
    { type: 'string', enum: ['a', 'b'] },
    { type: 'array', items: { enum: ['a'] } },
    { $ref: '#/x' },
    { type: 'object' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const names = fc.oneof(fc.constantFrom('name', '__proto__', 'constructor', ''), fc.string());
const schema = fc.record(
  {
    type: fc.constantFrom<unknown>('object', 'string', 7),
    properties: fc.dictionary(names, property, { maxKeys: 4 }),
    required: fc.oneof(fc.constant([]), fc.array(names, { maxLength: 2 }), fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);
const params = fc.oneof(
  fc.record(
    {
      mode: fc.constantFrom<unknown>('form', 'url', 'voice', 3, null),
      message: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      requestedSchema: fc.oneof(schema, fc.jsonValue({ maxDepth: 2 })),
      url: fc.oneof(fc.webUrl(), fc.string()),
    },
    { requiredKeys: ['message'] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const request = fc.oneof(
  fc.record({ method: fc.constantFrom<unknown>('elicitation/create', 'roots/list', 1), params }, { requiredKeys: ['method'] }),
  fc.jsonValue({ maxDepth: 1 }),
);
const result = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        resultType: fc.constant<unknown>('input_required'),
        inputRequests: fc.oneof(fc.dictionary(names, request, { maxKeys: 3 }), fc.jsonValue({ maxDepth: 1 })),
        requestState: fc.oneof(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      },
      { requiredKeys: ['resultType'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { resultType: fc.constantFrom<unknown>('complete', 'banana', 0, null), content: fc.jsonValue({ maxDepth: 2 }) },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);

describe('a hostile server', () => {
  it('cannot hang, crash or pollute the host, nor get content it did not ask for [N11, N12]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(result, { minLength: 1, maxLength: 3 }), async results => {
        let next = 0;
        const pair = await withRawServer(
          'modern',
          () => {
            const one = results[next] ?? { resultType: 'complete', content: [] };
            next += 1;
            return typeof one === 'object' && one !== null ? one : { error: { code: -32603, message: 'not an object' } };
          },
          { surfaces: [scriptedSurface({ '*': 'accept' })], serverTime: 0, serverTimeMax: 0 },
        );
        let settled = false;
        const called = pair.session.callTool({ name: 'book' }).then(
          () => {
            settled = true;
          },
          (error: unknown) => {
            settled = true;
            expect(error).toBeInstanceOf(Error);
          },
        );
        const deadline = Date.now() + 10_000;
        while (!settled && Date.now() < deadline) {
          await pair.clock.advance(1_000); // pauses between state-only legs
        }
        await called;
        expect(pair.desk.list(me).filter(view => view.state === 'waiting')).toEqual([]);
        expect(Object.getOwnPropertyNames(Object.prototype)).toContain('toString');
        expect(({} as Record<string, unknown>).method).toBeUndefined();
        for (const frame of pair.sent('tools/call').slice(1)) {
          for (const answer of Object.values(
            (frame.params?.inputResponses as Record<string, { action: string; content?: Record<string, unknown> }> | undefined) ?? {},
          )) {
            expect(['accept', 'decline', 'cancel']).toContain(answer.action);
            for (const value of Object.values(answer.content ?? {}))
              expect(['string', 'number', 'boolean', 'object']).toContain(typeof value);
          }
        }
        await pair.close();
        expect(pair.clock.pending).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
