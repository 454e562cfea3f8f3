import { describe, expect, it } from 'vitest';
import { isDate, isDateTime } from './is-date.js';
import { isEmail } from './is-email.js';
import { isIpv4, isIpv6, isUri } from './is-uri.js';

describe('formats', () => {
  it('takes days that exist and no others [E-J-02]', () => {
    expect(['2026-11-29', '2024-02-29', '2000-02-29', '0000-01-01'].filter(isDate)).toHaveLength(4);
    expect(
      [
        '2026-02-29',
        '1900-02-29',
        '2026-13-01',
        '2026-00-10',
        '2026-11-31',
        '26-11-29',
        '2026-11-29 ',
        '2026/11/29',
        '',
        '２０２６-11-29',
      ].filter(isDate),
    ).toEqual([]);
  });

  it('takes a moment only with an offset [E-J-02]', () => {
    expect(
      [
        '2026-11-29T09:30:00Z',
        '2026-11-29t09:30:00z',
        '2026-11-29T09:30:00.25+05:30',
        '2016-12-31T23:59:60Z',
        '2016-12-31T18:59:60-05:00',
      ].filter(isDateTime),
    ).toHaveLength(5);
    expect(
      [
        '2026-11-29T09:30',
        '2026-11-29T09:30:00',
        '2026-11-29 09:30:00Z',
        '2026-11-29T24:00:00Z',
        '2026-11-29T09:30:00+0530',
        '2026-11-29T09:30:60Z',
        '2026-11-29T09:30:00.Z',
        '2026-02-30T09:30:00Z',
      ].filter(isDateTime),
    ).toEqual([]);
  });

  it('takes addresses of people as the SDK does', () => {
    expect(['a@b.co', 'first.last+tag@mail.example.org', "o'neil@x-y.example"].filter(isEmail)).toHaveLength(3);
    expect(
      [
        'a@b',
        '@b.co',
        'a@.co',
        'a@b.co.',
        '.a@b.co',
        'a..b@c.de',
        'a@-b.co',
        'a@b-.co',
        'a b@c.de',
        'jörg@x.de',
        '"a"@b.co',
        'a@b@c.de',
      ].filter(isEmail),
    ).toEqual([]);
  });

  it('takes absolute addresses in ASCII only; "a:?" names nothing [E-J-02]', () => {
    expect(
      [
        'https://example.org',
        'https://example.org:8443/a/b?c=d#e',
        'urn:isbn:1',
        'mailto:a@b.example',
        'http://[2001:db8::1]/',
        'http://[::ffff:1.2.3.4]/',
        'file:///etc',
        'a:/',
        'javascript:alert(1)',
      ].filter(isUri),
    ).toHaveLength(9);
    expect(
      [
        './docs/a.html',
        '/a',
        '//x/y',
        'https://wiki.example/पेज',
        'a:',
        'a:?q',
        'a:#f',
        'a:[a',
        'https://x y',
        'http://[::1',
        'http://[1::2::3]/',
        'http://x:8a/',
        'https://x/%zz',
        '1a:b',
        '',
      ].filter(isUri),
    ).toEqual([]);
  });

  it('counts the groups of IPv6 and the numbers of IPv4', () => {
    expect(['::', '::1', '1::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:1.2.3.4', '::1.2.3.4'].filter(isIpv6)).toHaveLength(6);
    expect(['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', '1.2.3.4', ':::', '1:2:3:4:5:6:7:1.2.3.4'].filter(isIpv6)).toEqual([]);
    expect(['1.2.3.4', '255.255.255.255'].filter(isIpv4)).toHaveLength(2);
    expect(['01.2.3.4', '256.1.1.1', '1.2.3'].filter(isIpv4)).toEqual([]);
  });
});
