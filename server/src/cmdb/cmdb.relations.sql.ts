// The relations between CIs in PostgreSQL.
import { sql } from 'kysely';
import { precompiled } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { MAX_RELATED, relations, type RelationType, relationTypes } from './cmdb.relations.ts';
import type { Relation } from './cmdb.schema.ts';

interface CiRelationsTable {
  ci_id: string;
  type: RelationType;
  target: string;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    ci_relations: CiRelationsTable;
  }
}

interface RelatedRow {
  direction: 'out' | 'in';
  type: RelationType;
  id: string;
  name: string;
}

const most = sql.lit(MAX_RELATED);
const relatedStatement = precompiled<RelatedRow>('related CIs', (db) => ({
  compile: () =>
    sql<RelatedRow>`
      (select 'out' as direction, type, target as id, name
        from ci_relations join cis on cis.id = target
        where ci_id = ${null} order by type, target limit ${most})
      union all
      (select 'in', type, ci_id, name
        from ci_relations join cis on cis.id = ci_id
        where target = ${null} order by type, ci_id limit ${most})`.compile(db),
}));

/** In both directions: its own first, each by type and id. */
export const findRelated = (db: Db | Tx, id: string): Promise<RelatedRow[]> =>
  relatedStatement(db, [id, id]);

/** The relations of a CI to others, by type and id. */
export const findRelations = (tx: Tx, id: string): Promise<Relation[]> =>
  tx
    .selectFrom('ci_relations')
    .select(['type', 'target as ci_id'])
    .where('ci_id', '=', id)
    .orderBy('type')
    .orderBy('target')
    .execute();

/** The CI must be locked, or new. */
export async function replaceRelations(
  tx: Tx,
  id: string,
  next: readonly Relation[],
): Promise<void> {
  await tx.deleteFrom('ci_relations').where('ci_id', '=', id).execute();
  if (next.length === 0) return;
  const rows = next.map(({ type, ci_id }) => ({ ci_id: id, type, target: ci_id }));
  await tx.insertInto('ci_relations').values(rows).execute();
}

const steps = relationTypes.flatMap((type) => {
  const { dependant } = relations[type];
  const ends = {
    source: { from: sql.ref('target'), to: sql.ref('ci_id') },
    target: { from: sql.ref('ci_id'), to: sql.ref('target') },
    none: undefined,
  };
  const end = ends[dependant];
  return end
    ? [
        sql`(select ${end.to} as id from ci_relations
          where type = ${sql.lit(type)} and ${end.from} = reached.id order by ${end.to} limit ${null})`,
      ]
    : [];
});

interface DependantsRow {
  ids: string[];
  /** For each of them, the first of the CIs that it depends on. */
  through: string[];
  relations: number;
}

const dependantsStatement = precompiled<DependantsRow>('dependants of CIs', (db) => ({
  compile: () =>
    sql<DependantsRow>`
      select coalesce(array_agg(id order by id), '{}') as ids,
        coalesce(array_agg(through order by id), '{}') as through,
        coalesce(sum(n), 0)::bigint as relations
      from (
        select id, min(through) as through, count(*) as n from (
          select step.id, reached.id as through from unnest(${null}::text[]) as reached (id)
          cross join lateral (${sql.join(steps, sql` union all `)}) as step
          limit ${null}) as read
        group by id) as found`.compile(db),
}));

export interface DependantsRequest {
  /** CIs whose direct dependants are read. */
  of: readonly string[];
  /** Relations that are read per CI and type, and over all of them. */
  limitEach: number;
  limit: number;
}

/** The direct dependants of some CIs, as a failure spreads to them, and the number of relations that were read. */
export async function findDependants(
  db: Db | Tx,
  { of, limitEach, limit }: DependantsRequest,
): Promise<DependantsRow> {
  const limits = steps.map(() => limitEach);
  const [row] = await dependantsStatement(db, [of, ...limits, limit]);
  return row ?? { ids: [], through: [], relations: 0 };
}
