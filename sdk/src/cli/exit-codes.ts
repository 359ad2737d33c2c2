// Every error of the command line carries an exit code for shells, and a code for programs that read its JSON.
import type { ClientErrorCode, ErrorCode } from '../index.ts';

/** --help and the documentation list these codes. */
export const exitCodes = {
  ok: [0, 'Success'],
  failed: [1, 'The request failed, or some rows failed'],
  usage: [2, 'Invalid command, option or argument'],
  unauthenticated: [3, 'Not signed in, or the credentials were refused'],
  notFound: [4, 'The record does not exist, or you may not see it'],
  forbidden: [5, 'Your role does not allow this'],
  invalid: [6, 'The input is invalid'],
  conflict: [
    7,
    'The state or version of the record does not allow this, or the record exists already',
  ],
  unavailable: [8, 'Rate limit, overload or timeout: try again later'],
  unreachable: [9, 'No connection to the instance'],
  interrupted: [130, 'Interrupted with Ctrl-C'],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type ExitName = keyof typeof exitCodes;

type LocalCode = 'usage' | 'interrupted' | 'cli_error';

/** The documentation lists these codes; all other codes are those of the service. A signature is never verified here. */
export const errorCodes: Record<LocalCode | Exclude<ClientErrorCode, 'invalid_signature'>, string> =
  {
    usage:
      'A command, option, argument, file or profile is missing or invalid; the request of the command was not sent',
    no_token:
      'The identity provider issued no token: the login has ended, or it refused the credentials',
    network_error: 'The instance could not be reached, or the connection was cut',
    timeout: 'The instance did not respond in time',
    invalid_response: 'The address does not respond like a Signalbox instance',
    not_modified: 'The record still has the version of the header `If-None-Match`',
    interrupted: 'Ctrl-C or a signal ended the command',
    cli_error: 'The command line has a bug',
  };

export type FailureCode = LocalCode | ErrorCode;

interface Fault {
  exit: ExitName;
  code: FailureCode;
  requestId?: string | undefined;
}

/** An error tells the person the next step. Without a code of its own it is a local fault. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  readonly code: FailureCode;
  readonly requestId: string | undefined;
  /** Each line is one next step. */
  readonly hints: readonly string[];

  constructor(fault: ExitName | Fault, message: string, ...hints: string[]) {
    super(message);
    const { exit, code, requestId }: Fault =
      typeof fault === 'string' ? { exit: fault, code: 'usage' } : fault;
    this.exit = exit;
    this.code = code;
    this.requestId = requestId;
    this.hints = hints;
  }
}

export const usageError = (message: string, ...hints: string[]): CliError =>
  new CliError('usage', message, ...hints);

/** No token was obtained: the login has ended or was refused. */
export const loginError = (message: string, ...hints: string[]): CliError =>
  new CliError({ exit: 'unauthenticated', code: 'no_token' }, message, ...hints);
