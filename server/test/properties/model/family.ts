// A family of records under test: its commands, a pure model of them, and the checks that follow from the model. A new
// record type is one Family.
import type fc from 'fast-check';
import type { Instance, Reply } from '../../support/harness.ts';

/** Stands for any timestamp, which a model cannot predict. */
export const A_TIME = 'a time';
/** Stands for the id of the record, which a model does not know. */
export const THE_ID = 'the id';

export type Fields = Record<string, unknown>;

export interface Caller {
  role: string;
  email: string;
}

/** The intention of a client, before it knows the record. */
export interface Action {
  do: string;
  body?: Fields;
  /** Fields to send back as they are. */
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
  ifMatch: 'none' | 'current' | 'stale' | 'any';
  action: Action;
}

/** An HTTP request of one caller; `do` names it in the model. */
export interface Sent {
  by: Caller;
  do: string;
  method: string;
  /** Below the path of the record; empty for the record itself. */
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
  /** Every member of the data, except those that identify the record and the note. */
  data: Fields;
}

export interface Model {
  /** Fields of the record that every caller sees. */
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
  /** Members of the response; further members of an error. */
  shown?: Fields;
}

export interface Family<M extends Model> {
  path: string;
  table: string;
  recordType: string;
  /** Drawn with equal probability. */
  roles: readonly string[];
  /** Roles that create a client's first records, by slot. */
  creators: readonly [string, string];
  /** Whether its instance needs a worker. */
  worker?: true;
  /** Runs before each session. */
  prepare?: (instance: Instance, session: string) => Promise<void>;
  /** Fields of the records of a session, by which a list selects them; without it, the whole list is counted. */
  markOf?: (session: string) => Record<string, string>;
  /** Fields that no entry records. */
  unaudited?: readonly string[];
  action: fc.Arbitrary<Action>;
  /** The creation of a client's first record, and of the shared one. */
  first: Action;
  /** The action on a record that the caller saw like this, if it depends on that. */
  resolve?: (action: Action, shown: Fields) => Action;
  /** For commands that are more than one request; undefined for the others. */
  send?: (instance: Instance, sent: Sent, id: string | undefined) => Promise<Response> | undefined;
  create: (sent: Sent) => Outcome<M>;
  expect: (before: M, sent: Sent) => Outcome<M>;
  /** Names the rule that a request puts to the test; a run must try all `rules`. */
  ruleOf: (before: M, sent: Sent) => string | undefined;
  rules: readonly string[];
  /** Programs that try every rule once, because random ones may leave some out. */
  tour: readonly (readonly Command[])[];
  /** Updates of one field, which all clients make to the shared record at the same time: without its lock, one is lost. */
  contended: readonly Action[];
}

export interface Tally {
  commands: number;
  records: number;
  events: number;
  /** The rules that were put to the test. */
  moves: Set<string>;
}

/** One session: every part of it knows these. */
export interface Session<M extends Model> {
  name: string;
  instance: Instance;
  family: Family<M>;
  tally: Tally;
}
