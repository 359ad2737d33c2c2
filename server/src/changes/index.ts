import { registerEventData } from '../events/index.ts';
import { registerSettings } from '../platform/runtime/settings.ts';
import { changeEventData } from './changes.events.ts';
import { changeSettings } from './changes.settings.ts';
export { decideChange, submitChange } from './changes.decisions.ts';
export { findRecentChangesOfCis } from './changes.recent.sql.ts';
export { changes } from './changes.record.ts';
export { changeRoutes } from './changes.routes.ts';
export { ChangeCreate, ChangeUpdate } from './changes.schema.ts';
export { createChange, updateChange } from './changes.service.ts';

registerEventData(['change.submitted', 'change.approved', 'change.rejected'], changeEventData);
registerSettings(changeSettings);
