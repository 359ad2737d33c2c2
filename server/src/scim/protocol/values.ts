// Reads values of attributes from bodies, with the deviations of Entra: booleans as text, a manager as a bare id.
import { type Attribute, attributeNamed, type ResourceType } from './resource-types.ts';
import { invalidValue, ScimError } from './scim-error.ts';

export type Element = Readonly<Record<string, string | boolean>>;
export type Value = string | boolean | Element | readonly Element[];

/** A resource has its attributes by their names in the schema; one without a value is absent. */
export type Draft = ReadonlyMap<string, Value>;

const DEFAULT_MAX_LENGTH = 255;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function requireObject(value: unknown, what: string): Record<string, unknown> {
  if (isObject(value)) return value;
  throw new ScimError(400, 'invalidSyntax', `${what} is not a JSON object.`);
}

function readText({ name, maxLength = DEFAULT_MAX_LENGTH }: Attribute, value: unknown) {
  if (typeof value !== 'string') throw invalidValue(`${name} is text.`);
  if (value.length > maxLength)
    throw invalidValue(`${name} has more than ${maxLength} characters.`);
  return value.trim() === '' ? undefined : value;
}

function readBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name} is true or false.`);
  return text === 'true';
}

/** Returns undefined for a value that leaves the attribute unassigned. */
export function readSimple(attribute: Attribute, value: unknown): string | boolean | undefined {
  if (value === null || value === undefined) return undefined;
  return attribute.type === 'boolean' ? readBoolean(attribute, value) : readText(attribute, value);
}

/** Unknown and read-only parts are ignored. */
export function readElement(attribute: Attribute, value: unknown): Element | undefined {
  const given = typeof value === 'string' ? { value } : value;
  if (!isObject(given)) throw invalidValue(`${attribute.name} consists of objects.`);
  const parts = Object.entries(given).flatMap(([key, part]) => {
    const sub = attributeNamed(attribute.subAttributes ?? [], key);
    if (!sub || sub.mutability === 'readOnly') return [];
    const read = readSimple(sub, part);
    return read === undefined ? [] : [[sub.name, read] as const];
  });
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

const listOf = (value: unknown): unknown[] => {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};

export function readElements(attribute: Attribute, value: unknown): Element[] {
  const { name, maxValues = Infinity } = attribute;
  const elements = listOf(value)
    .map((one) => readElement(attribute, one))
    .filter((one) => one !== undefined);
  if (elements.length > maxValues) throw invalidValue(`${name} has more than ${maxValues} values.`);
  return elements;
}

export function readValue(attribute: Attribute, value: unknown): Value | undefined {
  if (attribute.multiValued) {
    const elements = readElements(attribute, value);
    return elements.length === 0 ? undefined : elements;
  }
  if (attribute.type !== 'complex') return readSimple(attribute, value);
  return value === null || value === undefined || value === ''
    ? undefined
    : readElement(attribute, value);
}

/** Reads the body of POST and PUT. Unknown and read-only attributes are ignored. */
export function readResource({ schema, extension }: ResourceType, body: unknown): Draft {
  const draft = new Map<string, Value>();
  const readInto = (attributes: readonly Attribute[], source: Record<string, unknown>): void => {
    for (const [key, given] of Object.entries(source)) {
      const attribute = attributeNamed(attributes, key);
      if (!attribute || attribute.mutability === 'readOnly') continue;
      const value = readValue(attribute, given);
      if (value !== undefined) draft.set(attribute.name, value);
    }
  };
  const source = requireObject(body, 'The body');
  readInto(schema.attributes, source);
  if (!extension) return draft;
  for (const [key, given] of Object.entries(source)) {
    if (key.toLowerCase() === extension.id.toLowerCase() && given !== null)
      readInto(extension.attributes, requireObject(given, key));
  }
  return draft;
}
