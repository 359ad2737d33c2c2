// Maps an event to an incident: renders the templates, adjusts values to their fields, and returns a warning for each
// adjustment. The result passes the validation of POST /incidents, so that no alert is lost because of a bad value.
import type { IncidentCreate } from '../../../incidents/index.ts';
import { bodyValidator } from '../../../platform/http/input/validation.ts';
import { IncidentCreate as IncidentCreateSchema } from '../../../incidents/index.ts';
import { Members, type Source } from './paths.ts';
import { truncate } from './pipes.ts';
import { levelOfWord, priorityOfWord } from './severities.ts';
import { parseTemplate, render } from './templates.ts';

const { state: _, notify_stakeholders: __, ...properties } = IncidentCreateSchema.properties;
type Field = keyof typeof properties;
export const mappableFields = Object.keys(properties) as Field[];

export type FieldMapping = Partial<Record<Field, string>>;

export interface Warning {
  field: string;
  code: 'missing_path' | 'truncated' | 'translated' | 'left_out' | 'replaced';
  message: string;
}

const MAX_WARNINGS = 50;
const MAX_QUOTED_LENGTH = 60;
const quoted = (text: string): string =>
  JSON.stringify(
    text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH).toWellFormed()}…` : text,
  );

const validate = bodyValidator(IncidentCreateSchema);

const translators: Partial<Record<Field, (word: string) => string | undefined>> = {
  priority: priorityOfWord,
  impact: levelOfWord,
  urgency: levelOfWord,
};

const maxLengthOf = (field: Field): number | undefined =>
  (properties[field] as { maxLength?: number; format?: string }).maxLength;

/** Translates words such as severities, and truncates long text. */
function adaptValue(
  field: Field,
  text: string,
  warn: (warning: Omit<Warning, 'field'>) => void,
): string {
  const translated = translators[field]?.(text);
  if (translated !== undefined) {
    if (translated.toLowerCase() !== text.trim().toLowerCase())
      warn({ code: 'translated', message: `${quoted(text)} was mapped to ${translated}.` });
    return translated;
  }
  const maxLength = maxLengthOf(field);
  const short = maxLength === undefined ? text : truncate(text, maxLength);
  if (short.length < text.length)
    warn({ code: 'truncated', message: `The value was truncated to ${maxLength} characters.` });
  return short;
}

/** Removes the fields that the validation of the API rejects. */
function omitInvalid(fields: Record<string, string>, warnings: Warning[]): void {
  for (const { pointer, message } of validate(fields).faults) {
    const field = pointer.split('/')[1] ?? '';
    if (!Object.hasOwn(fields, field)) continue;
    warnings.push({
      field,
      code: 'left_out',
      message: `${message} The value ${quoted(fields[field] ?? '')} was omitted.`,
    });
    delete fields[field];
  }
}

export interface MappedEvent {
  incident: IncidentCreate;
  dedupKey: string;
  warnings: Warning[];
}

interface Mapping {
  name: string;
  field_mapping: FieldMapping;
  dedup_key: string | null;
}

export function mapEvent(mapping: Mapping, source: Source): MappedEvent {
  const warnings: Warning[] = [];
  const members = new Members();
  const renderField = (field: string, template: string): string => {
    const { text, missing } = render(parseTemplate(template), source, members);
    for (const message of missing) warnings.push({ field, code: 'missing_path', message });
    return text;
  };
  const fields: Record<string, string> = {};
  for (const field of mappableFields) {
    const template = mapping.field_mapping[field];
    const text = template === undefined ? '' : renderField(field, template);
    // An empty result omits the field.
    if (text !== '')
      fields[field] = adaptValue(field, text, (one) => warnings.push({ field, ...one }));
  }
  const dedupKey = mapping.dedup_key === null ? '' : renderField('dedup_key', mapping.dedup_key);
  omitInvalid(fields, warnings);
  const { short_description = '', ...others } = fields as Partial<IncidentCreate>;
  if (short_description.trim() === '')
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
    dedupKey: dedupKey.trim(),
    warnings: warnings.slice(0, MAX_WARNINGS),
  };
}
