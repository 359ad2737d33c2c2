// Each row of a bulk job is processed like the request for a single CI, in its own transaction.
import { bulkCreate, type BulkOperations, bulkUpdate } from '../records/index.ts';
import { may } from '../identity/index.ts';
import { CiCreate, CiId, CiUpdate } from './cmdb.schema.ts';
import { createCi, discoverCi, updateCi, upsertCi } from './cmdb.service.ts';

const write = may('cmdb.write');

const isolateRows = (operations: BulkOperations): BulkOperations =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      { ...operation, isIsolated: true as const },
    ]),
  );

export const ciBulk = isolateRows({
  create: bulkCreate(write, CiCreate, createCi),
  update: bulkUpdate(write, { noun: 'CI', Id: CiId, Update: CiUpdate, update: updateCi }),
  upsert: bulkCreate(write, CiUpdate, upsertCi),
  discover: bulkCreate(write, CiUpdate, discoverCi),
});
