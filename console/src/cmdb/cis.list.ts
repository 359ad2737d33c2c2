import { type CiRow, listCis, readCi } from '../api/index.ts';
import { defineList } from '../lists/index.ts';

export const ciList = defineList<CiRow>({
  filters: [
    'q',
    'class',
    'status',
    'environment',
    'owner',
    'support_group',
    'created_after',
    'created_before',
    'updated_after',
  ],
  read: listCis,
  readOne: readCi,
  recordType: 'ci',
});
