// `main.ts admin …`: what a person does at the command line.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { readKey } from '../platform/runtime/config.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { ApiError, UsageError } from '../platform/errors.ts';
import { bodyValidator } from '../platform/http/input/validation.ts';
import { rekey } from '../platform/runtime/rekey.ts';
import { systemContext } from './system-context.ts';
import { ClientCreate } from './clients/clients.schema.ts';
import { registerClient } from './clients/clients.service.ts';
import { retireOlderKeys, tendKeys } from './provider/keys.ts';
import { roles } from './roles.ts';
import { UserCreate } from './users/users.schema.ts';
import { registerUser } from './users/users.service.ts';

export const adminUsage = `
  admin client create   register a client and print its id and secret
    --name NAME --role ROLE [--role ROLE] [--id CLIENT_ID] [--email ADDRESS]
  admin user create     register a person and print a first password
    --email ADDRESS --name NAME --role ROLE [--role ROLE]
  admin rotate-keys     make a new signing key; it signs in a minute
    [--retire-older]    if a key may have leaked: all but the newest end at once, and the tokens they signed
  admin rekey           seal everything under ENCRYPTION_KEY that was sealed under OLD_ENCRYPTION_KEY,
                        or under the key in the file that --old-key-file names; stop all processes first
                        ROLE is ${roles.join(', ')}`;

/** The same rules as over HTTP, told as options. */
function requireGood(schema: Parameters<typeof bodyValidator>[0], value: object): void {
  const { faults } = bodyValidator(schema)(value);
  if (faults.length > 0) throw new UsageError(faults.map(({ message }) => message).join(' '));
}

const optionsOf = <T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) =>
  parseArgs({ args, options }).values;

const withoutAbsent = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/** What the rules refuse is told without a stack. */
const toUsageError = (error: unknown): never => {
  throw error instanceof ApiError ? new UsageError(error.message) : error;
};

async function createClient(deps: Deps, args: string[]): Promise<string> {
  const { id, role, ...rest } = optionsOf(args, {
    name: { type: 'string' },
    id: { type: 'string' },
    email: { type: 'string' },
    role: { type: 'string', multiple: true },
  });
  const wanted = withoutAbsent({ client_id: id, roles: role, ...rest }) as ClientCreate;
  requireGood(ClientCreate, wanted);
  const { row, secret } = await deps.db
    .transaction()
    .execute((tx) => registerClient(tx, systemContext(deps, 'command-line'), deps.config, wanted))
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
  const wanted = withoutAbsent({ roles: role, ...rest, password }) as UserCreate;
  requireGood(UserCreate, wanted);
  const row = await deps.db
    .transaction()
    .execute((tx) => registerUser(tx, systemContext(deps, 'command-line'), deps.config, wanted))
    .catch(toUsageError);
  return `user ${row.id}\npassword ${password}`;
}

async function rotateKeys(deps: Deps, args: string[]): Promise<string> {
  const options = optionsOf(args, { 'retire-older': { type: 'boolean' } });
  const { isMade } = await tendKeys(deps, { isForced: true });
  if (options['retire-older']) {
    const retired = await retireOlderKeys(deps);
    return `The newest key signs within seconds. Retired: ${retired.join(', ') || 'none'}.`;
  }
  return isMade
    ? 'A new key signs in a minute.'
    : 'A new key is published already and waits to sign.';
}

async function oldKey(deps: Deps, args: string[]): Promise<Buffer> {
  const { 'old-key-file': file } = optionsOf(args, { 'old-key-file': { type: 'string' } });
  if (file) return readKey((await readFile(file, 'utf8')).trim());
  if (deps.config.OLD_ENCRYPTION_KEY) return deps.config.OLD_ENCRYPTION_KEY;
  throw new UsageError(
    'Give the old key as OLD_ENCRYPTION_KEY, or in a file that --old-key-file names.',
  );
}

const sealAgain = async (deps: Deps, args: string[]): Promise<string> => {
  const from = await oldKey(deps, args);
  const rows = await rekey(deps.unprepared, from, deps.config.ENCRYPTION_KEY).catch(
    (error: Error) => {
      throw new UsageError(`Nothing was changed: ${error.message}`);
    },
  );
  return `${rows} rows are sealed under ENCRYPTION_KEY now.`;
};

/** Each gives what to print. */
export const adminCommands: Record<string, (deps: Deps, args: string[]) => Promise<string>> = {
  'client create': createClient,
  'user create': createUser,
  'rotate-keys': rotateKeys,
  rekey: sealAgain,
};
