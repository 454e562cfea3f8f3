/** What is beside the questions, loaded when it is asked for: settings, notifications, the audit, the keys, the way back in. */
import { asideStyles } from './styles/aside.js';

export { Alerts } from './alerts.js';
export { drawAudit } from './audit-list.js';
export { drawKeys } from './keys-panel.js';
export { Settings } from './settings.js';
export { drawSignedOut } from './signed-out.js';
export { asideStyles };
