// Renders the templates of a mapping, adjusts the values to their fields, and returns a warning for each adjustment.
import type { TObject } from 'typebox';
import { bodyValidator } from '../../../platform/http/input/validation.ts';
import { Members, type Source } from './paths.ts';
import { truncate } from './pipes.ts';
import { parseTemplate, render } from './templates.ts';
import { cut, cutBytes, toStorable } from '../../../platform/text.ts';

export interface Warning {
  field: string;
  code: 'missing_path' | 'truncated' | 'translated' | 'left_out' | 'replaced';
  message: string;
}

const MAX_WARNINGS = 50;
const MAX_QUOTED_LENGTH = 60;
const quote = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED_LENGTH ? `${cut(text, MAX_QUOTED_LENGTH)}…` : text);

export interface MappingTarget<Field extends string> {
  fields: readonly Field[];
  /** The rendered fields are validated against this body. */
  schema: TObject;
  /** Translates a word to a value of the field. */
  translators: Partial<Record<Field, (word: string) => string | undefined>>;
  /** Templates of these fields render JSON objects. */
  json?: readonly Field[];
}

type Warn = (warning: Omit<Warning, 'field'>) => void;

interface TextBounds {
  maxLength?: number;
  'x-max-utf8-bytes'?: number;
}

/** Returns the text within the bounds of its field, and the bound that it exceeded. */
function shorten(
  text: string,
  { maxLength = Infinity, 'x-max-utf8-bytes': maxBytes = Infinity }: TextBounds,
): { short: string; bound: string } {
  const short = truncate(text, maxLength);
  if (Buffer.byteLength(short) <= maxBytes) return { short, bound: `${maxLength} characters` };
  return { short: cutBytes(short, maxBytes), bound: `${maxBytes} bytes` };
}

/** Translates words such as severities, and truncates long text. */
function adaptValue<Field extends string>(
  target: MappingTarget<Field>,
  field: Field,
  text: string,
  warn: Warn,
): string {
  const translated = target.translators[field]?.(text);
  if (translated !== undefined) {
    if (translated.toLowerCase() !== text.trim().toLowerCase())
      warn({ code: 'translated', message: `${quote(text)} was mapped to ${translated}.` });
    return translated;
  }
  const { short, bound } = shorten(text, target.schema.properties[field] as TextBounds);
  if (short.length < text.length)
    warn({ code: 'truncated', message: `The value was truncated to ${bound}.` });
  return short;
}

/** Text that is not JSON stays text, which the validation rejects. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Removes the fields that the validation of the API rejects. */
function omitInvalid(
  validate: ReturnType<typeof bodyValidator>,
  fields: Record<string, unknown>,
  warnings: Warning[],
): void {
  for (const { pointer, message } of validate(fields).faults) {
    const field = pointer.split('/')[1] ?? '';
    if (!Object.hasOwn(fields, field)) continue;
    const value = fields[field];
    const shown = quote(typeof value === 'string' ? value : JSON.stringify(value));
    warnings.push({
      field,
      code: 'left_out',
      message: `${message} The value ${shown} was omitted.`,
    });
    delete fields[field];
  }
}

export interface FieldTemplates {
  field_mapping: Readonly<Record<string, string | undefined>>;
  dedup_key: string | null;
}

export interface RenderedFields {
  fields: Record<string, unknown>;
  dedupKey: string;
  warnings: Warning[];
}

/** Returns the function that renders mappings to this target. */
export function fieldRenderer<Field extends string>(
  target: MappingTarget<Field>,
): (mapping: FieldTemplates, source: Source) => RenderedFields {
  const validate = bodyValidator(target.schema);
  const valueOf = (field: Field, text: string, warn: Warn): unknown =>
    target.json?.includes(field) ? parseJson(text) : adaptValue(target, field, text, warn);
  return ({ field_mapping: mapping, dedup_key: key }, source) => {
    const warnings: Warning[] = [];
    const members = new Members();
    const renderField = (field: string, template: string): string => {
      const { text, missing, cuts } = render(parseTemplate(template), source, members);
      for (const message of missing) warnings.push({ field, code: 'missing_path', message });
      for (const message of cuts) warnings.push({ field, code: 'truncated', message });
      return text;
    };
    const fields: Record<string, unknown> = {};
    for (const field of target.fields) {
      const template = mapping[field];
      const text = template === undefined ? '' : renderField(field, template);
      // An empty result omits the field.
      if (text !== '')
        fields[field] = valueOf(field, text, (one) => warnings.push({ field, ...one }));
    }
    const dedupKey = key === null ? '' : renderField('dedup_key', key).trim();
    omitInvalid(validate, fields, warnings);
    return { fields, dedupKey, warnings };
  };
}

/**
 * Returns the first warnings, as they are stored: a mapping can have one for each field and path. Warnings quote the
 * payload, and an alert is never lost because of a character that PostgreSQL does not store.
 */
export const boundedWarnings = (warnings: readonly Warning[]): Warning[] =>
  warnings
    .slice(0, MAX_WARNINGS)
    .map((warning) => ({ ...warning, message: toStorable(warning.message) }));
