// A family of records under test has commands, a pure model of them, and the checks that follow from the model. A new
// record type is one Family.
import type fc from 'fast-check';
import type { Instance, Reply } from '../../support/harness.ts';

/** The text stands for any timestamp, which a model cannot predict. */
export const A_TIME = 'a time';
/** The text stands for the id of the record, which a model does not know. */
export const THE_ID = 'the id';

export type Fields = Record<string, unknown>;

export interface Caller {
  role: string;
  email: string;
}

/** A client intends this before it knows the record. */
export interface Action {
  do: string;
  body?: Fields;
  /** These fields are sent back as they are. */
  repeat?: readonly string[];
  /** Distinguishes actions that a family resolves in several ways. */
  variant?: string;
  isFaulty?: true;
}

export interface Command {
  /** Selects one of the client's records; the last one is shared by all clients. */
  slot: number;
  role: string;
  /** Each client has two users of every role, so that one can decide what the other created. */
  user: 0 | 1;
  ifMatch: 'none' | 'current' | 'bare' | 'stale' | 'any';
  action: Action;
}

/** One caller sends this HTTP request; `do` names it in the model. */
export interface Sent {
  by: Caller;
  do: string;
  method: string;
  /** The suffix follows the path of the record; empty for the record itself. */
  suffix: string;
  body?: Fields;
  isFaulty?: true;
  ifMatch?: string;
}

export type Response = Pick<Reply, 'status' | 'body' | 'headers'>;

export interface Observed {
  sent: Sent;
  reply: Response;
}

export interface Note {
  visibility: string;
  author: string;
}

/** Its sequence is its place in the list. */
export interface ModelEvent {
  type: string;
  /** The data has every member, except those that identify the record and the note. */
  data: Fields;
}

export interface Model {
  /** Every caller sees these fields of the record. */
  fields: Fields;
  notes: readonly Note[];
  version: number;
  isDeleted: boolean;
  events: readonly ModelEvent[];
}

export interface Outcome<M> {
  status: number;
  code?: string;
  after: M;
  /** The response has these members; an error has them in addition. */
  shown?: Fields;
}

export interface Family<M extends Model> {
  path: string;
  table: string;
  recordType: string;
  /** The roles are drawn with equal probability. */
  roles: readonly string[];
  /** These roles create a client's first records, by slot. */
  creators: readonly [string, string];
  /** The instance of the family needs a worker. */
  worker?: true;
  /** Runs before each session. */
  prepare?: (instance: Instance, session: string) => Promise<void>;
  /** A list selects the records of a session by these fields; without it, the whole list is counted. */
  markOf?: (session: string) => Record<string, string>;
  /** No entry records these fields. */
  unaudited?: readonly string[];
  action: fc.Arbitrary<Action>;
  /** This action creates a client's first record, and the shared one. */
  first: Action;
  /** Resolves an action that depends on the record as the caller saw it. */
  resolve?: (action: Action, shown: Fields) => Action;
  /** Sends commands that are more than one request; undefined for the others. */
  send?: (instance: Instance, sent: Sent, id: string | undefined) => Promise<Response> | undefined;
  create: (sent: Sent) => Outcome<M>;
  expect: (before: M, sent: Sent) => Outcome<M>;
  /** Names the rule that a request puts to the test; a run must try all `rules`. */
  ruleOf: (before: M, sent: Sent) => string | undefined;
  rules: readonly string[];
  /** These programs try every rule once, because random ones may leave some out. */
  tour: readonly (readonly Command[])[];
  /**
   * All clients update one field of the shared record at the same time with these: without its lock, one update is
   * lost.
   */
  contended: readonly Action[];
}

export interface Tally {
  commands: number;
  records: number;
  events: number;
  /** These rules were put to the test. */
  moves: Set<string>;
}

/** Every part of a session knows these. */
export interface Session<M extends Model> {
  name: string;
  instance: Instance;
  family: Family<M>;
  tally: Tally;
}
