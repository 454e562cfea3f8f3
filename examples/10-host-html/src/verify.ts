/** Verifies itself in Chromium: a table is booked, a no and a "not now" book nothing. Exit code 1 if anything was not as it should be. */
import { playPage } from '@midcall/example-kit/play-page';
import { createRestaurant } from '@midcall/example-kit/restaurant';
import { serveApp } from './app.js';

const restaurant = createRestaurant();
const app = await serveApp(restaurant);
const { said, complaints, elsewhere } = await playPage(app.origin);
await app.close();
const good = restaurant.booked.length === 1 && complaints.length === 0 && elsewhere.length === 0;
for (const line of said) process.stdout.write(`${line}\n`);
process.stdout.write(good ? 'ok\n' : `NOT OK ${[...complaints, ...elsewhere].join('\n')}\n`);
process.exitCode = good ? 0 : 1;
