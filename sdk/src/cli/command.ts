// A command as a row of a table: help, parsing and the reference are made from it.
import type { Signalbox } from '../index.ts';
import type { ExitName } from './exit-codes.ts';
import type { ProfileStore } from './profiles/profiles.store.ts';
import type { Terminal } from './terminal/terminal.ts';

export interface OptionSpec {
  summary: string;
  /** Name of the value in the help. A flag has none. */
  value?: string;
  /** The allowed values; several are separated by commas if `isList`. */
  choices?: readonly string[];
  isList?: boolean;
  /** A time: ISO 8601, or an age such as 2h or 7d. */
  isTime?: boolean;
  /** A whole number from 1. */
  isCount?: boolean;
  /** The query parameter or the field of the body that it sets. */
  parameter?: string;
}

export type OptionSpecs = Record<string, OptionSpec>;

interface ArgumentSpec {
  name: string;
  summary: string;
  isOptional?: boolean;
  choices?: readonly string[];
}

/** The parsed options of one invocation. */
export interface Values {
  text: (name: string) => string | undefined;
  flag: (name: string) => boolean;
  count: (name: string) => number | undefined;
  /** The options that set parameters, by the name of the parameter. */
  parameters: () => Record<string, string>;
}

export interface ConnectOptions {
  /** Attempts after the first one. Few by default: a person waits. */
  maxRetries?: number;
  timeoutMs?: number;
}

export interface Invocation {
  /** Arguments by name; an optional one may be absent. */
  args: Readonly<Record<string, string | undefined>>;
  values: Values;
  /** Whether to print JSON instead of text for people. */
  isJson: boolean;
  terminal: Terminal;
  store: ProfileStore;
  env: Readonly<Record<string, string | undefined>>;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
  /** The client of the profile or of the environment. */
  connect: (options?: ConnectOptions) => Promise<Signalbox>;
}

export interface Command {
  /** Words of the command, such as `incidents list`. */
  path: string;
  summary: string;
  description?: string;
  /** The operation of the API whose parameters the options set; checked against openapi.json. */
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
