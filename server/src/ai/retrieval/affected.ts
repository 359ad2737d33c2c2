// An incident or a change affects the open incidents of its CIs, and the CIs that depend on them.
import { findDependants } from '../../cmdb/index.ts';
import { may } from '../../identity/index.ts';
import { findOpenIncidentsOfCis } from '../../incidents/index.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { FoundRecord } from './records.ts';
import { countOf } from '../../platform/text.ts';

const MAX_LISTED = 10;
const MAX_RELATIONS = 1000;

const cisOf = ({ fields }: FoundRecord): string[] => {
  const { ci_id, ci_ids } = fields as { ci_id?: string | null; ci_ids?: string[] };
  return [...(ci_id ? [ci_id] : []), ...(ci_ids ?? [])].slice(0, MAX_LISTED);
};

/** Returns sentences; none for a caller who may not read CIs and all incidents. */
export async function describeAffected(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  record: FoundRecord,
): Promise<string[]> {
  const mayRead =
    reachOf(may('cmdb.read'), actor) === 'all' && reachOf(may('incidents.read'), actor) === 'all';
  const ids = cisOf(record);
  if (!mayRead || ids.length === 0) return [];
  const { ids: dependants } = await findDependants(db, {
    of: ids,
    limitEach: MAX_RELATIONS,
    limit: MAX_RELATIONS,
  });
  const open = await findOpenIncidentsOfCis(db, ids, MAX_LISTED);
  const others = open.filter(({ id }) => id !== record.id).map(({ id }) => id);
  return [
    `It concerns ${ids.join(', ')}.`,
    dependants.length > 0
      ? `${countOf(dependants.length, 'CI')} directly affected: ${dependants.slice(0, MAX_LISTED).join(', ')}.`
      : 'No CI depends on it directly.',
    ...(others.length > 0 ? [`Other open incidents there: ${others.join(', ')}.`] : []),
  ];
}
