/** Serves the page until the process is ended. */
import { createRestaurant } from '@midcall/example-kit/restaurant';
import { serveApp } from './app.js';

const { origin } = await serveApp(createRestaurant(), Number(process.env.PORT ?? 0));
process.stdout.write(`Open ${origin}\n`);
