// The service catalog: what employees may ask for, with the form, the approvals and the tasks of each item.
import type { Feature } from '../feature.ts';
import { catalogItems } from './items.record.ts';
import { itemRoutes } from './items.routes.ts';
import { itemSource } from './search/item-source.ts';

export { findApprovers, isActiveApprover, isParty, type Parties } from './approvers/approvers.ts';
export { type PersonState, readPersonStates } from './approvers/approvers.sql.ts';
export { findOrderable } from './audience/orderable.sql.ts';
export type { CatalogContent } from './content.ts';
export type { ApprovalStage } from './definition/stages.schema.ts';
export type { TaskTemplate } from './definition/tasks.schema.ts';
export { catalogItems } from './items.record.ts';
export { type CatalogItemCreate, CatalogItemId } from './items.schema.ts';
export { createItem, publishItem } from './items.service.ts';

export const catalogFeature: Feature = {
  routes: itemRoutes,
  records: [catalogItems],
  search: [itemSource],
};
