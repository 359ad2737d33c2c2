// Everything a handler may reach, built once per process and handed down.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect, type ConnectOptions, type Db } from './db.ts';
import { deriveKey } from './keys.ts';
import { openLog } from './log.ts';
import { type SecretKey, secretKeyOf } from './secrets.ts';
import { type Settings, settingsReader } from './settings.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see platform/db.ts. */
  unprepared: Db;
  cursorKey: Buffer;
  /** For secrets at rest; see platform/secrets.ts. */
  secretKey: SecretKey;
  settings: () => Promise<Settings>;
  now: () => Date;
  log: Logger;
}

/** Connects to nothing until the first statement. `close` lets go of the database. */
export function buildDeps(
  config: Config,
  now: Deps['now'] = () => new Date(),
  options: Partial<ConnectOptions> = {},
): { deps: Deps; close: () => Promise<void> } {
  const log = openLog(config);
  const { db, unprepared, close } = connect(
    config.DATABASE_URL,
    { connections: config.DATABASE_POOL, prepared: true, ...options },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const cursorKey = deriveKey(config.ENCRYPTION_KEY, 'cursor');
  const secretKey = secretKeyOf(config.ENCRYPTION_KEY);
  const settings = settingsReader(unprepared);
  return { deps: { config, db, unprepared, cursorKey, secretKey, settings, now, log }, close };
}
