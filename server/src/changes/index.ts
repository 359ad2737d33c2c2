import type { Feature } from '../feature.ts';
import { recordSource } from '../records/index.ts';
import { changeAutomation } from './changes.automation.ts';
import { changeEventData } from './changes.events.ts';
import { changes } from './changes.record.ts';
import { changeRoutes } from './changes.routes.ts';
import { ChangeId } from './changes.schema.ts';
import { changeSettings } from './changes.settings.ts';
export { decideChange, submitChange } from './decisions/changes.decisions.ts';
export { findRecentChangesOfCis } from './changes.recent.sql.ts';
export { changes } from './changes.record.ts';
export { ChangeCreate, ChangeUpdate } from './changes.schema.ts';
export { createChange, updateChange } from './changes.service.ts';

export const changeFeature: Feature = {
  routes: changeRoutes,
  records: [changes],
  automations: [changeAutomation],
  settings: changeSettings,
  events: changeEventData,
  search: [
    recordSource(changes, { type: 'change', id: ChangeId, state: 'state', text: 'description' }),
  ],
};
