// The demonstration is a complete service with an embedded database and its own encryption key.
import { randomBytes } from 'node:crypto';
import { type Config, loadConfig } from '../platform/runtime/config.ts';
import { buildDeps } from '../platform/runtime/deps.ts';
import { embeddedOptions, startEmbedded } from '../platform/postgres/embedded.ts';
import { deriveKey } from '../platform/crypto/keys.ts';
import { openDataDirectory } from './demo.home.ts';
import { consoleUser } from './demo.people.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';

type Environment = Record<string, string | undefined>;

/** Fills in the demonstration's own values first, so that all errors of the configuration are reported before it starts. */
const configOf = (env: Environment): Config =>
  loadConfig({
    ...env,
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    DATABASE_URL: 'postgres://embedded',
    ENCRYPTION_KEY: env['ENCRYPTION_KEY'] || randomBytes(32).toString('base64'),
  });

/** The password is printed, and short enough to be typed. */
const PASSWORD_LENGTH = 16;

/** The secrets in the greeting are derived from the key, so that they stay the same after a restart. */
const withCredentials = (config: Config, key: Buffer): Config => ({
  ...config,
  BOOTSTRAP_ADMIN_EMAIL: config.BOOTSTRAP_ADMIN_EMAIL || consoleUser,
  BOOTSTRAP_ADMIN_PASSWORD:
    config.BOOTSTRAP_ADMIN_PASSWORD ||
    deriveKey(key, 'demonstration-user').toString('hex').slice(0, PASSWORD_LENGTH),
  BOOTSTRAP_CLIENT_ID: config.BOOTSTRAP_CLIENT_ID || 'demo',
  BOOTSTRAP_CLIENT_SECRET:
    config.BOOTSTRAP_CLIENT_SECRET || deriveKey(key, 'demonstration-client').toString('base64url'),
});

export async function openDemonstration(env: Environment): Promise<ReturnType<typeof buildDeps>> {
  const config = configOf(env);
  const directory = await openDataDirectory(config.DEMO_DATA_DIR);
  try {
    const embedded = await startEmbedded(directory.database);
    const storedKey = await directory.loadOrStoreKey(config.ENCRYPTION_KEY);
    const key = env['ENCRYPTION_KEY'] ? config.ENCRYPTION_KEY : storedKey;
    const { deps, close } = buildDeps(
      { ...withCredentials(config, key), DATABASE_URL: embedded.url, ENCRYPTION_KEY: key },
      undefined,
      embeddedOptions(config.DATABASE_WAIT_MS),
    );
    return {
      deps,
      close: async () => {
        await close();
        await embedded.close();
        await directory.close();
      },
    };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

export function greeting(config: Config): string {
  const api = apiUrl(config.BASE_URL, '');
  const storage = config.DEMO_DATA_DIR
    ? `kept in ${config.DEMO_DATA_DIR}`
    : 'deleted when it stops (set DEMO_DATA_DIR to keep it)';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  const credentials = `-d grant_type=client_credentials -d client_id=${id} -d client_secret=${secret}`;
  return `
Signalbox is running: a demonstration, not for production. Its data is fictional and ${storage}.
Stop with Ctrl-C.

Console ${config.BASE_URL}/console/    Sign in as ${config.BOOTSTRAP_ADMIN_EMAIL} with the password ${config.BOOTSTRAP_ADMIN_PASSWORD}
API ${api}    Reference ${config.BASE_URL}/docs
In another terminal, obtain a token (client ${id}, super_admin; valid for one hour):
TOKEN=$(curl -s ${config.AUTH_URL}/oauth2/token ${credentials} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')

Get a change, the incidents it caused, the work notes of one of them, and the impact of its CI:
curl -sw '\\n' ${api}/changes/CHG0000012 ${bearer}
curl -sw '\\n' "${api}/incidents?change_id=CHG0000012&limit=5" ${bearer}
curl -sw '\\n' ${api}/incidents/INC0000669/notes ${bearer}
curl -sw '\\n' ${api}/cmdb/cis/CI97/impact ${bearer}
Create an incident:
curl -sw '\\n' ${api}/incidents ${bearer} -H 'Content-Type: application/json' -d '{"short_description": "My first incident"}'
`;
}
