// The timeline says which SLA policy gave a record its targets, and when a target is near or missed.
import type { TimelineEntry } from '../../api/index.ts';
import { labelInSentence, metricLabels, type SlaMetric, valueText } from '../../words/index.ts';
import type { FieldChange } from './timeline.items.ts';

interface AppliedPolicy {
  id: string;
  version: number;
  name: string;
  /** The values that the condition of the policy read. */
  inputs?: Readonly<Record<string, unknown>>;
}

const MAX_INPUTS = 4;

const relatedLabels: Readonly<Record<string, string>> = {
  ci: 'CI',
  requester: 'requester',
  note: 'note',
};

/** A condition may read fields of the CI, of the requester and of the note, too. */
export function inputLabel(field: string, recordType: string): string {
  const [root = '', rest = ''] = field.split('.', 2);
  const related = rest === '' ? undefined : relatedLabels[root];
  return related === undefined
    ? labelInSentence(field, recordType)
    : `${related} ${rest.replaceAll('_', ' ')}`;
}

/** Returns a text such as " (priority P2, no category)". */
function inputsText(inputs: AppliedPolicy['inputs'], recordType: string): string {
  const shown = Object.entries(inputs ?? {}).slice(0, MAX_INPUTS);
  const texts = shown.map(([field, value]) => {
    const label = inputLabel(field, recordType);
    return value === null ? `no ${label}` : `${label} ${valueText(field, value, recordType)}`;
  });
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

/** Says which policy applies now; undefined for changes of other fields. */
export function policyText(
  { field, from, to }: Pick<FieldChange, 'field' | 'from' | 'to'>,
  recordType: string,
): string | undefined {
  if (field !== 'sla_policy') return undefined;
  const [before, after] = [from, to] as (AppliedPolicy | null | undefined)[];
  if (!after) return `SLA policy “${before?.name ?? ''}” applies no more`;
  const isSame = before?.id === after.id;
  return isSame
    ? `SLA policy “${after.name}” was edited`
    : `SLA policy “${after.name}” applies${inputsText(after.inputs, recordType)}`;
}

/** The clocks of the record were computed again, without anybody having changed the record. */
export const isRecomputed = ({ cause }: Pick<TimelineEntry, 'cause'>): boolean =>
  cause?.kind === 'sla_policies';

export const RECOMPUTED = 'SLA policies were changed:';

const isMetric = (name: unknown): name is SlaMetric =>
  typeof name === 'string' && Object.hasOwn(metricLabels, name);

/** Words the events of targets; undefined for other entries. */
export function targetText({ kind, changes }: TimelineEntry) {
  if (kind !== 'sla.target_warning' && kind !== 'sla.target_breached') return undefined;
  const metric = changes?.['sla_metric']?.to;
  const name = isMetric(metric) ? `the ${metricLabels[metric].toLowerCase()}` : 'a target';
  return kind === 'sla.target_warning'
    ? { text: `75 % of the time for ${name} is used`, hasActor: false, tone: 'amber' as const }
    : { text: `The time for ${name} is over`, hasActor: false, tone: 'red' as const };
}
