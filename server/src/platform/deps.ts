// Everything a handler may reach, built once per process and handed down.
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { connect, type ConnectOptions, type Db } from './db.ts';
import { deriveKey } from './keys.ts';
import { buildLimits, type Limits } from './limits.ts';
import { type Settings, settingsReader } from './settings.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see platform/db.ts. */
  unprepared: Db;
  cursorKey: Buffer;
  /** For stored answers that carry a secret. */
  replayKey: Buffer;
  settings: () => Promise<Settings>;
  limits: Limits;
  now: () => Date;
  log: Logger;
}

/** Connects to nothing until the first statement. `close` lets go of database and Valkey. */
export function buildDeps(
  config: Config,
  now: Deps['now'] = () => new Date(),
  options: Partial<ConnectOptions> = {},
): { deps: Deps; close: () => Promise<void> } {
  const log = pino({ level: config.LOG_LEVEL, base: { service: config.INSTANCE_NAME } });
  const { db, unprepared, close } = connect(
    config.DATABASE_URL,
    { connections: config.DATABASE_POOL, prepared: true, ...options },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const cursorKey = deriveKey(config.ENCRYPTION_KEY, 'cursor');
  const replayKey = deriveKey(config.ENCRYPTION_KEY, 'idempotency');
  const settings = settingsReader(unprepared);
  const limits = buildLimits(
    {
      valkeyUrl: config.VALKEY_URL,
      instance: config.INSTANCE_NAME,
      figures: config.RATE_LIMITS,
    },
    log,
  );
  return {
    deps: { config, db, unprepared, cursorKey, replayKey, settings, limits, now, log },
    close: async () => {
      limits.close();
      await close();
    },
  };
}
