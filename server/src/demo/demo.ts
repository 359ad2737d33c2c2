// The demonstration is a complete service with an embedded database and its own encryption key.
import { randomBytes } from 'node:crypto';
import { type Config, loadConfig } from '../platform/runtime/config.ts';
import { buildDeps } from '../platform/runtime/deps.ts';
import { embeddedOptions, startEmbedded } from '../platform/postgres/embedded.ts';
import { deriveKey } from '../platform/crypto/keys.ts';
import { openDataDirectory } from './demo.home.ts';
import { consoleUser } from './demo.people.ts';

type Environment = Record<string, string | undefined>;

/** Fills in the demonstration's own values first, so that all errors of the configuration are reported before it starts. */
export const configureDemonstration = (env: Environment): Config =>
  loadConfig({
    ...env,
    LOG_LEVEL: env['LOG_LEVEL'] || 'warn',
    DATABASE_URL: 'postgres://embedded',
    ENCRYPTION_KEY: env['ENCRYPTION_KEY'] || randomBytes(32).toString('base64'),
  });

/** The password is printed, and short enough to be typed. */
const PASSWORD_LENGTH = 16;

/** The secrets on the screen are derived from the key, so that they stay the same after a restart. */
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

export async function openDemonstration(
  config: Config,
  env: Environment,
): Promise<ReturnType<typeof buildDeps>> {
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
