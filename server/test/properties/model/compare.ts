// Compares values of the service with those of a model, which knows neither times nor ids.
import assert from 'node:assert/strict';
import type { Json } from '../../support/harness.ts';
import {
  A_TIME,
  type Fields,
  type Observed,
  type Outcome,
  type Response,
  THE_ID,
} from './family.ts';

const isTime = (name: string) => name === 'at' || name.endsWith('_at');

const replaceTimes = (name: string, value: Json): Json => {
  if (typeof value === 'string') return isTime(name) ? A_TIME : value;
  if (Array.isArray(value)) return value.map((one) => replaceTimes('', one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, replaceTimes(member, one)]),
  );
};

/** Replaces the times in the changes of an entry or an event. */
export const withoutTimes = (changes: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(changes).map(([name, { from, to }]) => [
      name,
      { from: replaceTimes(name, from), to: replaceTimes(name, to) },
    ]),
  );

/** Strings in an array are a set; objects have an order. */
const sortStrings = (value: Json): Json =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value;

/** Returns the members of `value` that `expected` has, in a form that can be compared. */
export const comparable = (value: Json, expected: object): Fields =>
  Object.fromEntries(
    Object.keys(expected).map((name) => [name, sortStrings(replaceTimes(name, value?.[name]))]),
  );

const withId = (shown: Fields, id: string): Fields =>
  Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, value === THE_ID ? id : value]),
  );

/** Throws if the response for this record is not the one that the model expects. */
export function compare(reply: Response, outcome: Outcome<unknown>, id: string): void {
  const { status, code } = outcome;
  const shown = withId(outcome.shown ?? {}, id);
  const expected = code === undefined ? shown : { status, code, ...shown };
  assert.deepEqual(
    { http: reply.status, ...comparable(reply.body, expected) },
    { http: status, ...comparable(expected, expected) },
    'the response',
  );
  if ('version' in shown && code === undefined)
    assert.equal(reply.headers.get('etag'), `"${String(shown['version'])}"`, 'ETag');
}

export const historyLine = ({ sent: { by, do: what, body, ifMatch }, reply }: Observed) =>
  `${by.email} ${what} ${JSON.stringify(body ?? {})} if-match ${ifMatch ?? '-'}: ${reply.status} ${reply.body?.code ?? ''}`;

const MAX_LINES = 40;

/** Model and service differ; the error has the last commands sent to the record. */
export class Divergence extends Error {
  constructor(error: unknown, { id, responses }: { id: string; responses: readonly Observed[] }) {
    const lines = responses.slice(-MAX_LINES).map((one) => `  ${historyLine(one)}`);
    super([error instanceof Error ? error.message : String(error), `${id}:`, ...lines].join('\n'));
  }
}
