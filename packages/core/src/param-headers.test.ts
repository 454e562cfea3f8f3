import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paramHeaders } from './param-headers.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
    at: { type: 'object', properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
    bad: { type: 'string', 'x-mcp-header': 'a b' },
  },
};

describe('the headers that a tool wants its arguments mirrored in', () => {
  it('are taken from the arguments at any depth, where they are there and plain values [E-T-03]', () => {
    expect(paramHeaders(schema, { region: 'eu', dry: false, at: { zone: 7 }, bad: 'x' })).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Dry': 'false',
      'Mcp-Param-Zone': '7',
    });
    expect(paramHeaders(schema, { region: { eu: true }, dry: null })).toEqual({});
    expect(paramHeaders(undefined, { region: 'eu' })).toEqual({});
  });

  it('carry what a header cannot in the sentinel form, as the UTF-8 of any text [E-T-03, N11]', () => {
    const region = (text: string) => paramHeaders(schema, { region: text })['Mcp-Param-Region'] ?? '';
    expect(region(' eu')).toBe('=?base64?IGV1?=');
    expect(region('=?base64?x?=')).toMatch(/^=\?base64\?/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(region(text))?.[1];
        const back = encoded === undefined ? region(text) : Buffer.from(encoded, 'base64').toString('utf8');
        expect(back).toBe(text);
        expect(region(text)).toMatch(/^[\t\x20-\x7e]*$/);
      }),
    );
  });
});
