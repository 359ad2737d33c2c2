// Everything a handler may reach, built once per process and handed down.
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { connect, type ConnectOptions, type Db } from './db.ts';
import { createEgress, type Egress } from './egress.ts';
import { deriveKey } from './keys.ts';
import { type SecretKey, secretKeyOf } from './secrets.ts';
import { type Settings, settingsReader } from './settings.ts';
import { Wake } from './wake.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see platform/db.ts. */
  unprepared: Db;
  /** All connections are one backend, as in the demonstration: nothing may be prepared or listened to. */
  sharesBackend: boolean;
  cursorKey: Buffer;
  secretKey: SecretKey;
  egress: Egress;
  wake: Wake;
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
  const log = pino({ level: config.LOG_LEVEL, base: { service: config.INSTANCE_NAME } });
  const { db, unprepared, close } = connect(
    config.DATABASE_URL,
    { connections: config.DATABASE_POOL, prepared: true, ...options },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const wake = new Wake(unprepared);
  const egress = createEgress({
    allowed: config.EGRESS_ALLOW,
    caFile: config.EGRESS_CA_FILE,
  });
  const deps = {
    config,
    db,
    unprepared,
    sharesBackend: options.prepared === false,
    cursorKey: deriveKey(config.ENCRYPTION_KEY, 'cursor'),
    secretKey: secretKeyOf(config.ENCRYPTION_KEY),
    egress,
    wake,
    settings: settingsReader(unprepared),
    now,
    log,
  };
  return {
    deps,
    close: async () => {
      await egress.close();
      await wake.settled();
      await close();
    },
  };
}
