import { type RawBuilder, sql } from 'kysely';
import type { LinkKind } from '../records/index.ts';

/** `change_id` names the change that caused or fixes the incident: only one that was there before can have caused it. */
export const changeKind = (
  created: RawBuilder<string>,
  createdChange: RawBuilder<string>,
): RawBuilder<LinkKind> =>
  sql<LinkKind>`case when ${createdChange} <= ${created} then 'caused_by' else 'fixed_by' end`;
