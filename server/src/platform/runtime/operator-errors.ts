// The operator can fix these errors, so they are reported with advice and without a stack trace. The code of an error
// selects its text.

type CodedError = Error & { code?: string; port?: number };

interface OperatorError {
  detail: (error: CodedError) => string;
  advice: string;
}

const operatorErrors: Record<string, OperatorError> = {
  EADDRINUSE: {
    detail: ({ port }) => `Port ${port} is in use by another process.`,
    advice: 'Choose another port with PORT, AUTH_PORT or METRICS_PORT.',
  },
  EACCES: {
    detail: ({ message }) => `The system denies access: ${message}.`,
    advice: 'Grant this user the right, or choose another port or path.',
  },
  ECONNREFUSED: {
    detail: () => 'PostgreSQL refused the connection to DATABASE_URL.',
    advice:
      'Start PostgreSQL, for example with `npm run services`, or correct host and port in DATABASE_URL.',
  },
  ENOTFOUND: {
    detail: () => 'The host name in DATABASE_URL cannot be resolved.',
    advice: 'Correct the host name in DATABASE_URL.',
  },
  ENOPRIMARY: {
    detail: ({ message }) => `DATABASE_URL leads to no primary. ${message}`,
    advice:
      'Start PostgreSQL on one of these hosts as primary, or correct the hosts in DATABASE_URL.',
  },
  '28000': {
    detail: ({ message }) => `PostgreSQL refused the user in DATABASE_URL: ${message}.`,
    advice: 'Allow the user and this machine in pg_hba.conf.',
  },
  '28P01': {
    detail: ({ message }) => `PostgreSQL rejected the credentials in DATABASE_URL: ${message}.`,
    advice:
      'Correct the password in DATABASE_URL or DATABASE_PASSWORD. In an environment file, put a password that contains # in single quotes.',
  },
  '3D000': {
    detail: ({ message }) => `The database in DATABASE_URL does not exist: ${message}.`,
    advice: 'Create the database that DATABASE_URL names, and run `migrate`.',
  },
};

const entryOf = ({ code = '' }: CodedError): OperatorError | undefined => operatorErrors[code];

export const adviceOn = (error: CodedError): string | undefined => entryOf(error)?.advice;

/** Returns undefined if the operator cannot fix the error. */
export function describeOperatorError(error: CodedError): string | undefined {
  const entry = entryOf(error);
  return entry && `${entry.detail(error)} ${entry.advice}`;
}
