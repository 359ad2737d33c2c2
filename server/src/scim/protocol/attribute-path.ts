// Reads the path of a PATCH operation: `attribute`, `attribute.sub`, `attribute[filter]` and `attribute[filter].sub`, with or
// without the URN of a schema.
import { type Condition, parseFilter } from './filter.ts';
import {
  type Attribute,
  attributeNamed,
  isCommonReadOnly,
  type ResourceType,
} from './resource-types.ts';
import { ScimError } from './scim-error.ts';

export interface AttributePath {
  attribute: Attribute;
  filter?: readonly Condition[];
  sub?: Attribute;
}

/** The attribute is one of RFC 7643 that the service does not store. */
export const IGNORED = 'ignored';
/** The path names the extension, so the value is an object of its attributes. */
export const EXTENSION = 'extension';

const MAX_PATH_LENGTH = 2500;
const MAX_SHOWN = 100;

const invalidPath = (path: string): ScimError =>
  new ScimError(400, 'invalidPath', `The path ${path.slice(0, MAX_SHOWN)} names no attribute.`);

/** Returns the rest after the URN of one of the schemas; empty if the path is that URN. */
function withoutSchema(path: string, { schema, extension }: ResourceType): string {
  const lower = path.toLowerCase();
  for (const { id } of [schema, ...(extension ? [extension] : [])]) {
    if (lower === id.toLowerCase()) return '';
    if (lower.startsWith(`${id.toLowerCase()}:`)) return path.slice(id.length + 1);
  }
  return path;
}

/** Splits by index, so that the time is proportional to the length. */
function partsOf(path: string): { name: string; filter?: string; sub?: string } {
  const open = path.indexOf('[');
  if (open === -1) {
    const dot = path.indexOf('.');
    return dot === -1 ? { name: path } : { name: path.slice(0, dot), sub: path.slice(dot + 1) };
  }
  const close = path.lastIndexOf(']');
  const rest = path.slice(close + 1);
  if (close < open || !(rest === '' || rest.startsWith('.'))) throw invalidPath(path);
  const filter = path.slice(open + 1, close);
  return { name: path.slice(0, open), filter, ...(rest !== '' && { sub: rest.slice(1) }) };
}

export function parsePath(
  path: string,
  type: ResourceType,
): AttributePath | typeof IGNORED | typeof EXTENSION {
  if (path.length > MAX_PATH_LENGTH) throw invalidPath(path);
  const rest = withoutSchema(path.trim(), type);
  if (rest === '') {
    if (type.extension && path.trim().toLowerCase() === type.extension.id.toLowerCase())
      return EXTENSION;
    throw invalidPath(path);
  }
  // An extension that the service does not know is ignored, as its attributes are.
  if (/^urn:/i.test(rest)) return IGNORED;
  const { name, filter, sub } = partsOf(rest);
  const attribute =
    attributeNamed(type.schema.attributes, name) ??
    (type.extension && attributeNamed(type.extension.attributes, name));
  if (!attribute) {
    if (type.ignored.includes(name.toLowerCase())) return IGNORED;
    if (isCommonReadOnly(name)) throw new ScimError(400, 'mutability', `${name} is read-only.`);
    throw invalidPath(path);
  }
  const subAttribute =
    sub === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], sub);
  if (sub !== undefined && !subAttribute) throw invalidPath(path);
  if (filter !== undefined && !attribute.multiValued) throw invalidPath(path);
  return {
    attribute,
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(subAttribute && { sub: subAttribute }),
  };
}
