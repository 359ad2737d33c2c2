import type { Feature } from '../feature.ts';
import { handOverBulk } from './hand-over.ts';
import { notifyOfOpenWork } from './leavers.notices.ts';
import { leaverRoutes } from './leavers.routes.ts';

export const leaverFeature: Feature = {
  routes: leaverRoutes,
  onSaved: { user: notifyOfOpenWork },
  bulk: handOverBulk,
};
