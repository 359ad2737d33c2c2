// Maps an event to an incident or to a CI. The result passes the validation of the API, so that no alert is lost
// because of a bad value.
import { CiUpdate as CiUpdateSchema } from '../../../cmdb/index.ts';
import {
  type IncidentCreate,
  IncidentCreate as IncidentCreateSchema,
} from '../../../incidents/index.ts';
import { noCustomFields } from '../../../platform/runtime/custom-fields.ts';
import type { Warning } from './adapt-text.ts';
import type { CUSTOM_PREFIX } from './custom-values.ts';
import type { Source } from '../../../templates/index.ts';
import {
  boundedWarnings,
  fieldRenderer,
  type FieldTemplates,
  type MappingContext,
} from './render-fields.ts';
import { levelOfWord, priorityOfWord } from './severities.ts';

const {
  state: _,
  notify_stakeholders: __,
  custom: _custom,
  ...incidentProperties
} = IncidentCreateSchema.properties;
const { relations: ___, custom: _customOfCi, ...ciProperties } = CiUpdateSchema.properties;
type IncidentField = keyof typeof incidentProperties;
type CiField = keyof typeof ciProperties;

const incidentFields = Object.keys(incidentProperties) as IncidentField[];
const ciFields = Object.keys(ciProperties) as CiField[];

/** A mapping may fill these fields, by the record of the action, and the instance's own as `custom.<key>`. */
export const mappableFields = { incident: incidentFields, ci: ciFields };
export type MappedRecord = keyof typeof mappableFields;

export type FieldMapping = Partial<
  Record<IncidentField | CiField | `${typeof CUSTOM_PREFIX}${string}`, string>
>;

/** Without fields of the instance, the caller does not matter. */
const withoutFields: MappingContext = {
  actor: { id: '', email: '', roles: [] },
  fields: noCustomFields,
};

const renderIncident = fieldRenderer({
  record: 'incident',
  fields: incidentFields,
  schema: IncidentCreateSchema,
  translators: { priority: priorityOfWord, impact: levelOfWord, urgency: levelOfWord },
});

const renderCi = fieldRenderer({
  record: 'ci',
  fields: ciFields,
  schema: CiUpdateSchema,
  translators: {},
  json: ['attributes'],
});

export interface MappedEvent {
  incident: IncidentCreate;
  dedupKey: string;
  warnings: Warning[];
}

type EventMapping = FieldTemplates & { name: string; action: string };

export function mapEvent(
  mapping: EventMapping,
  source: Source,
  context = withoutFields,
): MappedEvent {
  const { fields, dedupKey, warnings } = renderIncident(mapping, source, context);
  const { short_description = '', ...others } = fields as Partial<IncidentCreate>;
  // Resolving needs the key alone.
  if (short_description.trim() === '' && mapping.action === 'create_incident')
    warnings.push({
      field: 'short_description',
      code: 'replaced',
      message: "The value was empty; the webhook's name was used.",
    });
  return {
    incident: {
      short_description: short_description.trim() === '' ? mapping.name : short_description,
      ...others,
    },
    dedupKey,
    warnings: boundedWarnings(warnings),
  };
}

export interface MappedCi {
  ci: CiUpdateSchema;
  warnings: Warning[];
}

export function mapCi(
  { field_mapping }: Pick<FieldTemplates, 'field_mapping'>,
  source: Source,
  context = withoutFields,
): MappedCi {
  const { fields, warnings } = renderCi({ field_mapping, dedup_key: null }, source, context);
  return { ci: fields, warnings: boundedWarnings(warnings) };
}
