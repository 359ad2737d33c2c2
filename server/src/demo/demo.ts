// A whole service with nothing around it, to be tried: an embedded database, a key of its own, a greeting.
import { randomBytes } from 'node:crypto';
import { type Config, loadConfig } from '../platform/runtime/config.ts';
import { buildDeps } from '../platform/runtime/deps.ts';
import { embeddedOptions, startEmbedded } from '../platform/postgres/embedded.ts';
import { deriveKey } from '../platform/crypto/keys.ts';
import { enterHome } from './demo.home.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';

type Environment = Record<string, string | undefined>;

/** The configuration with what a demonstration has of its own, so that all faults are told before it begins. */
const configOf = (env: Environment): Config =>
  loadConfig({
    ...env,
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    DATABASE_URL: 'postgres://embedded',
    ENCRYPTION_KEY: env['ENCRYPTION_KEY'] || randomBytes(32).toString('base64'),
  });

/** The client that the greeting shows; its secret follows from the key, so the next start knows it too. */
const withClient = (config: Config, key: Buffer): Config => ({
  ...config,
  BOOTSTRAP_CLIENT_ID: config.BOOTSTRAP_CLIENT_ID || 'demo',
  BOOTSTRAP_CLIENT_SECRET:
    config.BOOTSTRAP_CLIENT_SECRET || deriveKey(key, 'demonstration-client').toString('base64url'),
});

export async function openDemonstration(env: Environment): Promise<ReturnType<typeof buildDeps>> {
  const config = configOf(env);
  const home = await enterHome(config.DEMO_DATA_DIR);
  try {
    const embedded = await startEmbedded(home.database);
    const kept = await home.keepKey(config.ENCRYPTION_KEY);
    const key = env['ENCRYPTION_KEY'] ? config.ENCRYPTION_KEY : kept;
    const { deps, close } = buildDeps(
      { ...withClient(config, key), DATABASE_URL: embedded.url, ENCRYPTION_KEY: key },
      undefined,
      embeddedOptions,
    );
    return {
      deps,
      close: async () => {
        await close();
        await embedded.close();
        await home.leave();
      },
    };
  } catch (error) {
    await home.leave();
    throw error;
  }
}

export function greeting(config: Config): string {
  const api = apiUrl(config.BASE_URL, '');
  const kept = config.DEMO_DATA_DIR
    ? `kept in ${config.DEMO_DATA_DIR}`
    : 'gone when it stops (DEMO_DATA_DIR keeps it)';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  const { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret } = config;
  const credentials = `-d grant_type=client_credentials -d client_id=${id} -d client_secret=${secret}`;
  return `
Signalbox is running: a demonstration, not for production. Its data is made up, and ${kept}.
API ${api}    Reference ${config.BASE_URL}/docs    Stop with Ctrl-C

In another terminal, first a token (client ${id}, super_admin; it lives for an hour):
TOKEN=$(curl -s ${config.AUTH_URL}/oauth2/token ${credentials} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')

Twenty incidents of one hour, one change behind them:
curl -s "${api}/incidents?change_id=CHG0000012&limit=5" ${bearer}
What was written about the first of them:
curl -s ${api}/incidents/INC0000269/notes ${bearer}
Open one of your own:
curl -s ${api}/incidents ${bearer} -H 'Content-Type: application/json' -d '{"short_description": "My first incident"}'
`;
}
