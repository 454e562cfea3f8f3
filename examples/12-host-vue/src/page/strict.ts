/** Before the SDK: its zod would try once whether it may run text as code, which a strict policy forbids and reports. */
import { z } from 'zod';

z.config({ jitless: true });
