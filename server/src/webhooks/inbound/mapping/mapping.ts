// From what came to an incident: templates rendered, values made to fit, and every compromise written down. The result
// passes the validation of POST /incidents; an alert is never lost for a bad value.
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

const MOST_WARNINGS = 50;
const LONGEST_SHOWN = 60;
const shown = (text: string): string =>
  JSON.stringify(
    text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text,
  );

const validate = bodyValidator(IncidentCreateSchema);

const translators: Partial<Record<Field, (word: string) => string | undefined>> = {
  priority: priorityOfWord,
  impact: levelOfWord,
  urgency: levelOfWord,
};

const lengthOf = (field: Field): number | undefined =>
  (properties[field] as { maxLength?: number; format?: string }).maxLength;

/** The value that the field takes, or nothing. */
function fit(field: Field, text: string, warn: (warning: Omit<Warning, 'field'>) => void): string {
  const translated = translators[field]?.(text);
  if (translated !== undefined) {
    if (translated.toLowerCase() !== text.trim().toLowerCase())
      warn({ code: 'translated', message: `${shown(text)} was taken for ${translated}.` });
    return translated;
  }
  const most = lengthOf(field);
  const short = most === undefined ? text : truncate(text, most);
  if (short.length < text.length)
    warn({ code: 'truncated', message: `Only the first ${most} characters were kept.` });
  return short;
}

/** Of what the validation of the API still refuses, nothing is sent. */
function leaveOutFaulty(fields: Record<string, string>, warnings: Warning[]): void {
  for (const { pointer, message } of validate(fields).faults) {
    const field = pointer.split('/')[1] ?? '';
    if (!Object.hasOwn(fields, field)) continue;
    warnings.push({
      field,
      code: 'left_out',
      message: `${message} It was ${shown(fields[field] ?? '')} and is left out.`,
    });
    delete fields[field];
  }
}

export interface Mapped {
  incident: IncidentCreate;
  dedupKey: string;
  warnings: Warning[];
}

interface Mapping {
  name: string;
  field_mapping: FieldMapping;
  dedup_key: string | null;
}

export function mapEvent(mapping: Mapping, source: Source): Mapped {
  const warnings: Warning[] = [];
  const members = new Members();
  const rendered = (field: string, template: string): string => {
    const { text, missing } = render(parseTemplate(template), source, members);
    for (const message of missing) warnings.push({ field, code: 'missing_path', message });
    return text;
  };
  const fields: Record<string, string> = {};
  for (const field of mappableFields) {
    const template = mapping.field_mapping[field];
    const text = template === undefined ? '' : rendered(field, template);
    // An empty result leaves the field out.
    if (text !== '') fields[field] = fit(field, text, (one) => warnings.push({ field, ...one }));
  }
  const dedupKey = mapping.dedup_key === null ? '' : rendered('dedup_key', mapping.dedup_key);
  leaveOutFaulty(fields, warnings);
  const { short_description = '', ...others } = fields as Partial<IncidentCreate>;
  if (short_description.trim() === '')
    warnings.push({
      field: 'short_description',
      code: 'replaced',
      message: 'It was empty, so the name of the webhook stands there.',
    });
  return {
    incident: {
      short_description: short_description.trim() === '' ? mapping.name : short_description,
      ...others,
    },
    dedupKey: dedupKey.trim(),
    warnings: warnings.slice(0, MOST_WARNINGS),
  };
}
