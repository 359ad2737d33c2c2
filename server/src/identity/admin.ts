// Operators create clients and users and change keys on the command line, with `main.ts admin …`.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Command, Commands } from '../feature.ts';
import { readKey } from '../platform/runtime/config.readers.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { ApiError, type Fault, UsageError } from '../platform/errors.ts';
import { bodyValidator } from '../platform/http/input/validation.ts';
import { rekey } from '../platform/runtime/secrets/rekey.ts';
import { systemContext } from './system-context.ts';
import { ClientCreate } from './clients/clients.schema.ts';
import { registerClient } from './clients/clients.service.ts';
import { retireOlderKeys, rotateSigningKeys } from './provider/keys.ts';
import { resetFactors } from './factors/reset.ts';
import { roles } from './roles.ts';
import { UserCreate } from './users/users.schema.ts';
import { registerUser } from './users/users.service.ts';
import { findUserByEmail, userTable } from './users/users.sql.ts';

/** Other options have the name of their field. */
const optionNames: Record<string, string> = { roles: 'role', client_id: 'id' };

/** The message begins with the path of the field, in place of which a person gave an option. */
function describeFault({ pointer, message }: Fault): string {
  const path = pointer.slice(1).replaceAll('/', '.');
  const field = path.split('.', 1)[0] ?? '';
  return message.replace(path, `--${optionNames[field] ?? field}`);
}

/** Validates options by the rules of the HTTP API. */
function requireValid(
  schema: Parameters<typeof bodyValidator>[0],
  value: object,
  usage: string,
): void {
  const { faults } = bodyValidator(schema)(value);
  if (faults.length > 0) throw new UsageError(`${faults.map(describeFault).join(' ')}\n${usage}`);
}

const optionsOf = <T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) =>
  parseArgs({ args, options }).values;

const withoutAbsent = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/** Validation errors are printed without a stack trace. */
const toUsageError = (error: unknown): never => {
  throw error instanceof ApiError ? new UsageError(error.message) : error;
};

const CLIENT_USAGE = `
  admin client create   register a client and print its id and secret
    --name NAME --role ROLE [--role ROLE] [--id CLIENT_ID] [--email ADDRESS]`;

const USER_USAGE = `
  admin user create     register a user and print an initial password
    --email ADDRESS --name NAME --role ROLE [--role ROLE]
                        ROLE is ${roles.join(', ')}`;

const RESET_FACTORS_USAGE = `
  admin user reset-factors
    --email ADDRESS     remove all second factors and recovery codes of a user who has lost them, and end their
                        sessions; the password stays`;

async function createClient(deps: Deps, args: string[]): Promise<string> {
  const { id, role, ...rest } = optionsOf(args, {
    name: { type: 'string' },
    id: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', multiple: true },
  });
  const input = withoutAbsent({ client_id: id, roles: role, ...rest }) as ClientCreate;
  requireValid(ClientCreate, input, CLIENT_USAGE);
  const { row, secret } = await deps.db
    .transaction()
    .execute((tx) => registerClient(tx, systemContext(deps, 'command-line'), deps.config, input))
    .catch(toUsageError);
  return `client_id ${row.id}\nclient_secret ${secret}`;
}

async function createUser(deps: Deps, args: string[]): Promise<string> {
  const { role, ...rest } = optionsOf(args, {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string', multiple: true },
  });
  const password = randomBytes(15).toString('base64url');
  const input = withoutAbsent({ roles: role, ...rest, password }) as UserCreate;
  requireValid(UserCreate, input, USER_USAGE);
  const row = await deps.db
    .transaction()
    .execute((tx) => registerUser(tx, systemContext(deps, 'command-line'), deps.config, input))
    .catch(toUsageError);
  return `user ${row.id}\npassword ${password}`;
}

async function resetUserFactors(deps: Deps, args: string[]): Promise<string> {
  const { email } = optionsOf(args, { email: { type: 'string' } });
  if (!email) throw new UsageError(`--email is missing.\n${RESET_FACTORS_USAGE}`);
  const removed = await deps.db.transaction().execute(async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await userTable.lock(tx, found.id));
    if (!user) throw new UsageError(`No user has the address ${email}.`);
    return resetFactors(tx, systemContext(deps, 'command-line'), user);
  });
  return `${email} has no second factor now; ${removed} ${removed === 1 ? 'was' : 'were'} removed. Sessions ended.`;
}

async function rotateKeys(deps: Deps, args: string[]): Promise<string> {
  const options = optionsOf(args, { 'retire-older': { type: 'boolean' } });
  const { isCreated } = await rotateSigningKeys(deps, { isForced: true });
  if (options['retire-older']) {
    const retired = await retireOlderKeys(deps);
    return `The newest key will be in use within seconds. Retired: ${retired.join(', ') || 'none'}.`;
  }
  return isCreated
    ? 'The new key will be in use in one minute.'
    : 'No key was created: a new key is already published and will be in use within a minute.';
}

async function oldKey(deps: Deps, args: string[]): Promise<Buffer> {
  const { 'old-key-file': file } = optionsOf(args, { 'old-key-file': { type: 'string' } });
  if (file) return readKey((await readFile(file, 'utf8')).trim());
  if (deps.config.OLD_ENCRYPTION_KEY) return deps.config.OLD_ENCRYPTION_KEY;
  throw new UsageError(
    'The old key is missing. Set OLD_ENCRYPTION_KEY, or name a file with --old-key-file.',
  );
}

const reencrypt: Command['run'] = async (deps, args, features) => {
  const columns = features.flatMap(({ sealed = [] }) => sealed);
  const keys = { from: await oldKey(deps, args), to: deps.config.ENCRYPTION_KEY };
  const { rows, foreign } = await rekey(deps.maintenance, columns, keys);
  const rest =
    foreign > 0 ? ` ${foreign} rows are encrypted with a third key and were not changed.` : '';
  return `${rows} rows are now encrypted with ENCRYPTION_KEY.${rest}`;
};

export const adminCommands: Commands = {
  'client create': {
    usage: CLIENT_USAGE,
    run: createClient,
  },
  'user create': {
    usage: USER_USAGE,
    run: createUser,
  },
  'user reset-factors': {
    usage: RESET_FACTORS_USAGE,
    run: resetUserFactors,
  },
  'rotate-keys': {
    usage: `
  admin rotate-keys     create a new signing key, in use after one minute
    [--retire-older]    if a key may have leaked: revoke all keys but the newest, and the tokens they signed`,
    run: rotateKeys,
  },
  rekey: {
    usage: `
  admin rekey           re-encrypt all secrets from OLD_ENCRYPTION_KEY, or the key in the file given by
                        --old-key-file, to ENCRYPTION_KEY; processes that have both keys may run meanwhile`,
    run: reencrypt,
  },
};
