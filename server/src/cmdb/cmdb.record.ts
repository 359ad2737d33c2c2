// The record type of CIs determines who reads one, how it is shown, and its events.
import { may } from '../identity/index.ts';
import type { Context, Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { type RecordType, recordUrls, withCustom } from '../records/index.ts';
import { findRelated } from './cmdb.relations.sql.ts';
import { Ci } from './cmdb.schema.ts';
import { auditedColumns, type CiRow, ciTable } from './cmdb.sql.ts';

const read = may('cmdb.read');

export const cis: RecordType<CiRow, Context> & { table: typeof ciTable } = {
  type: 'ci',
  noun: 'CI',
  path: '/cmdb/cis',
  table: ciTable,
  schema: Ci,
  auditedFields: auditedColumns,
  // A CI is never deleted, so both policies are the same.
  readers: { policy: read, deleted: read },
  labelColumn: 'name',
  ofPerson: { columns: ['owner'] },
  groupColumn: 'support_group',
  owner: ({ owner }) => owner,
  // Only `discover` sets the time of discovery.
  events: (before, { first_discovered_at: discovered }) =>
    before === null && discovered !== null ? ['ci.discovered'] : [],
  eventData: (row, { actor, baseUrl }) => {
    const { id, name, class: className, status, environment } = row;
    const { owner, support_group, discovery_source } = row;
    return {
      id,
      name,
      class: className,
      status,
      environment,
      owner,
      support_group,
      discovery_source,
      actor: actor.email,
      ...recordUrls(cis, id, baseUrl),
    };
  },
};

const pick = picker(Ci);

export async function presentCi(row: CiRow, viewer: Viewer & Pick<Context, 'fields'>, db: Db | Tx) {
  const related = await findRelated(db, row.id);
  const shown = pick({
    ...row,
    relations: related
      .filter(({ direction }) => direction === 'out')
      .map(({ type, id }) => ({ type, ci_id: id })),
    related: related.map(({ type, direction, id, name }) => ({
      type,
      direction,
      ci: { id, name },
    })),
  });
  return withCustom('ci', row, viewer, shown);
}
