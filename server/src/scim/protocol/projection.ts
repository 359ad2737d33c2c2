// Selects the attributes of a response by the parameters `attributes` and `excludedAttributes` (RFC 7644, section 3.9).
import { type ResourceType, resourceTypes } from './resource-types.ts';
import { ScimError } from './scim-error.ts';

type Json = Record<string, unknown>;

/** The paths are in lower case; an attribute of the extension has its URN and a colon before it. */
type Paths = ReadonlySet<string>;

export interface Projection {
  only: Paths | undefined;
  without: Paths;
}

const MAX_NAMES = 100;
const ALWAYS = new Set(['schemas', 'id']);

const coreIds = resourceTypes.map(({ schema }) => `${schema.id.toLowerCase()}:`);

function readPaths(text: string | undefined): Set<string> | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const names = text.split(',', MAX_NAMES + 1);
  if (names.length > MAX_NAMES)
    throw new ScimError(400, 'invalidValue', `At most ${MAX_NAMES} attributes can be named.`);
  return new Set(
    names.map((name) => {
      const lower = name.trim().toLowerCase();
      const core = coreIds.find((id) => lower.startsWith(id));
      return core ? lower.slice(core.length) : lower;
    }),
  );
}

export function readProjection(attributes?: string, excluded?: string): Projection {
  const only = readPaths(attributes);
  const without = readPaths(excluded) ?? new Set<string>();
  if (only && without.size > 0)
    throw new ScimError(
      400,
      'invalidValue',
      'Send either attributes or excludedAttributes, not both.',
    );
  return { only, without };
}

const hasPrefix = (paths: Paths, prefix: string): boolean =>
  [...paths].some((path) => path.startsWith(prefix));

/** Responses that omit an attribute need not read it. */
export const includes = ({ only, without }: Projection, name: string): boolean => {
  const lower = name.toLowerCase();
  if (without.has(lower)) return false;
  return !only || only.has(lower) || hasPrefix(only, `${lower}.`);
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pick = (value: unknown, keeps: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => pick(one, keeps));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => keeps(name.toLowerCase())));
};

export function project(resource: Json, { only, without }: Projection, type: ResourceType): Json {
  if (!only && without.size === 0) return resource;
  const extension = type.extension?.id.toLowerCase();
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const lower = name.toLowerCase();
    if (ALWAYS.has(lower)) return [[name, value]];
    const separator = lower === extension ? ':' : '.';
    const isPart = (part: string) => `${lower}${separator}${part}`;
    if (!only)
      return without.has(lower) ? [] : [[name, pick(value, (part) => !without.has(isPart(part)))]];
    if (only.has(lower)) return [[name, value]];
    if (!hasPrefix(only, `${lower}${separator}`)) return [];
    // A path below a part of the extension, such as `manager.value`, names that part as a whole.
    const keeps = (part: string) => only.has(isPart(part)) || hasPrefix(only, `${isPart(part)}.`);
    return [[name, pick(value, keeps)]];
  });
  return Object.fromEntries(entries);
}
