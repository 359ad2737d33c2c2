import type { Feature } from '../feature.ts';
import { may } from '../identity/index.ts';
import { recordSource } from '../records/index.ts';
import { ciBulk } from './cmdb.bulk.ts';
import { ciEventData } from './cmdb.events.ts';
import { cis } from './cmdb.record.ts';
import { ciRoutes } from './cmdb.routes.ts';
import { CiId } from './cmdb.schema.ts';
export { cis } from './cmdb.record.ts';
export { findDependants } from './cmdb.relations.sql.ts';
export { type CiCreate, CiId, CiSummary, CiUpdate } from './cmdb.schema.ts';
export { createCi, discoverCi, updateCi, upsertCi } from './cmdb.service.ts';
export { findCis } from './cmdb.sql.ts';

export const cmdbFeature: Feature = {
  routes: ciRoutes,
  records: [cis],
  events: ciEventData,
  bulk: { cis: { operations: ciBulk, policy: may('cmdb.bulk') } },
  search: [recordSource(cis, { type: 'ci', id: CiId, state: 'status', text: 'fqdn' })],
};
