// The impact of a CI includes its dependants, and the open incidents and recent changes of all of them.
import type { Static } from 'typebox';
import { cis, findCis, findDependants } from '../cmdb/index.ts';
import { findOpenIncidentsOfCis } from '../incidents/index.ts';
import { picker } from '../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { readRecord } from '../records/index.ts';
import { findRecentChangesOfCis } from '../changes/index.ts';
import { type FindDependants, walkDependants } from './impact.dependants.ts';
import { depthOf, Impact, type ImpactQuery, MAX_RECORDS } from './impact.schema.ts';

type ImpactRequest = RequestContext<{ id: string }, Static<typeof ImpactQuery>>;

const RECENT_MS = 86_400_000;

const pickCi = picker(Impact.properties.ci);

export async function getImpact(request: ImpactRequest): Promise<Reply> {
  const { params, query, deps, now } = request;
  const { db } = deps;
  const ci = await readRecord(db, cis, params.id, request);
  const find: FindDependants = (some) => findDependants(db, some);
  const { reached, isTruncated } = await walkDependants(find, ci.id, depthOf(query));
  const ids = [...reached.keys()];
  const ciIds = [ci.id, ...ids];
  const since = new Date(now.getTime() - RECENT_MS);
  const [rows, incidents, changes] = await Promise.all([
    findCis(db, ids),
    findOpenIncidentsOfCis(db, ciIds, MAX_RECORDS),
    findRecentChangesOfCis(db, { ciIds, since, limit: MAX_RECORDS }),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const dependants = [...reached].flatMap(([id, { distance, through }]) => {
    const row = byId.get(id);
    return row ? [{ ...row, distance, through }] : [];
  });
  return ok({
    ci: pickCi(ci),
    dependants,
    open_incidents: incidents,
    recent_changes: changes,
    truncated: isTruncated,
  });
}
