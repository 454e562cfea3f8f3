import type { FaceConfig } from '@midcall/gateway';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../usage-error.js';
import { type FaceFlags, faceSettings } from './face-settings.js';

const FILE: FaceConfig = { allowedHosts: [], allowedOrigins: [] };
const issuer = 'https://id.example';

describe('where several people reach a gateway', () => {
  it('is this machine only, unless tokens say who calls and the address outside is known [D30]', () => {
    expect(faceSettings({}, FILE)).toMatchObject({ listen: { host: '127.0.0.1', port: 4330 }, auth: undefined });
    const refused: readonly FaceFlags[] = [
      { listen: '0.0.0.0:80' },
      { listen: '192.0.2.7:80', publicUrl: new URL('https://mcp.example') },
      { listen: '0.0.0.0:80', auth: issuer },
      { listen: '[::]:80', auth: issuer, publicUrl: new URL('http://mcp.example') },
      { listen: 'nowhere', auth: issuer },
      { audience: ['a'] },
      { scope: ['a'] },
      { jwks: new URL(issuer) },
    ];
    for (const flags of refused) expect(() => faceSettings(flags, FILE), JSON.stringify(flags)).toThrow(UsageError);
    for (const listen of ['127.0.0.1:1', '127.9.9.9:1', 'localhost:1', '[::1]:1'])
      expect(faceSettings({ listen }, FILE).auth).toBeUndefined();
    expect(() => faceSettings({}, { ...FILE, listen: { host: '127.0.0.1.evil.example', port: 1 } })).toThrow(UsageError);
  });

  it('answers to its own names and to the pages it is told, and to no other [D30, E-T-15]', () => {
    const file: FaceConfig = {
      listen: { host: '0.0.0.0', port: 80 },
      publicUrl: new URL('https://mcp.example'),
      allowedHosts: ['inner'],
      allowedOrigins: ['app.example'],
      auth: { issuer },
    };
    const { hosts, origins } = faceSettings({ allowedHost: ['other'] }, file);
    expect(hosts).toEqual(['localhost', '127.0.0.1', '[::1]', 'mcp.example', 'inner', 'other']);
    expect(origins).toEqual(['mcp.example', 'app.example']);
  });

  it('is the command line’s before the file’s; what a file says of its own issuer is not said of another', () => {
    const file: FaceConfig = {
      ...FILE,
      listen: { host: '127.0.0.1', port: 1 },
      auth: { issuer, audience: ['a'], inbox: { clientId: 'c' } },
    };
    expect(faceSettings({ port: 2 }, file).listen.port).toBe(2);
    expect(faceSettings({ auth: issuer, audience: ['b'] }, file).auth).toEqual({ issuer, audience: ['b'], inbox: { clientId: 'c' } });
    expect(faceSettings({ auth: 'https://else.example' }, file).auth).toEqual({ issuer: 'https://else.example' });
  });
});
