// Everybody who reads records of a type may read what gives them targets. A condition on the instance's own fields may name
// one that only agents see, so callers who see only their own records do not see such a policy.
import { sql } from 'kysely';
import { type Condition, fieldsOf } from '../../conditions/index.ts';
import type { Viewer } from '../../platform/context.ts';
import type { RowVisibility } from '../../records/index.ts';
import type { PolicyRow } from './policies.sql.ts';

const OWN_FIELD = 'custom.';

const where = ({ reach }: Viewer) =>
  reach === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`sla_policies.active and strpos(sla_policies."when"::text, ${`"${OWN_FIELD}`}) = 0`;

export const policyVisibility: RowVisibility<PolicyRow> = {
  canSee: ({ active, when }, { reach }) =>
    reach === 'all' ||
    (active && !fieldsOf(when as Condition).some((name) => name.startsWith(OWN_FIELD))),
  scope: (viewer) => ({ key: viewer.reach, where: where(viewer) }),
  where,
};
