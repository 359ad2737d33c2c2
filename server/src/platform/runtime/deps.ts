// Everything a handler may reach, built once per process and handed down.
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from '../postgres/tables.ts';
import { connect, type ConnectOptions } from '../postgres/connection.ts';
import { createEgress, type Egress } from '../net/egress.ts';
import { deriveKey } from '../crypto/keys.ts';
import { openLog } from './log.ts';
import { type SecretKey, secretKeyOf } from '../crypto/sealing.ts';
import { buildLimits, type Limits } from '../limits/limits.ts';
import { type Overload, watchOverload } from './overload.ts';
import { type Settings, settingsReader } from './settings.ts';
import { CommitNotifier } from '../postgres/commit-notifier.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see platform/db.ts. */
  unprepared: Db;
  /** All connections are one backend, as in the demonstration: nothing may be prepared or listened to. */
  sharesBackend: boolean;
  cursorKey: Buffer;
  /** For secrets at rest; see platform/secrets.ts. */
  secretKey: SecretKey;
  egress: Egress;
  wake: CommitNotifier;
  settings: () => Promise<Settings>;
  limits: Limits;
  overload: Overload;
  /** Set when the process is told to stop: it still serves, and says that nothing more should be sent. */
  lifecycle: { isStopping: boolean };
  now: () => Date;
  log: Logger;
}

/** At 2 ms a statement these have their turn within the time that a request waits. */
const WAITING_PER_CONNECTION = 100;

/** With the database inside it, the loop is late whenever that works: no reason to turn the one caller away. */
const EMBEDDED_LOOP_DELAY_MS = 5000;

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
  const limits = buildLimits(
    {
      valkeyUrl: config.VALKEY_URL,
      instance: config.INSTANCE_NAME,
      figures: config.RATE_LIMITS,
    },
    log,
  );
  const sharesBackend = options.prepared === false;
  const overload = watchOverload(
    {
      loopDelayMs: Math.max(config.MAX_LOOP_DELAY_MS, sharesBackend ? EMBEDDED_LOOP_DELAY_MS : 0),
      rssMegabytes: config.MAX_MEMORY_MB,
      waiting: config.DATABASE_POOL * WAITING_PER_CONNECTION,
    },
    waiting,
  );
  const wake = new CommitNotifier(db);
  const egress = createEgress({ allowed: config.EGRESS_ALLOW, caFile: config.EGRESS_CA_FILE });
  const deps = {
    config,
    db,
    unprepared,
    sharesBackend,
    cursorKey: deriveKey(config.ENCRYPTION_KEY, 'cursor'),
    secretKey: secretKeyOf(config.ENCRYPTION_KEY),
    egress,
    wake,
    settings: settingsReader(unprepared),
    limits,
    overload,
    lifecycle: { isStopping: false },
    now,
    log,
  };
  return {
    deps,
    close: async () => {
      limits.close();
      overload.close();
      await egress.close();
      await wake.settled();
      await close();
    },
  };
}
