// Secrets in files (`NAME_FILE`) are read again while the process runs: on SIGHUP, and when PostgreSQL refuses a login.
// A part that needs a secret takes it from the configuration at that moment.
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { KeyRing } from '../../crypto/key-ring.ts';
import { type Config, loadConfig, settings } from '../config.ts';

export type Environment = Record<string, string | undefined>;

const secretNames = (Object.keys(settings) as (keyof Config)[]).filter(
  (name) => settings[name].secret,
);

/** Without one there is nothing to read again, and SIGHUP ends the process as usual. */
export const hasSecretFiles = (env: Environment): boolean =>
  secretNames.some((name) => env[`${name}_FILE`]);

export const keysOf = ({ ENCRYPTION_KEY, OLD_ENCRYPTION_KEY }: Config): [Buffer, ...Buffer[]] =>
  OLD_ENCRYPTION_KEY ? [ENCRYPTION_KEY, OLD_ENCRYPTION_KEY] : [ENCRYPTION_KEY];

const KEY_IS_NEEDED =
  'The secrets in the database are still encrypted with the key that was in use, so it is kept until the process ends. Set it as OLD_ENCRYPTION_KEY and run `admin rekey`.';

/** Changes the configuration in place, unless it would not be valid. */
export function rereadSecrets(
  config: Config,
  env: Environment,
  { keys, log }: { keys: KeyRing; log: Logger },
): void {
  try {
    const fresh = loadConfig(env);
    const changed = secretNames.filter((name) => !isDeepStrictEqual(config[name], fresh[name]));
    if (changed.length === 0) return;
    Object.assign(config, Object.fromEntries(changed.map((name) => [name, fresh[name]])));
    log.info({ secrets: changed }, 'secrets.read');
    if (!keys.replace(keysOf(config))) log.error({ detail: KEY_IS_NEEDED }, 'secrets.refused');
  } catch (error) {
    log.error({ detail: (error as Error).message }, 'secrets.refused');
  }
}
