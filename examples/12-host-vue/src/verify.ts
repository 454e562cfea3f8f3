/** Verifies itself in Chromium: a table is booked, a no and a "not now" book nothing. Exit code 1 if anything was not as it should be. */
import { verifyExample } from '@midcall/example-kit/play-page';
import { serveApp } from './app.js';

await verifyExample(serveApp);
