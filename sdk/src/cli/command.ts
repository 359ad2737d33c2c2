// A command is a row of a table, from which help, parsing and the reference are made.
import type { ConnectionOptions, Signalbox } from '../index.ts';
import type { Transport } from '../transport.ts';
import type { ExitName } from './exit-codes.ts';
import type { ProfileStore } from './profiles/profiles.store.ts';
import type { Terminal } from './terminal/terminal.ts';
import type { TimeDirection } from './terminal/time.ts';

export interface OptionSpec {
  summary: string;
  /** The help shows this name of the value. A flag has none. */
  value?: string;
  /** Only these values are allowed; several are separated by commas if `isList`. */
  choices?: readonly string[];
  isList?: boolean;
  /** A time is ISO 8601, or a duration such as 2h or 7d: how long ago it was, or how soon it comes. */
  time?: TimeDirection;
  /** The value is the name of a file. */
  isFile?: boolean;
  /** The option may be given several times; its command reads the values. */
  isRepeatable?: boolean;
  /** A count is a whole number from 1. */
  isCount?: boolean;
  /** The value is the id of a record, and becomes a segment of a path. */
  isId?: boolean;
  /** A write without this option is refused before it is sent. */
  isRequired?: boolean;
  /** The option sets this query parameter or field of the body. */
  parameter?: string;
}

export type OptionSpecs = Record<string, OptionSpec>;

export interface ArgumentSpec {
  name: string;
  summary: string;
  isOptional?: boolean;
  /** Only these values are allowed, in upper or lower case. */
  choices?: readonly string[];
  /** The value is the name of a file. */
  isFile?: boolean;
  /** The value is the id of a record, and becomes a segment of a path. */
  isId?: boolean;
  /** The argument sets this field of the body. */
  parameter?: string;
}

export interface Values {
  text: (name: string) => string | undefined;
  /** Returns all values of an option that may be given several times. */
  texts: (name: string) => readonly string[];
  flag: (name: string) => boolean;
  count: (name: string) => number | undefined;
  /** Returns the options that set parameters, by the name of the parameter; those that may be given several times are left out. */
  parameters: () => Record<string, string>;
}

/** Attempts after the first one are few by default: a person waits. */
export type ConnectOptions = Pick<
  ConnectionOptions,
  'maxRetries' | 'onRetry' | 'timeoutMs' | 'fetch'
>;

export interface Invocation {
  /** An optional argument may be absent. */
  args: Readonly<Record<string, string | undefined>>;
  values: Values;
  /** JSON is printed instead of text for people. */
  isJson: boolean;
  terminal: Terminal;
  store: ProfileStore;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** Returns the client of the profile or of the environment. */
  connect: (options?: ConnectOptions) => Promise<Signalbox>;
  /** Returns the part of the client that sends requests to any path. */
  openTransport: (options?: ConnectOptions) => Promise<Transport>;
  /** The whole table is needed for the completion of words. */
  commands: readonly Command[];
}

export interface Command {
  /** The path consists of the words of the command, such as `incidents list`. */
  path: string;
  summary: string;
  description?: string;
  /** The options set parameters of this operation of the API; a test checks them against openapi.json. */
  operationId?: string;
  args?: readonly ArgumentSpec[];
  options?: OptionSpecs;
  examples: readonly string[];
  run: (invocation: Invocation) => Promise<ExitName | void>;
}

export const globalOptions: OptionSpecs = {
  profile: { value: 'name', summary: 'Use this profile; see `signalbox profiles`' },
  url: { value: 'url', summary: 'Address of the instance, such as https://desk.example.com' },
  json: { summary: 'Print JSON, one record per line' },
  help: { summary: 'Show help' },
  version: { summary: 'Show the version' },
};
