// Checks what the schema cannot: templates and paths must parse, the fields must belong to the record of the action, and
// the fields that identify the record must be mapped.
import type { Fault } from '../../platform/errors.ts';
import { type CustomFields, noCustomFields } from '../../platform/runtime/custom-fields.ts';
import { nearest } from '../../platform/text.ts';
import { changeName } from '../../records/index.ts';
import { type Filter, filterFaults } from '../filters.ts';
import { type Action, actionSpecs } from './inbound.actions.ts';
import { mappableCustom } from './mapping/custom-values.ts';
import { type FieldMapping, mappableFields } from './mapping/mapping.ts';
import { parseTemplate, pathOf, TemplateError } from '../../templates/index.ts';

interface MappingSettings {
  action: Action;
  field_mapping: FieldMapping;
  filters: readonly Filter[];
  resolve_when: readonly Filter[];
  dedup_key: string | null;
}

function parseFaults(pointer: string, parse: () => unknown): Fault[] {
  try {
    parse();
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [{ in: 'body', pointer, code: 'invalid_format', message: error.message }];
  }
}

const nouns = { incident: 'an incident', ci: 'a configuration item' };

/** A field that was mapped before may meanwhile be out of use: other settings of the webhook can still be changed. */
function fieldFaults(
  { action, field_mapping: mapping }: Pick<MappingSettings, 'action' | 'field_mapping'>,
  custom: CustomFields,
  before: FieldMapping,
): Fault[] {
  const { record } = actionSpecs[action];
  const own = mappableCustom(custom, record).map(({ key }) => changeName(key));
  const fields: readonly string[] = [...mappableFields[record], ...own];
  const known = new Set<string>(custom.get(record)?.map(({ key }) => changeName(key)));
  return Object.keys(mapping)
    .filter((field) => !fields.includes(field) && !(field in before && known.has(field)))
    .map((field) => ({
      in: 'body',
      pointer: `/field_mapping/${field}`,
      code: 'not_allowed',
      message: `${field} is not a field of ${nouns[record]}, which ${action} writes.`,
      allowed: fields,
      nearest: nearest(field, fields),
    }));
}

/** All fields of at least one list must be mapped. */
const identifiers = [['serial_number'], ['fqdn'], ['class', 'name']] as const;

const isIdentified = (mapping: FieldMapping): boolean =>
  identifiers.some((fields) => fields.every((field) => (mapping[field] ?? '').trim() !== ''));

const requiredFault = (pointer: string, message: string): Fault => ({
  in: 'body',
  pointer,
  code: 'required',
  message,
});

const keyFaults = (dedupKey: string | null, setting: string): Fault[] =>
  (dedupKey ?? '').trim() === ''
    ? [
        requiredFault(
          '/dedup_key',
          `dedup_key is required for ${setting}: it identifies the incident to resolve.`,
        ),
      ]
    : [];

/** The record must be identified by a template. */
const identityFaults: Partial<
  Record<Action, (settings: Pick<MappingSettings, 'field_mapping' | 'dedup_key'>) => Fault[]>
> = {
  resolve_incident: ({ dedup_key }) => keyFaults(dedup_key, 'resolve_incident'),
  upsert_ci: ({ field_mapping }) =>
    isIdentified(field_mapping)
      ? []
      : [
          requiredFault(
            '/field_mapping',
            'upsert_ci needs a template for serial_number, for fqdn, or for class and name: they identify the CI.',
          ),
        ],
};

/** Only a webhook that opens incidents can resolve them as well. */
function resolveFaults({ action, resolve_when, dedup_key }: MappingSettings): Fault[] {
  if (resolve_when.length === 0) return [];
  if (action === 'create_incident') return keyFaults(dedup_key, 'resolve_when');
  const message = `resolve_when is allowed for create_incident only, and the action is ${action}. Send an empty list.`;
  return [{ in: 'body', pointer: '/resolve_when', code: 'not_allowed', message }];
}

const filterListFaults = (pointer: string, filters: readonly Filter[]): Fault[] => [
  ...filters.flatMap(({ field }, index) =>
    parseFaults(`${pointer}/${index}/field`, () => pathOf(field)),
  ),
  ...filterFaults(filters, pointer),
];

export const mappingFaults = (
  settings: MappingSettings,
  custom: CustomFields = noCustomFields,
  before: Pick<MappingSettings, 'field_mapping'> = { field_mapping: {} },
): Fault[] => {
  const { action, field_mapping, filters, resolve_when, dedup_key } = settings;
  return [
    ...Object.entries(field_mapping).flatMap(([field, template = '']) =>
      parseFaults(`/field_mapping/${field}`, () => parseTemplate(template)),
    ),
    ...(dedup_key === null ? [] : parseFaults('/dedup_key', () => parseTemplate(dedup_key))),
    ...filterListFaults('/filters', filters),
    ...filterListFaults('/resolve_when', resolve_when),
    ...fieldFaults(settings, custom, before.field_mapping),
    ...(identityFaults[action]?.({ field_mapping, dedup_key }) ?? []),
    ...resolveFaults(settings),
  ];
};
