// Explains a failed request to the person at the terminal: message, next steps, exit code.
import { SignalboxError } from '../index.ts';
import type { Command, OptionSpecs } from './command.ts';
import { commands } from './commands.ts';
import { CliError, type ExitName, type FailureCode } from './exit-codes.ts';

interface Explanation {
  exit: ExitName;
  message: string;
  hints: string[];
}

export interface Failure extends Explanation {
  code: FailureCode;
  /** No request was sent, or no response arrived, if it is null. */
  requestId: string | null;
  /** People are shown the id of a request only if they can do nothing but report it. */
  isServerFault: boolean;
}

interface Rule {
  exit: ExitName;
  hints?: (error: SignalboxError, group: string) => string[];
}

const signIn = () => [
  'Run `signalbox login` to sign in again, or check SIGNALBOX_API_KEY or the client secret.',
];
const retry = ({ retryAfterSeconds }: SignalboxError) => [
  retryAfterSeconds ? `Try again in ${Math.ceil(retryAfterSeconds)} s.` : 'Try again later.',
];

const notFoundHints: Record<string, string> = {
  api: 'Check the path, which begins below the root of the API, and the id in it: /incidents/INC0000042.',
};

/** The code decides where it says more than the status. */
const byCode: Partial<Record<string, Rule>> = {
  timeout: { exit: 'unavailable', hints: retry },
  invalid_response: {
    exit: 'unreachable',
    hints: () => [
      'Check that the address is that of a Signalbox instance: run `signalbox profiles`.',
    ],
  },
  stream_gap: {
    exit: 'failed',
    hints: () => ['Run the command without --from to begin with new events.'],
  },
  login_required: { exit: 'forbidden', hints: () => ['Run `signalbox login` without a key.'] },
  insufficient_role: {
    exit: 'forbidden',
    hints: (error) => {
      const roles = SignalboxError.is(error, 'insufficient_role')
        ? error.problem.required_roles
        : [];
      return [
        ...(roles.length > 0 ? [`This needs one of the roles ${roles.join(', ')}.`] : []),
        'Run `signalbox whoami` to see your roles.',
      ];
    },
  },
  version_mismatch: {
    exit: 'conflict',
    hints: (error) => {
      const version = SignalboxError.is(error, 'version_mismatch') && error.problem.current_version;
      return version ? [`To update the current version, use --if-version ${version}.`] : [];
    },
  },
};

const byStatus: Record<number, Rule> = {
  400: { exit: 'invalid' },
  401: { exit: 'unauthenticated', hints: signIn },
  403: { exit: 'forbidden', hints: () => ['Run `signalbox whoami` to see your roles.'] },
  404: {
    exit: 'notFound',
    hints: (_, group) => [
      commands.some(({ path }) => path === `${group} list`)
        ? `Check the id with \`signalbox ${group} list\`.`
        : (notFoundHints[group] ?? 'Check the id.'),
    ],
  },
  408: { exit: 'unavailable', hints: retry },
  409: { exit: 'conflict' },
  412: { exit: 'conflict' },
  413: { exit: 'invalid' },
  422: { exit: 'invalid' },
  429: { exit: 'unavailable', hints: retry },
  503: { exit: 'unavailable', hints: retry },
};

const unreachable: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there.',
  ENOTFOUND: 'The host name could not be resolved.',
  EAI_AGAIN: 'The host name could not be resolved.',
  ECONNRESET: 'The connection was closed.',
  ETIMEDOUT: 'The instance did not accept the connection in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The instance did not accept the connection in time.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Its certificate is self-signed; to trust it, set NODE_EXTRA_CA_CERTS to its file.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Its certificate is self-signed; to trust it, set NODE_EXTRA_CA_CERTS to its file.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'Its certificate is not trusted; to trust it, set NODE_EXTRA_CA_CERTS to the file of its authority.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
};

/** Returns the code of the innermost cause: `fetch` wraps the error of the socket. */
function socketCode(error: unknown): string | undefined {
  let code: string | undefined;
  for (let one = error; one instanceof Error; one = one.cause)
    if ('code' in one && typeof one.code === 'string' && one.code in unreachable) code = one.code;
  return code;
}

function explainNetworkError(error: SignalboxError): Explanation {
  const [, origin = 'the instance'] = /(https?:\/\/[^/\s]+)/.exec(error.message) ?? [];
  const why = unreachable[socketCode(error) ?? ''];
  return {
    exit: 'unreachable',
    message: `No connection to ${origin}.${why ? ` ${why}` : ''}`,
    hints: [
      'Check the address (--url, SIGNALBOX_URL, `signalbox profiles`) and whether the instance runs.',
    ],
  };
}

/** The message of the SDK begins with the error of the token endpoint; these texts replace it. */
const refusals: Record<string, Omit<Explanation, 'exit'> & { exit?: ExitName }> = {
  invalid_client: {
    message: 'The identity provider refused the client: its id is unknown or its secret is wrong.',
    hints: ['Check SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET.'],
  },
  invalid_grant: {
    message: 'The API key was refused: it is unknown, expired or revoked.',
    hints: [
      'Create another one in your profile, then run `signalbox login --with-key` or set SIGNALBOX_API_KEY.',
    ],
  },
  not_found: {
    exit: 'unreachable',
    message: 'The address does not respond like a Signalbox instance.',
    hints: [
      'Check --url, SIGNALBOX_URL or `signalbox profiles`: use the address of the API and the console.',
    ],
  },
};

function explainTokenError({ message }: SignalboxError): Explanation {
  const [, code = ''] = /^No token: (\w+)\./.exec(message) ?? [];
  const { exit = 'unauthenticated', ...rest } = refusals[code] ?? { message, hints: signIn() };
  return { exit, ...rest };
}

/** Fields of the body and parameters of the query are options here. */
const inputLines = ({ errors }: SignalboxError, options: OptionSpecs): string[] =>
  errors.map(({ pointer, message, allowed }) => {
    const name = pointer.replace(/^\//, '');
    // Custom fields and answers are members of one object, and filters of custom fields begin with one name.
    const [root = ''] = name.split(/[/.]/);
    const option = Object.keys(options).find((one) => options[one]?.parameter === root);
    const isNamed = root === name && message.includes(name);
    const [key = ''] = name.slice(root.length + 1).split('/');
    const part = key === '' || message.includes(`${root}.${key}`) ? '' : ` ${key}`;
    const where = option === undefined || isNamed ? '' : `--${option}${part}: `;
    const isListed = allowed?.every((one) => message.includes(one)) ?? true;
    return `${where}${message}${isListed ? '' : ` Allowed: ${allowed?.join(', ')}.`}`;
  });

function explainApiError(error: SignalboxError, command: Command | undefined): Explanation {
  const group = command?.path.split(' ')[0] ?? '';
  if (error.code === 'network_error') return explainNetworkError(error);
  if (error.code === 'no_token') return explainTokenError(error);
  const rule = byCode[error.code] ?? byStatus[error.status] ?? { exit: 'failed' as const };
  const lines = inputLines(error, command?.options ?? {});
  return {
    exit: rule.exit,
    message: lines.length === 1 ? (lines[0] ?? '') : error.message,
    hints: [...(lines.length > 1 ? lines : []), ...(rule.hints?.(error, group) ?? [])],
  };
}

const isFileError = (error: Error): error is NodeJS.ErrnoException =>
  'code' in error && 'syscall' in error;

const fileFaults: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be opened',
  EISDIR: 'is a folder',
  EEXIST: 'exists already',
};

export function explain(error: unknown, command?: Command): Failure {
  const local = { requestId: null, isServerFault: false };
  if (error instanceof SignalboxError)
    return {
      ...explainApiError(error, command),
      code: error.code,
      requestId: error.requestId ?? null,
      isServerFault: error.status >= 500,
    };
  if (error instanceof CliError) {
    const { exit, message, code, requestId = null } = error;
    return { ...local, exit, message, hints: [...error.hints], code, requestId };
  }
  if (error instanceof Error && isFileError(error) && error.path !== undefined) {
    const why = fileFaults[error.code ?? ''] ?? `cannot be used: ${error.code}`;
    return { ...local, exit: 'usage', code: 'usage', message: `${error.path} ${why}.`, hints: [] };
  }
  return {
    ...local,
    exit: 'failed',
    code: 'cli_error',
    message: error instanceof Error ? error.message : String(error),
    hints: ['This is a bug of the command line. Please report it.'],
  };
}
