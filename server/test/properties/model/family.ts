// A family of records under test: its commands, a pure model of them, and the checks that follow from the model.
// Incidents are older and have their own session; a new record type is one Family.
import type fc from 'fast-check';
import type { Instance, Json, Reply } from '../../support/harness.ts';

/** Stands for any timestamp, which a model cannot predict. */
export const A_TIME = 'a time';

export interface Caller {
  role: string;
  email: string;
}

/** An HTTP request of one caller; `do` names it in the model. */
export interface Sent {
  by: Caller;
  do: string;
  method: string;
  /** Below the path of the record; empty for the record itself. */
  suffix: string;
  body?: Record<string, unknown>;
  isFaulty?: true;
  ifMatch?: string;
}

export interface ModelEvent {
  type: string;
  sequence: number;
  [member: string]: unknown;
}

export interface Model {
  version: number;
  events: ModelEvent[];
}

export interface Outcome<M> {
  status: number;
  code?: string;
  after: M;
  /** Members of the response; further members of an error. */
  shown?: Record<string, unknown>;
}

export interface Command<Action> {
  /** Selects one of the client's records; the last one is shared by all clients. */
  slot: number;
  role: string;
  /** Each client has two users of every role, so that one can decide what the other created. */
  user: 0 | 1;
  ifMatch: 'none' | 'current' | 'stale' | 'any';
  action: Action;
}

export interface Family<Action extends { do: string }, M extends Model> {
  path: string;
  table: string;
  recordType: string;
  roles: readonly string[];
  /** Roles that create a client's first records, by slot. */
  creators: readonly [string, string];
  /** Whether its instance needs a worker. */
  worker?: true;
  /** Runs before each session. */
  prepare?: (instance: Instance, session: string) => Promise<void>;
  action: fc.Arbitrary<Action>;
  /** The creation of a client's first record, and of the shared one. */
  first: Action;
  /** The request for an action on a record that the caller saw like this. `do` may be one that depends on it. */
  request: (
    action: Action,
    by: Caller,
    shown: Record<string, unknown>,
  ) => Omit<Sent, 'by' | 'do' | 'ifMatch'> & { do?: string };
  /** For commands that are more than one request; undefined for the others. */
  send?: (
    instance: Instance,
    sent: Sent,
    id: string | undefined,
  ) => Promise<Pick<Reply, 'status' | 'body' | 'headers'>> | undefined;
  create: (sent: Sent) => Outcome<M>;
  expect: (before: M, sent: Sent) => Outcome<M>;
  /** Fields of the record that every caller sees. */
  shownOf: (model: M) => Record<string, unknown>;
  /** A row of `events` as the model has it. */
  eventOf: (row: Json) => ModelEvent;
  /** Names the rule that a request puts to the test; a run must try all `rules`. */
  ruleOf: (before: M, sent: Sent) => string | undefined;
  rules: readonly string[];
  /** Commands that try every rule once, because random ones may leave some out. */
  tour: readonly Command<Action>[];
  /** Updates of one field, which all clients make to the shared record at the same time: without its lock, one is lost. */
  contended: readonly Action[];
}

const isTime = (name: string) => name === 'at' || name.endsWith('_at');

const blurred = (name: string, value: Json): Json => {
  if (typeof value === 'string') return isTime(name) ? A_TIME : value;
  if (Array.isArray(value)) return value.map((one) => blurred('', one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, blurred(member, one)]),
  );
};

/** Strings in an array are a set; objects have an order. */
const ordered = (value: Json): Json =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.toSorted() : value;

/** The members of `value` that `expected` has, in a form that can be compared. */
export const comparable = (value: Json, expected: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(expected).map((name) => [name, ordered(blurred(name, value?.[name]))]),
  );

/** Changes of an event with their times replaced. */
export const withoutTimes = (changes: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(changes).map(([name, { from, to }]) => [
      name,
      { from: blurred(name, from), to: blurred(name, to) },
    ]),
  );
