import { registerBulkOperations } from '../bulk/index.ts';
import { may } from '../identity/index.ts';
import { registerEventData } from '../events/index.ts';
import { ciBulk } from './cmdb.bulk.ts';
import { ciEventData } from './cmdb.schema.ts';
export { cis } from './cmdb.record.ts';
export { findDependants } from './cmdb.relations.sql.ts';
export { ciRoutes } from './cmdb.routes.ts';
export { type CiCreate, CiId, CiSummary, CiUpdate } from './cmdb.schema.ts';
export { createCi, discoverCi, updateCi, upsertCi } from './cmdb.service.ts';
export { findCis } from './cmdb.sql.ts';

registerBulkOperations('cis', ciBulk, may('cmdb.bulk'));
registerEventData(['ci.discovered'], ciEventData);
