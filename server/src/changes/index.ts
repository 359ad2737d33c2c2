import { registerEventData } from '../events/index.ts';
import { registerSettings } from '../platform/runtime/settings.ts';
import { changeEventData } from './changes.events.ts';
import { changeSettings } from './changes.settings.ts';
export { findRecentChangesOfCis } from './changes.recent.sql.ts';
export { changeRoutes } from './changes.routes.ts';

registerEventData(['change.submitted', 'change.approved', 'change.rejected'], changeEventData);
registerSettings(changeSettings);
