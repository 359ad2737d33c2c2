// The instance's own fields of a record type. A command reads them once, and only if it needs them.
import type { Field, Signalbox } from '../../index.ts';
import { usageError } from '../exit-codes.ts';
import { nearest } from '../../nearest.ts';

export type CustomizedType = Field['record_type'];

/** Fields are found by their keys, and stand in the order in which they are shown. */
export type Definitions = ReadonlyMap<string, Field>;

const read = new WeakMap<Signalbox, Map<CustomizedType, Promise<Definitions>>>();

async function readDefinitions(client: Signalbox, type: CustomizedType): Promise<Definitions> {
  const byKey = new Map<string, Field>();
  for await (const field of client.fields.list({ record_type: type, limit: 200 }))
    byKey.set(field.key, field);
  return byKey;
}

export function definitionsOf(client: Signalbox, type: CustomizedType): Promise<Definitions> {
  const ofClient = read.get(client) ?? new Map<CustomizedType, Promise<Definitions>>();
  read.set(client, ofClient);
  const definitions = ofClient.get(type) ?? readDefinitions(client, type);
  ofClient.set(type, definitions);
  return definitions;
}

interface Place {
  /** The key was given here, such as `--set`. */
  where: string;
  /** Completes the sentence "site is not …". */
  what: string;
  /** Only these fields may be named. */
  isAllowed: (field: Field) => boolean;
  /** Returns the next step for a key that means something else. */
  hintOf?: (key: string) => string | undefined;
}

/** Returns the field with the key, or throws an error that names the nearest key and all allowed ones. */
export function findField(
  definitions: Definitions,
  key: string,
  { where, what, isAllowed, hintOf }: Place,
): Field {
  const field = definitions.get(key);
  if (field && isAllowed(field)) return field;
  const allowed = [...definitions.values()].filter(isAllowed).map((one) => one.key);
  const near = nearest(key, allowed);
  const hint = hintOf?.(key) ?? (near && `Did you mean ${near}?`);
  throw usageError(
    `${where}: ${key} is not ${what}. ${allowed.length > 0 ? `Allowed: ${allowed.join(', ')}.` : 'The instance has none.'}`,
    ...(hint === undefined ? [] : [hint]),
  );
}
