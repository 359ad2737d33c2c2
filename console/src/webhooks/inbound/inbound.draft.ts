// The mapping of an inbound webhook is a draft while it is edited and tried.
import type {
  FieldMapping,
  Filter,
  InboundDraft,
  InboundWebhook,
  InboundWebhookCreate,
} from '../../api/index.ts';
import type { OwnField } from '../own-names.ts';

export type InboundAction = InboundWebhook['action'];

export const actionLabels: Readonly<Record<InboundAction, string>> = {
  create_incident: 'Open an incident',
  resolve_incident: 'Resolve the incident',
  upsert_ci: 'Update a configuration item',
};

/** Returns a text such as "Open an incident" or "Open and resolve an incident". */
export const actionText = ({
  action = 'create_incident',
  resolve_when = [],
}: Pick<InboundWebhookCreate, 'action' | 'resolve_when'>): string =>
  action === 'create_incident' && resolve_when.length > 0
    ? 'Open and resolve an incident'
    : actionLabels[action];

/** These fields are offered; people map the first ones most often. */
const fieldsOf: Readonly<Record<InboundAction, readonly (keyof FieldMapping)[]>> = {
  create_incident: [
    'short_description',
    'description',
    'priority',
    'category',
    'subcategory',
    'impact',
    'urgency',
    'assignment_group',
    'assigned_to',
    'ci_id',
    'external_id',
    'resolution',
  ],
  resolve_incident: ['resolution'],
  upsert_ci: [
    'name',
    'class',
    'status',
    'environment',
    'criticality',
    'owner',
    'support_group',
    'ip_address',
    'fqdn',
    'serial_number',
    'location',
    'attributes',
    'external_id',
    'discovery_source',
  ],
};

/** These fields are always shown; the others only if they have a template. */
const basicFields: Readonly<Record<InboundAction, readonly (keyof FieldMapping)[]>> = {
  create_incident: ['short_description', 'description', 'priority', 'category'],
  resolve_incident: ['resolution'],
  upsert_ci: ['name', 'class', 'status'],
};

export interface MappingDraft {
  action: InboundAction;
  field_mapping: FieldMapping;
  filters: Filter[];
  /** Events that match all of these resolve the incident that the others opened. */
  resolve_when: Filter[];
  dedup_key: string;
}

export const mappingOf = (
  webhook: Pick<
    InboundWebhookCreate,
    'action' | 'field_mapping' | 'filters' | 'resolve_when' | 'dedup_key'
  >,
): MappingDraft => ({
  action: webhook.action ?? 'create_incident',
  field_mapping: webhook.field_mapping ?? {},
  filters: webhook.filters ?? [],
  resolve_when: webhook.resolve_when ?? [],
  dedup_key: webhook.dedup_key ?? '',
});

/** Only a webhook that opens incidents also resolves them by conditions. */
const conditionsOf = ({ action, resolve_when }: MappingDraft): Filter[] =>
  action === 'create_incident' ? resolve_when : [];

/** Empty templates are left out, so that their fields are not mapped. */
export const draftBody = (draft: MappingDraft) => {
  const { action, field_mapping, filters, dedup_key } = draft;
  return {
    action,
    field_mapping: Object.fromEntries(
      Object.entries(field_mapping).filter(([, template]) => template !== ''),
    ),
    filters,
    resolve_when: conditionsOf(draft),
    dedup_key: dedup_key === '' ? null : dedup_key,
  } satisfies InboundDraft;
};

export const isSameMapping = (one: MappingDraft, other: MappingDraft): boolean =>
  JSON.stringify(draftBody(one)) === JSON.stringify(draftBody(other));

export const shownFields = (draft: MappingDraft): (keyof FieldMapping)[] => [
  ...new Set([
    ...basicFields[draft.action],
    ...(conditionsOf(draft).length > 0 ? basicFields.resolve_incident : []),
    ...(Object.keys(draft.field_mapping) as (keyof FieldMapping)[]),
  ]),
];

/** Events of the webhook write records of this type. */
export const recordTypeOf = ({ action }: MappingDraft): 'incident' | 'ci' =>
  action === 'upsert_ci' ? 'ci' : 'incident';

/** Resolving takes nothing but the resolution. */
const takesOwn = ({ action }: MappingDraft): boolean => action !== 'resolve_incident';

/** Fields of the instance are offered as long as they are in use. */
export const otherFields = (
  draft: MappingDraft,
  own: readonly OwnField[] = [],
): (keyof FieldMapping)[] => {
  const shown = shownFields(draft);
  const inUse = own.filter(({ active }) => active && takesOwn(draft)).map(({ name }) => name);
  return [...fieldsOf[draft.action], ...inUse].filter((field) => !shown.includes(field));
};

interface ReadPayload {
  payload?: Record<string, unknown>;
  fault?: string;
}

/** A payload is a JSON object; if the text is not one, the fault says why. */
export function readPayload(text: string): ReadPayload {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { payload: value as Record<string, unknown> }
      : { fault: 'The payload must be a JSON object: { … }.' };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

const MAX_PATHS = 60;
const MAX_DEPTH = 6;

/** Returns the paths of the values in a payload; filters and templates offer them. */
export function pathsIn(payload: unknown, prefix = '', depth = 0): string[] {
  if (typeof payload !== 'object' || payload === null || depth > MAX_DEPTH)
    return prefix === '' ? [] : [prefix];
  const entries = Array.isArray(payload)
    ? payload.slice(0, 1).map((value, index): [string, unknown] => [`${prefix}[${index}]`, value])
    : Object.entries(payload).map(([name, value]): [string, unknown] => [
        prefix === '' ? name : `${prefix}.${name}`,
        value,
      ]);
  return entries.flatMap(([path, value]) => pathsIn(value, path, depth + 1)).slice(0, MAX_PATHS);
}
