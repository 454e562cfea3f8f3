import { serve } from '@midcall/example-kit/serve';
import { defineHabitTools, planDay } from './onboarding.js';

serve('planner', midcall => [planDay, ...defineHabitTools(midcall.remembered)]);
