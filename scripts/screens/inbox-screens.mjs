// The inbox over a real desk, in every state it has: from the way in to the way out, one and many, and in three languages.
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createDesk } from '@midcall/host';
import { createInbox } from '@midcall/inbox';
import { arabic } from './arabic.mjs';

const LOOKS = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true },
};

const QUESTIONS = [
  {
    server: { name: 'Records', claim: { name: 'records-admin', version: '1.2' } },
    call: { method: 'tools/call', name: 'delete_stale_records', arguments: { older_than: '2024-01-01', table: 'customers' } },
    params: {
      message: 'Delete 4,012 rows?',
      requestedSchema: {
        type: 'object',
        properties: { ok: { type: 'boolean', title: 'I understand that the 4,012 rows cannot be brought back' } },
        required: ['ok'],
      },
    },
  },
  {
    server: { name: 'Release', claim: { name: 'release-tools', version: '0.9' } },
    call: { method: 'tools/call', name: 'deploy_service', arguments: { service: 'checkout' } },
    params: {
      message: 'Deploy checkout: which environment?\nThe release window is open until 18:00.',
      requestedSchema: {
        type: 'object',
        properties: {
          environment: {
            type: 'string',
            title: 'Environment',
            oneOf: [
              { const: 'staging', title: 'Staging' },
              { const: 'production', title: 'Production (live traffic)' },
            ],
          },
          runMigrations: { type: 'boolean', title: 'Run the migrations?', description: 'Three are waiting.' },
          note: { type: 'string', title: 'Note for the release log' },
        },
        required: ['environment'],
      },
    },
  },
  {
    server: { name: 'Calendar' },
    call: { method: 'tools/call', name: 'list_events', arguments: {} },
    params: {
      mode: 'url',
      message: 'To read your calendar, sign in at the provider and allow access.',
      url: 'https://accounts.example.com/o/authorize?flow=7f3c0d1e9a5b4c28',
      elicitationId: 'e1',
    },
  },
  {
    server: { name: 'Helpdesk' },
    call: { method: 'tools/call', name: 'close_ticket', arguments: { ticket: 'T-118' } },
    params: {
      message: 'Please enter your password to close the ticket.',
      requestedSchema: { type: 'object', properties: { password: { type: 'string', title: 'Password' } }, required: ['password'] },
    },
  },
];

const ROUND = [
  {
    message: 'Which seat would you like?',
    requestedSchema: {
      type: 'object',
      properties: { seat: { type: 'string', title: 'Seat', enum: ['Window', 'Aisle'] } },
      required: ['seat'],
    },
  },
  {
    message: 'Add travel insurance? For which day should it start?',
    requestedSchema: {
      type: 'object',
      properties: { start: { type: 'string', title: 'First day', format: 'date' } },
      required: ['start'],
    },
  },
  {
    message: 'Book for 284 €?',
    requestedSchema: {
      type: 'object',
      properties: { ok: { type: 'boolean', title: 'I know that the fare cannot be refunded' } },
      required: ['ok'],
    },
  },
];

export async function startInboxScreens({ browser, out, only }) {
  for (const [look, settings] of Object.entries(LOOKS)) {
    const { desk, inbox, server, origin } = await open();
    const context = await browser.newContext({ ...settings, locale: 'en-GB', timezoneId: 'Europe/Berlin' });
    const page = await context.newPage();
    page.on('console', message => message.type() === 'error' && console.error('console:', message.text()));
    page.on('pageerror', error => console.error('page:', error));
    const shot = async name => {
      if (only === undefined || name.startsWith(only)) await page.screenshot({ path: join(out, `${name}-${look}.png`) });
    };
    await page.goto(await inbox.loginLink());
    await shot('inbox-login');
    let go;
    const held = new Promise(resolve => {
      go = resolve;
    });
    await page.route('**/api/live', async route => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Open the inbox' }).click();
    await page.locator('.empty:visible').filter({ hasText: 'Looking for questions' }).waitFor();
    await shot('inbox-loading');
    go();
    await page.locator('.empty:visible').filter({ hasText: 'Nothing is waiting' }).waitFor();
    await page.waitForTimeout(300);
    await shot('inbox-nothing-yet');

    const ask = (each, more = {}) =>
      desk
        .ask({ ...each, revision: each.params.mode === 'url' ? '2025-11-25' : '2026-07-28', principal: 'local', ...more })
        .then(answer => answer.settle('delivered'));
    void ask(QUESTIONS[0]);
    await page.locator('.item').first().waitFor();
    await page.waitForTimeout(200);
    await shot('inbox-one');
    for (const each of QUESTIONS.slice(1)) void ask(each);
    await page.locator('.item').nth(3).waitFor();
    await page.locator('.item').first().click();
    await page.waitForTimeout(800);
    await page.getByRole('checkbox').check();
    await page.waitForTimeout(300);
    await shot('inbox-many');
    if (look === 'phone') {
      await page.getByText('All questions').click();
      await shot('inbox-list');
      await page.locator('.item').first().click();
      await page.waitForTimeout(800);
    }
    await page.getByRole('button', { name: 'Yes, delete 4,012 rows' }).click();
    await page.getByText('Delivered to Records').waitFor();
    await shot('inbox-delivered');
    if (look === 'phone') await page.getByText('All questions').click();
    await page.locator('.item', { hasText: 'Release' }).click();
    await page.waitForTimeout(800);
    await page.getByLabel('Note for the release log').fill('Goes with the new price list');
    await page.getByLabel('Production (live traffic)').check();
    await shot('inbox-form');
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.waitForTimeout(800);
    await shot('inbox-check');
    if (look !== 'phone') {
      await page.locator('.item', { hasText: 'Helpdesk' }).click();
      await page.waitForTimeout(200);
      await shot('inbox-secret');
      await page.locator('.item', { hasText: 'Calendar' }).click();
      await page.waitForTimeout(200);
      await shot('inbox-url');
      await page.getByRole('link', { name: 'History' }).click();
      await page.locator('.item').first().click();
      await page.waitForTimeout(200);
      await shot('inbox-history');
    }
    await page.getByRole('link', { name: 'Waiting' }).click();
    const round = {
      round: 'r1',
      server: { name: 'Travel' },
      call: { method: 'tools/call', name: 'book_trip', arguments: { to: 'Lisbon' } },
    };
    for (const params of ROUND) void ask({ params }, round);
    await page.locator('.item', { hasText: 'Travel' }).click();
    await page.getByLabel('Window').check();
    await page.waitForTimeout(800);
    await page.locator('#part-1').getByRole('button', { name: 'Decline this one' }).click();
    await page.waitForTimeout(200);
    await shot('inbox-round');
    await page.getByRole('checkbox').check();
    await page.waitForTimeout(700);
    await page.getByRole('button', { name: 'Check your answers' }).click();
    await page.waitForTimeout(300);
    await shot('inbox-round-check');
    await desk.policy.mute('local', { server: 'Helpdesk', cutOff: true });
    await desk.policy.mute('local', { server: 'Newsletter', tool: 'subscribe' });
    const [form] = desk.list({ principal: 'local' }).filter(each => each.server.name === 'Release');
    await desk.policy.remember('local', form, {
      content: { environment: 'staging', note: 'Nightly' },
      until: Date.now() + 30 * 86_400_000,
    });
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Filled in until').waitFor();
    await shot('inbox-settings');
    await page.goto(`${origin}/server/Release`);
    await page.getByRole('heading', { name: 'Release', exact: true }).waitFor();
    await page.waitForTimeout(300);
    await shot('inbox-server');
    await page.getByRole('link', { name: 'History' }).click();
    await page.locator('.item', { hasText: 'Records' }).click();
    await page.getByRole('button', { name: 'What happened' }).click();
    await page.locator('.audit').waitFor();
    await shot('inbox-audit');
    await page.getByRole('link', { name: 'Waiting' }).click();
    await page.waitForTimeout(100);
    await context.setOffline(true);
    inbox.close();
    await page.locator('.line-state', { hasText: 'Not connected' }).waitFor();
    await page.waitForTimeout(200);
    await shot('inbox-offline');
    await context.close();
    await close(desk, inbox, server);
    for (const [name, locale] of [
      ['inbox-german', 'de-DE'],
      ['inbox-rtl', 'ar-EG'],
    ])
      await translated({ browser, settings, locale, file: join(out, `${name}-${look}.png`) });
    await team({ browser, settings, out, look });
  }
}

async function open(options = {}) {
  const desk = createDesk();
  let origin = '';
  const inbox = createInbox({ desk, origin: () => origin, ...options });
  desk.addSurface(inbox.surface);
  const server = await new Promise(resolve => {
    const started = serve({ fetch: inbox.fetch, port: 0, hostname: '127.0.0.1' }, info => {
      origin = `http://127.0.0.1:${info.port}`;
      resolve(started);
    });
  });
  return { desk, inbox, server, origin };
}

async function close(desk, inbox, server) {
  inbox.close();
  await desk.close();
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}

async function translated({ browser, settings, locale, file }) {
  const { desk, inbox, server } = await open({ packs: [arabic] });
  const context = await browser.newContext({ ...settings, locale, timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  await page.goto(await inbox.loginLink());
  await page.getByRole('button').click();
  await page.locator('.line-state.live').waitFor({ state: 'attached' });
  for (const each of QUESTIONS)
    void desk.ask({ ...each, revision: each.params.mode === 'url' ? '2025-11-25' : '2026-07-28', principal: 'local' });
  await page.locator('.item').nth(3).waitFor();
  await page.locator('.item', { hasText: 'Release' }).click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: file });
  await context.close();
  await close(desk, inbox, server);
}

/** The way in and out where people sign in by their identity provider. */
async function team({ browser, settings, out, look }) {
  const oidc = { issuer: 'https://accounts.example.com', clientId: 'desk' };
  const { desk, inbox, server, origin } = await open({ oidc });
  const context = await browser.newContext({ ...settings, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.getByRole('button', { name: 'Sign in with accounts.example.com' }).waitFor();
  await page.screenshot({ path: join(out, `inbox-team-${look}.png`) });
  await page.goto(`${origin}/login/callback?error=access_denied`);
  await page.getByRole('heading').first().waitFor();
  await page.screenshot({ path: join(out, `inbox-team-failed-${look}.png`) });
  await context.close();
  await close(desk, inbox, server);
}
