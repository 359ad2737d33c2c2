// A whole service with nothing around it, to be tried: an embedded database, a key of its own, a greeting.
import { randomBytes } from 'node:crypto';
import { developmentIssuer } from '../identity/index.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { buildDeps } from '../platform/deps.ts';
import { embeddedOptions, startEmbedded } from '../platform/embedded.ts';
import { UsageError } from '../platform/errors.ts';
import { enterHome, keptKey } from './demo.home.ts';

type Environment = Record<string, string | undefined>;

/** The configuration with what a demonstration has of its own, so that all faults are told before it begins. */
const configOf = (env: Environment): Config =>
  loadConfig({
    ...env,
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    DATABASE_URL: 'postgres://embedded',
    ENCRYPTION_KEY: env['ENCRYPTION_KEY'] || randomBytes(32).toString('base64'),
  });

export async function openDemonstration(env: Environment): Promise<ReturnType<typeof buildDeps>> {
  const config = configOf(env);
  const home = await enterHome(config.DEMO_DATA_DIR);
  try {
    const embedded = await startEmbedded(home.database);
    const kept = await home.keepKey(config.ENCRYPTION_KEY);
    const key = env['ENCRYPTION_KEY'] ? config.ENCRYPTION_KEY : kept;
    const { deps, close } = buildDeps(
      { ...config, DATABASE_URL: embedded.url, ENCRYPTION_KEY: key },
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

/** For commands beside a running demonstration that have to know its key. */
export async function demonstrationConfig(env: Environment): Promise<Config> {
  const config = configOf(env);
  if (env['ENCRYPTION_KEY']) return config;
  const key = config.DEMO_DATA_DIR && (await keptKey(config.DEMO_DATA_DIR));
  if (!key) {
    throw new UsageError(
      'A demonstration prints a token when it starts. To make others, start it and this with the same DEMO_DATA_DIR.',
    );
  }
  return { ...config, ENCRYPTION_KEY: key };
}

const WORKING_DAY_SECONDS = 8 * 3600;

export async function greeting(config: Config): Promise<string> {
  const token = await developmentIssuer(config).token({
    email: 'mira.holt@example.com',
    roles: ['itsm_manager'],
    lifetimeSeconds: WORKING_DAY_SECONDS,
  });
  const api = `${config.BASE_URL}/prod/api/v1`;
  const kept = config.DEMO_DATA_DIR
    ? `kept in ${config.DEMO_DATA_DIR}`
    : 'gone when it stops (DEMO_DATA_DIR keeps it)';
  const bearer = '-H "Authorization: Bearer $TOKEN"';
  return `
Signalbox is running: a demonstration, not for production. Its data is made up, and ${kept}.
API ${api}    Reference ${config.BASE_URL}/docs    Stop with Ctrl-C

In another terminal, first the token (itsm_manager, 8 hours):
TOKEN=${token}

Twenty incidents of one hour, one change behind them:
curl -s "${api}/incidents?change_id=CHG0000012&limit=5" ${bearer}
What was written about the first of them:
curl -s ${api}/incidents/INC0000269/notes ${bearer}
Open one of your own:
curl -s ${api}/incidents ${bearer} -H 'Content-Type: application/json' -d '{"short_description": "My first incident"}'
`;
}
