import { serve } from '@midcall/example-kit/serve';
import { createAirline } from './airline.js';
import { defineHoldFlight } from './hold-flight.js';

serve('flights', () => [defineHoldFlight(createAirline())]);
