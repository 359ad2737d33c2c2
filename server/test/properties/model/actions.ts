// Several families draw these actions, each with its request.
import fc from 'fast-check';
import type { Action, Command, Fields, Sent } from './family.ts';

/** Neither an event nor an entry may contain a note's text, so the text must be easy to find. */
export const NOTE_TEXT = 'secret-note-text';

export const clearable = (...values: string[]) => fc.constantFrom(...values, null);

/** Draws at least one of the fields. */
export const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Fields> =>
  fc.record(fields, { requiredKeys: [] }).filter((body) => Object.keys(body).length > 0);

type Weighted = fc.WeightedArbitrary<Action>;

export const simply = (weight: number, ...names: string[]): Weighted => ({
  weight,
  arbitrary: fc.constantFrom(...names).map((name) => ({ do: name })),
});

export const withBody = (weight: number, name: string, bodies: fc.Arbitrary<Fields>): Weighted => ({
  weight,
  arbitrary: bodies.map((body) => ({ do: name, body })),
});

export const faulty = (weight: number, name: string, bodies: readonly Fields[]): Weighted => ({
  weight,
  arbitrary: fc.constantFrom(...bodies).map((body) => ({ do: name, body, isFaulty: true })),
});

/** Sends back the current values of some fields. */
export const repeating = (weight: number, names: readonly string[]): Weighted => ({
  weight,
  arbitrary: fc.subarray([...names], { minLength: 1 }).map((repeat) => ({ do: 'patch', repeat })),
});

export const noting = (weight: number): Weighted => ({
  weight,
  arbitrary: fc
    .constantFrom({}, { visibility: 'team' }, { visibility: 'private' }, { visibility: 'public' })
    .map((body) => ({ do: 'note', body: { body: NOTE_TEXT, ...body } })),
});

/** Makes a command of a tour. */
export const step = (action: Action, by: Partial<Omit<Command, 'action'>> = {}): Command => ({
  slot: 0,
  role: 'itsm_manager',
  user: 0,
  ifMatch: 'none',
  ...by,
  action,
});

/** Each action has a method and a path below the record; other actions are a POST to their name. */
const requests: Record<string, [method: string, suffix: string]> = {
  create: ['POST', ''],
  read: ['GET', ''],
  read_deleted: ['GET', '?include_deleted=true'],
  patch: ['PATCH', ''],
  delete: ['DELETE', ''],
  note: ['POST', '/notes'],
};

const namedFields = (names: readonly string[], shown: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, shown[name]]));

/** Returns the request for an action on a record that the caller saw like this. */
export function requestOf(
  { do: name, body, repeat, isFaulty }: Action,
  shown: Fields,
): Omit<Sent, 'by'> {
  const [method, suffix] = requests[name] ?? ['POST', `/${name}`];
  const content = repeat ? namedFields(repeat, shown) : body;
  return {
    do: name,
    method,
    suffix,
    ...(content && { body: content }),
    ...(isFaulty && { isFaulty }),
  };
}
