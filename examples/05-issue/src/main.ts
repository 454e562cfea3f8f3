import { serve } from '@midcall/example-kit/serve';
import { defineReportBug } from './report-bug.js';
import { createTracker } from './tracker.js';

serve('tracker', () => [defineReportBug(createTracker())]);
