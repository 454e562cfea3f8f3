import { serve } from '@midcall/example-kit/serve';
import { defineDeleteRecords } from './delete-records.js';
import { createRecords } from './records.js';

serve('records', () => [defineDeleteRecords(createRecords(4_012, 250))]);
