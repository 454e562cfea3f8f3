import { serve } from '@midcall/example-kit/serve';
import { defineInvite } from './invite.js';
import { createOffice } from './people.js';

serve('meetings', () => [defineInvite(createOffice())]);
