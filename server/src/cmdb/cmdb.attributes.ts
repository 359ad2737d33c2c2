// The free attributes of a CI are merged by RFC 7396 and limited in size and depth.
import { type Fault, invalid } from '../platform/errors.ts';
import { isDeeperThan } from '../platform/http/input/json.ts';

type JsonObject = Record<string, unknown>;

/** The size is limited because the audit trail records both values of every update. */
export const MAX_ATTRIBUTE_BYTES = 16_384;
export const MAX_ATTRIBUTE_LEVELS = 8;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads own members only, so that a member named `__proto__` is data. */
const ownMember = (source: JsonObject, name: string): unknown =>
  Object.hasOwn(source, name) ? source[name] : undefined;

function merge(current: unknown, patch: JsonObject): JsonObject {
  const base = isObject(current) ? current : {};
  const unchanged = Object.entries(base).filter(([name]) => !Object.hasOwn(patch, name));
  const given = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [
      name,
      isObject(value) ? merge(ownMember(base, name), value) : value,
    ]);
  return Object.fromEntries([...unchanged, ...given]);
}

const fault = (code: Fault['code'], message: string) =>
  invalid([{ in: 'body', pointer: '/attributes', code, message }]);

/** Checks the levels first, because `merge` is recursive. */
export function mergeAttributes(current: JsonObject, patch: JsonObject | undefined): JsonObject {
  if (patch === undefined) return current;
  if (isDeeperThan(patch, MAX_ATTRIBUTE_LEVELS))
    throw fault('too_deep', `attributes must have at most ${MAX_ATTRIBUTE_LEVELS} levels.`);
  const merged = merge(current, patch);
  if (Buffer.byteLength(JSON.stringify(merged)) > MAX_ATTRIBUTE_BYTES)
    throw fault(
      'too_large',
      `attributes must have at most ${MAX_ATTRIBUTE_BYTES} bytes as JSON, including the attributes that the CI already has.`,
    );
  return merged;
}
