// The dependencies of handlers, built once per process.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from '../postgres/tables.ts';
import { connect, type ConnectOptions } from '../postgres/connection.ts';
import { createEgress, type Egress } from '../net/egress.ts';
import { deriveKey } from '../crypto/keys.ts';
import { openLog } from './log.ts';
import { OtlpExporter } from '../tracing/otlp.ts';
import { Tracer } from '../tracing/tracer.ts';
import { observePool } from './metrics.ts';
import { type SecretKey, secretKeyOf } from '../crypto/sealing.ts';
import { buildLimits, type Limits } from '../limits/limits.ts';
import { type Overload, watchOverload } from './overload.ts';
import { type Settings, settingsReader } from './settings.ts';
import { CommitNotifier } from '../postgres/commit-notifier.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** For lists and searches; see postgres/connection.ts. */
  unprepared: Db;
  /** All connections share one backend, as in the demonstration, so prepared statements and LISTEN are off. */
  sharesBackend: boolean;
  cursorKey: KeyObject;
  /** For secrets at rest; see crypto/sealing.ts. */
  secretKey: SecretKey;
  egress: Egress;
  wake: CommitNotifier;
  settings: () => Promise<Settings>;
  limits: Limits;
  overload: Overload;
  /** Set on shutdown: the process still serves requests, but readiness fails. */
  lifecycle: { isStopping: boolean };
  now: () => Date;
  log: Logger;
  tracer: Tracer;
}

function buildTracer(config: Config, log: Logger): Tracer {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return new Tracer();
  const exporter = new OtlpExporter({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    resource: {
      'service.name': config.INSTANCE_NAME,
      'host.name': hostname(),
      'process.pid': pid,
    },
    onFailure: (reason) => log.warn({ reason }, 'traces.export_failed'),
  });
  return new Tracer(exporter, config.OTEL_TRACES_SAMPLER_ARG);
}

/** At 2 ms per statement, this many requests get a connection within their waiting time. */
const WAITING_PER_CONNECTION = 100;

/** The embedded database blocks the event loop while it works; that is no reason to refuse requests. */
const EMBEDDED_LOOP_DELAY_MS = 5000;

/** Connects on the first statement. `close` disconnects from the database and Valkey. */
export function buildDeps(
  config: Config,
  now: Deps['now'] = () => new Date(),
  options: Partial<ConnectOptions> = {},
): { deps: Deps; close: () => Promise<void> } {
  const log = openLog(config);
  const { db, unprepared, pool, close } = connect(
    config.DATABASE_URL,
    {
      connections: config.DATABASE_POOL,
      connectWithinMs: config.DATABASE_WAIT_MS,
      prepared: true,
      ...options,
    },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const limits = buildLimits(
    {
      valkeyUrl: config.VALKEY_URL,
      instance: config.INSTANCE_NAME,
      rateLimits: config.RATE_LIMITS,
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
    () => pool().waiting,
  );
  observePool(pool);
  const wake = new CommitNotifier(db);
  const egress = createEgress({ allowed: config.EGRESS_ALLOW, caFile: config.EGRESS_CA_FILE });
  const deps = {
    config,
    db,
    unprepared,
    sharesBackend,
    // Node prepares a key of bytes anew for every MAC, which takes six times as long.
    cursorKey: createSecretKey(deriveKey(config.ENCRYPTION_KEY, 'cursor')),
    secretKey: secretKeyOf(config.ENCRYPTION_KEY),
    egress,
    wake,
    settings: settingsReader(unprepared),
    limits,
    overload,
    lifecycle: { isStopping: false },
    now,
    log,
    tracer: buildTracer(config, log),
  };
  return {
    deps,
    close: async () => {
      limits.close();
      overload.close();
      await egress.close();
      await deps.tracer.close();
      await wake.settled();
      await close();
    },
  };
}
