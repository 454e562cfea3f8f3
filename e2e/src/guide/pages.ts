/** What the page about pages shows; rehearsed in guide.test.ts. */
import { createMidcall, customPage, defineTool, html, type Midcall, oauthPage, secretPage } from '@midcall/server';

// #region secret
const apiKey = secretPage('weather-key', {
  title: 'Connect the weather service',
  fields: { token: { title: 'API token', description: 'From your account page; reading is enough.' } },
});

export const forecast = defineTool('forecast', {}, async (_none, call) => {
  const key = await call.visit('key', { message: 'The weather service needs your API token.', page: apiKey });
  const { token } = await key.secret(); // from the store of this server; the host and the model never see it
  return { content: [{ type: 'text', text: await readForecast(token) }] };
});
// #endregion

// #region oauth
const calendar = oauthPage({
  name: 'calendar',
  title: 'Calendar',
  issuer: 'https://accounts.example.com',
  clientId: 'records',
  scopes: ['calendar.read'],
});

export const nextMeeting = defineTool('next_meeting', {}, async (_none, call) => {
  const access = await call.visit('calendar', { message: 'Connect your calendar, to read it only.', page: calendar });
  const { accessToken } = await access.secret(); // refreshed where it has run out
  return { content: [{ type: 'text', text: await readMeeting(accessToken) }] };
});
// #endregion

// #region custom
const approval = customPage<{ approved: boolean }>('approval', async (_request, page) => {
  if (page.form?.get('action') === 'approve') return page.done({ approved: true });
  const { amount, to } = page.data;
  return page.page(
    'Approve a payment',
    html`<p>Pay ${String(amount)} EUR to ${String(to)}?</p>
<form method="post">${page.guard}<button name="action" value="approve">Approve</button></form>`,
  );
});

export const pay = defineTool('pay', { needs: ['once'] }, async (_none, call) => {
  const data = { amount: 120, to: 'Northwind' }; // other facts are another approval
  await call.visit('approve', { message: 'Pay 120 EUR to Northwind?', page: approval, data, unique: 'invoice-7' });
  const receipt = await call.once('pay', { unique: 'invoice-7' }, () => 'R-1');
  return { content: [{ type: 'text', text: `Paid: ${receipt}` }] };
});
// #endregion

// #region mount
/** Behind a sign-in of your own: who opens a page must be who made the call. */
export function withPages(signedIn: (request: Request) => Promise<{ iss: string; sub: string } | undefined>, keys: string): Midcall {
  return createMidcall({
    keys,
    pages: { url: 'https://records.example/midcall', identify: signedIn, known: [calendar, approval] },
  });
}
// Then serve /midcall/* with `midcall.pages().fetch(request)`: GET and POST, a Request in, a Response out.
// #endregion

async function readForecast(token: string): Promise<string> {
  return token === '' ? 'no forecast' : 'Sunny';
}

async function readMeeting(token: string): Promise<string> {
  return token === '' ? 'no meeting' : 'At ten';
}
