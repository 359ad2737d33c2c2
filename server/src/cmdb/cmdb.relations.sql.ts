import { sql } from 'kysely';
import { precompile } from '../platform/postgres/statements.ts';
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
const relatedStatement = precompile<RelatedRow>('related CIs', (db) => ({
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

/** Returns relations in both directions: first those of the CI itself, each sorted by type and id. */
export const findRelated = (db: Db | Tx, id: string): Promise<RelatedRow[]> =>
  relatedStatement(db, [id, id]);

/** Returns the CI's own relations, sorted by type and id. */
export const findRelations = (tx: Tx, id: string): Promise<Relation[]> =>
  tx
    .selectFrom('ci_relations')
    .select(['type', 'target as ci_id'])
    .where('ci_id', '=', id)
    .orderBy('type')
    .orderBy('target')
    .execute();

/** The CI must be locked or new. */
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
  /** At the same index is the first of the CIs that the dependant depends on. */
  through: string[];
  relations: number;
}

const dependantsStatement = precompile<DependantsRow>('dependants of CIs', (db) => ({
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
  /** The direct dependants of these CIs are read. */
  of: readonly string[];
  /** `limitEach` limits the relations read per CI and type, `limit` their total. */
  limitEach: number;
  limit: number;
}

/** Returns the CIs to which a failure of the given ones spreads directly, and the number of relations read. */
export async function findDependants(
  db: Db | Tx,
  { of, limitEach, limit }: DependantsRequest,
): Promise<DependantsRow> {
  const limits = steps.map(() => limitEach);
  const [row] = await dependantsStatement(db, [of, ...limits, limit]);
  return row ?? { ids: [], through: [], relations: 0 };
}
