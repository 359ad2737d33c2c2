// Renders the templates of a mapping, adjusts the values to their fields, and returns a warning for each adjustment.
import type { TObject } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Fault } from '../../../platform/errors.ts';
import { withRuleFaults } from '../../../platform/http/input/body-rules.ts';
import { bodyValidator } from '../../../platform/http/input/validation.ts';
import type { CustomizedType, FieldDefinition } from '../../../platform/runtime/custom-fields.ts';
import { changeName, newValueFaults } from '../../../records/index.ts';
import {
  parseJson,
  quote,
  shortenText,
  type TextBounds,
  type Warn,
  type Warning,
} from './adapt-text.ts';
import { CUSTOM_PREFIX, customValueOf } from './custom-values.ts';
import { Members, parseTemplate, render, type Source } from '../../../templates/index.ts';
import { toStorable } from '../../../platform/text.ts';

const MAX_WARNINGS = 50;
const CUSTOM = 'custom';

/** The actor is the owner of the webhook. */
export type MappingContext = Pick<Context, 'actor' | 'fields'>;

export interface MappingTarget<Field extends string> {
  record: CustomizedType;
  fields: readonly Field[];
  /** The rendered fields are validated against this body. */
  schema: TObject;
  /** Translates a word to a value of the field. */
  translators: Partial<Record<Field, (word: string) => string | undefined>>;
  /** Templates of these fields render JSON objects. */
  json?: readonly Field[];
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
  return shortenText(text, target.schema.properties[field] as TextBounds, warn);
}

type Fields = Record<string, unknown>;

/** Returns the object that has the value at which the pointer begins, and its name there and in warnings. */
function placeOf(pointer: string, fields: Fields): { parent: Fields; name: string; field: string } {
  const [, name = '', key] = pointer.split('/');
  const parent = fields[name];
  return name === CUSTOM && key !== undefined && typeof parent === 'object'
    ? { parent: parent as Fields, name: key, field: changeName(key) }
    : { parent: fields, name, field: name };
}

/** Removes the values that the API rejects. */
function omitInvalid(faults: readonly Fault[], fields: Fields, warnings: Warning[]): void {
  for (const { pointer, message } of faults) {
    const { parent, name, field } = placeOf(pointer, fields);
    if (!Object.hasOwn(parent, name)) continue;
    const value = parent[name];
    const shown = quote(typeof value === 'string' ? value : JSON.stringify(value));
    warnings.push({
      field,
      code: 'left_out',
      message: `${message} The value ${shown} was omitted.`,
    });
    delete parent[name];
  }
}

export interface FieldTemplates {
  field_mapping: Readonly<Record<string, string | undefined>>;
  dedup_key: string | null;
}

export interface RenderedFields {
  fields: Fields;
  dedupKey: string;
  warnings: Warning[];
}

type RenderField = (field: string, template: string) => string;

/** Renders the templates of the instance's own fields. One that is no longer in use does not cost an alert. */
function renderCustom(
  record: CustomizedType,
  mapping: FieldTemplates['field_mapping'],
  { fields }: MappingContext,
  { renderField, warnings }: { renderField: RenderField; warnings: Warning[] },
): Fields {
  const known = new Map<string, FieldDefinition>(
    fields.get(record)?.map((one) => [changeName(one.key), one]),
  );
  const values: Fields = {};
  for (const [name, template = ''] of Object.entries(mapping)) {
    if (!name.startsWith(CUSTOM_PREFIX)) continue;
    const definition = known.get(name);
    const text = definition ? renderField(name, template) : '';
    if (definition && text !== '')
      values[definition.key] = customValueOf(text, definition, (one) =>
        warnings.push({ field: name, ...one }),
      );
  }
  return values;
}

/** Returns the function that renders mappings to this target. */
export function fieldRenderer<Field extends string>(
  target: MappingTarget<Field>,
): (mapping: FieldTemplates, source: Source, context: MappingContext) => RenderedFields {
  const validate = bodyValidator(target.schema);
  const valueOf = (field: Field, text: string, warn: Warn): unknown =>
    target.json?.includes(field) ? parseJson(text) : adaptValue(target, field, text, warn);
  return ({ field_mapping: mapping, dedup_key: key }, source, context) => {
    const warnings: Warning[] = [];
    const members = new Members();
    const renderField: RenderField = (field, template) => {
      const { text, missing, cuts } = render(parseTemplate(template), source, members);
      for (const message of missing) warnings.push({ field, code: 'missing_path', message });
      for (const message of cuts) warnings.push({ field, code: 'truncated', message });
      return text;
    };
    const fields: Fields = {};
    for (const field of target.fields) {
      const template = mapping[field];
      const text = template === undefined ? '' : renderField(field, template);
      // An empty result omits the field.
      if (text !== '')
        fields[field] = valueOf(field, text, (one) => warnings.push({ field, ...one }));
    }
    const custom = renderCustom(target.record, mapping, context, { renderField, warnings });
    if (Object.keys(custom).length > 0) fields[CUSTOM] = custom;
    const dedupKey = key === null ? '' : renderField('dedup_key', key).trim();
    const { faults } = withRuleFaults(target.schema, fields, validate(fields), context);
    omitInvalid(faults, fields, warnings);
    omitInvalid(newValueFaults(target.record, context, custom), fields, warnings);
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
