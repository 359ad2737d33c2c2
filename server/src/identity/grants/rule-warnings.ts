// A rule may name a group that does not exist yet, or by mistake; it then gives no group.
import type { Tx } from '../../platform/postgres/tables.ts';
import { unknownGroups } from '../groups/group-names.sql.ts';
import type { Warning } from '../../records/index.ts';
import { nearestGroup } from '../people/nearest.ts';
import type { RoleRule } from './role-rules.ts';

/** Each warning compares its name with those of groups. */
const MAX_WARNINGS = 20;

/** Returns no member if the request names no rules, or none with an unknown group. */
export async function ruleWarnings(
  tx: Tx,
  rules: readonly Pick<RoleRule, 'groups'>[] = [],
): Promise<{ warnings?: Warning[] }> {
  const named = rules.flatMap(({ groups }, rule) =>
    groups.map((name, at) => ({ name, pointer: `/role_rules/${rule}/groups/${at}` })),
  );
  if (named.length === 0) return {};
  const unknown = await unknownGroups(tx, [...new Set(named.map(({ name }) => name))]);
  const warnings: Warning[] = [];
  for (const { name, pointer } of named) {
    if (!unknown.has(name)) continue;
    if (warnings.length === MAX_WARNINGS) break;
    const nearest = await nearestGroup(tx, name);
    warnings.push({ pointer, code: 'unknown_group', ...(nearest !== undefined && { nearest }) });
  }
  return warnings.length === 0 ? {} : { warnings };
}
