/** What is beside the questions, loaded when it is asked for. */
import { asideStyles } from './styles/aside.js';

export { Alerts } from './alerts.js';
export { drawAudit } from './audit-list.js';
export { Filter } from './filter.js';
export { drawKeys } from './keys-panel.js';
export { Rules } from './rules.js';
export { drawServer } from './server-page.js';
export { Settings } from './settings.js';
export { drawSignedOut } from './signed-out.js';
export { asideStyles };
