// Everything a handler may reach, built once per process and handed down.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connect, type ConnectOptions, type Db } from './db.ts';
import { deriveKey } from './keys.ts';
import { openLog } from './log.ts';
import { type SecretKey, secretKeyOf } from './secrets.ts';
import { buildLimits, type Limits } from './limits.ts';
import { type Pressure, watchPressure } from './pressure.ts';
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
  limits: Limits;
  pressure: Pressure;
  /** Set when the process is told to stop: it still serves, and says that nothing more should be sent. */
  lifecycle: { isStopping: boolean };
  now: () => Date;
  log: Logger;
}

/** At 2 ms a statement these have their turn within the time that a request waits. */
const WAITING_PER_CONNECTION = 100;

/** Connects to nothing until the first statement. `close` lets go of database and Valkey. */
export function buildDeps(
  config: Config,
  now: Deps['now'] = () => new Date(),
  options: Partial<ConnectOptions> = {},
): { deps: Deps; close: () => Promise<void> } {
  const log = openLog(config);
  const { db, unprepared, waiting, close } = connect(
    config.DATABASE_URL,
    { connections: config.DATABASE_POOL, prepared: true, ...options },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const cursorKey = deriveKey(config.ENCRYPTION_KEY, 'cursor');
  const secretKey = secretKeyOf(config.ENCRYPTION_KEY);
  const settings = settingsReader(unprepared);
  const limits = buildLimits(
    {
      valkeyUrl: config.VALKEY_URL,
      instance: config.INSTANCE_NAME,
      figures: config.RATE_LIMITS,
    },
    log,
  );
  const pressure = watchPressure(
    {
      loopDelayMs: config.MAX_LOOP_DELAY_MS,
      rssMegabytes: config.MAX_MEMORY_MB,
      waiting: config.DATABASE_POOL * WAITING_PER_CONNECTION,
    },
    waiting,
  );
  const lifecycle = { isStopping: false };
  return {
    deps: {
      config,
      db,
      unprepared,
      cursorKey,
      secretKey,
      settings,
      limits,
      pressure,
      lifecycle,
      now,
      log,
    },
    close: async () => {
      limits.close();
      pressure.close();
      await close();
    },
  };
}
