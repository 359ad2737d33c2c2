// Each action of inbound webhooks is about one kind of record, and needs a permission of the owner.
import { may } from '../../identity/index.ts';
import type { Policy } from '../../platform/http/routes/policy.ts';
import type { MappedRecord } from './mapping/mapping.ts';

interface ActionSpec {
  record: MappedRecord;
  policy: Exclude<Policy, 'public'>;
  /** Completes "the owner may no longer …". */
  right: string;
}

const onIncidents = {
  record: 'incident',
  policy: may('incidents.create'),
  right: 'create incidents',
} as const;

export const actionSpecs = {
  create_incident: onIncidents,
  resolve_incident: onIncidents,
  upsert_ci: { record: 'ci', policy: may('cmdb.write'), right: 'write CIs' },
} as const satisfies Record<string, ActionSpec>;

export type Action = keyof typeof actionSpecs;
export const actions = Object.keys(actionSpecs) as Action[];
