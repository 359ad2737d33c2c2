// Every error of the command line carries an exit code.

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

/** An error tells the person the next step. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitName;
  /** Each line is one next step. */
  readonly hints: readonly string[];

  constructor(exit: ExitName, message: string, ...hints: string[]) {
    super(message);
    this.exit = exit;
    this.hints = hints;
  }
}

export const usageError = (message: string, ...hints: string[]): CliError =>
  new CliError('usage', message, ...hints);
