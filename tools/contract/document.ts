// Reads an OpenAPI document as a client does: references are resolved, and the parts of allOf are merged.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  title?: string;
  description?: string;
  [keyword: string]: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  schema?: Schema;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

export interface Body extends Content {
  required?: boolean;
}

export interface Response extends Content {
  headers?: Record<string, object>;
}

interface Reference {
  $ref: string;
}

export interface Operation {
  operationId?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: Body | Reference;
  responses?: Record<string, Response | Reference>;
  security?: object[];
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components?: object;
}

/** A schema in which references and allOf are resolved. The list of types is absent if every type is allowed. */
export interface FlatSchema {
  types: ReadonlySet<string> | undefined;
  isNullable: boolean;
  /** An enum lists these values; null is left out. */
  values: readonly unknown[] | undefined;
  properties: Readonly<Record<string, Schema>>;
  required: ReadonlySet<string>;
  items: Schema;
  additional: boolean | Schema;
  alternatives: readonly Schema[];
  description: string;
  keyword(name: string): unknown;
}

/** A schema that allows everything. It is one object, so that a comparison of it with itself ends. */
export const ANY: Schema = {};

/** Returns the last part of a reference, which is the name of a component. */
export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A longer chain of references is a cycle without a schema. */
const MAX_REFERENCES = 100;

/** Returns a function that follows the references of a document to the part that they mean. */
export function createResolver(document: OpenApi): <T extends object>(part: T | Reference) => T {
  const known = new Map<string, object>();
  const find = ($ref: string): object => {
    const before = known.get($ref);
    if (before) return before;
    const names = $ref.replace(/^#\//, '').split('/');
    let found: unknown = document;
    for (const name of names) {
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
      found = isObject(found) ? found[key] : undefined;
    }
    if (!$ref.startsWith('#/') || !isObject(found))
      throw new Error(`the document has no ${$ref}; correct the reference`);
    known.set($ref, found);
    return found;
  };
  return <T extends object>(part: T | Reference): T => {
    let current: object = part;
    for (let steps = 0; '$ref' in current && typeof current.$ref === 'string'; steps += 1) {
      if (steps === MAX_REFERENCES) throw new Error(`${current.$ref} leads to no schema`);
      current = find(current.$ref);
    }
    return current as T;
  };
}

type Resolver = ReturnType<typeof createResolver>;

/** Returns a schema and the parts of its allOf, each once, also if a part contains the schema again. */
function partsOf(schema: Schema, resolve: Resolver, found = new Set<Schema>()): Set<Schema> {
  const resolved = resolve<Schema>(schema);
  if (found.has(resolved)) return found;
  found.add(resolved);
  for (const part of resolved.allOf ?? []) partsOf(part, resolve, found);
  return found;
}

const intersect = <T>(lists: T[][]): T[] | undefined =>
  lists.length === 0
    ? undefined
    : lists.reduce((left, right) => left.filter((value) => right.includes(value)));

/** A whole number is a number, so a list with number allows both. */
const listTypes = (type: string | string[]): string[] => {
  const types = [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
};

function mergeProperties(parts: Schema[], resolve: Resolver): Record<string, Schema> {
  const [only, ...further] = parts;
  if (further.length === 0) return only?.properties ?? {};
  const names = new Set(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.fromEntries(
    [...names].map((name) => {
      const schemas = parts.flatMap(({ properties }): Schema[] => {
        const schema = properties?.[name];
        return schema ? [schema] : [];
      });
      const [first = {}, ...others] = schemas;
      const isSame = others.every((other) => resolve(other) === resolve(first));
      return [name, isSame ? first : { allOf: schemas }];
    }),
  );
}

function flatten(schema: Schema, resolve: Resolver): FlatSchema {
  const parts = [...partsOf(schema, resolve)];
  const types = intersect(parts.flatMap(({ type }) => (type ? [listTypes(type)] : [])));
  const values = intersect(parts.flatMap((part) => (part.enum ? [part.enum] : [])));
  const alternatives = parts.flatMap(({ anyOf = [], oneOf = [] }) => [...anyOf, ...oneOf]);
  const isNull = (one: Schema): boolean => resolve<Schema>(one).type === 'null';
  const isAny = types === undefined && values === undefined && alternatives.length === 0;
  return {
    types: types && new Set(types.filter((type) => type !== 'null')),
    isNullable:
      isAny ||
      alternatives.some(isNull) ||
      (types ? types.includes('null') : (values?.includes(null) ?? false)),
    values: values?.filter((value) => value !== null),
    properties: mergeProperties(parts, resolve),
    required: new Set(parts.flatMap(({ required = [] }) => required)),
    items: parts.find(({ items }) => items)?.items ?? ANY,
    additional:
      parts.find(({ additionalProperties }) => additionalProperties !== undefined)
        ?.additionalProperties ?? true,
    alternatives: alternatives.filter((one) => !isNull(one)),
    description: parts.map(({ description = '' }) => description).join(' '),
    keyword: (name) => parts.find((part) => part[name] !== undefined)?.[name],
  };
}

/** Flattens each schema once: merged properties then stay the same objects, so that cycles through them end. */
export function createFlattener(resolve: Resolver): (schema: Schema) => FlatSchema {
  const known = new WeakMap<Schema, FlatSchema>();
  return (schema) => {
    const resolved = resolve<Schema>(schema);
    const flat = known.get(resolved) ?? flatten(resolved, resolve);
    known.set(resolved, flat);
    return flat;
  };
}
