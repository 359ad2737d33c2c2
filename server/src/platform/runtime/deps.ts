// The dependencies of handlers are built once per process.
import { hostname } from 'node:os';
import { pid } from 'node:process';
import type { Logger } from 'pino';
import { type MonotonicClock, monotonicMs } from '../limits/buckets.ts';
import { type Config, directUrlOf } from './config.ts';
import type { Db } from '../postgres/tables.ts';
import { connect, type ConnectOptions } from '../postgres/connection.ts';
import { trustAuthorities } from '../net/authorities.ts';
import { ClientTokens } from '../net/client-tokens.ts';
import { createEgress, type Egress } from '../net/egress.ts';
import { KeyRing } from '../crypto/key-ring.ts';
import { openLog } from './log.ts';
import { type Environment, hasSecretFiles, keysOf, rereadSecrets } from './secrets/secret-files.ts';
import type { Login } from '../postgres/login.ts';
import { OtlpExporter } from '../tracing/otlp.ts';
import { Tracer } from '../tracing/tracer.ts';
import { observePool } from './metrics.ts';
import { buildLimits, type Limits } from '../limits/limits.ts';
import { type Overload, watchOverload } from './overload.ts';
import { CachedRead } from './cached-read.ts';
import { type CustomFields, customFieldsReader } from './custom-fields.ts';
import { readSettings, type Settings } from './settings.ts';
import { type RuleDefinitions, ruleDefinitionsReader } from './rule-definitions.ts';
import { type SlaDefinitions, slaDefinitionsReader } from './sla-definitions.ts';
import { CommitListener } from '../postgres/commit-listener.ts';
import { CommitNotifier } from '../postgres/commit-notifier.ts';
import { writesOf, WriteSlots } from '../postgres/write-slots.ts';

export interface Deps {
  config: Config;
  db: Db;
  /** Work that sets a longer timeout and health checks have their own connections; see postgres/connection.ts. */
  maintenance: Db;
  probe: Db;
  /** Connections outside the pool, such as those that listen, use this login, which bypasses a pooler. */
  directLogin: Login;
  rereadSecrets: () => void;
  /** All connections share one backend, as in the demonstration, so prepared statements and LISTEN are off. */
  sharesBackend: boolean;
  /** Protects secrets at rest, cursors, cookies and keyed hashes; see crypto/key-ring.ts. */
  keys: KeyRing;
  egress: Egress;
  /** Access tokens of other services, such as a mail server, are cached here. */
  clientTokens: ClientTokens;
  commitNotifier: CommitNotifier;
  /** Receives notifications of the commits of all processes. */
  commitListener: CommitListener;
  /** Writes may hold only some of the connections; see postgres/write-slots.ts. */
  writes: WriteSlots;
  settings: () => Promise<Settings>;
  fields: () => Promise<CustomFields>;
  sla: () => Promise<SlaDefinitions>;
  rules: () => Promise<RuleDefinitions>;
  /** Called when another process has saved settings, fields, policies or calendars. */
  forgetSettings: () => void;
  limits: Limits;
  overload: Overload;
  /** A stopping process still serves requests, but readiness fails. */
  lifecycle: { isStopping: boolean };
  now: () => Date;
  /** Durations are measured by this clock. A test that gives `now` advances both. */
  monotonicMs: MonotonicClock;
  log: Logger;
  tracer: Tracer;
}

function buildTracer(config: Config, { operatorFetch }: Egress, log: Logger): Tracer {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return new Tracer();
  const exporter = new OtlpExporter({
    endpoint,
    get headers() {
      return config.OTEL_EXPORTER_OTLP_HEADERS;
    },
    fetch: operatorFetch,
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

/**
 * Connects on the first statement. With `env`, secrets in files are read again when that may help. `close` disconnects
 * from the database and Valkey.
 */
export function buildDeps(
  config: Config,
  givenNow?: Deps['now'],
  { env = {}, ...options }: Partial<ConnectOptions> & { env?: Environment } = {},
): { deps: Deps; close: () => Promise<void> } {
  const log = openLog(config);
  trustAuthorities(config.CA_FILE);
  const clock = givenNow ? () => givenNow().getTime() : monotonicMs;
  const keys = new KeyRing(...keysOf(config));
  const reread = () => {
    if (hasSecretFiles(env)) rereadSecrets(config, env, { keys, log });
  };
  const onPrimary: Login['onPrimary'] = (host, former) =>
    log.info({ host, former }, 'database.primary_found');
  const login = { url: () => config.DATABASE_URL, onRefused: reread, onPrimary };
  const directLogin = { url: () => directUrlOf(config), onRefused: reread, onPrimary };
  const { db, maintenance, probe, pool, close } = connect(
    login,
    {
      connections: config.DATABASE_POOL,
      connectWithinMs: config.DATABASE_WAIT_MS,
      prepared: true,
      direct: config.DATABASE_DIRECT_URL ? directLogin : undefined,
      ...options,
    },
    (error) => log.warn({ err: error }, 'database.connection_lost'),
  );
  const limits = buildLimits(
    {
      get valkeyUrl() {
        return config.VALKEY_URL;
      },
      instance: config.INSTANCE_NAME,
      rateLimits: config.RATE_LIMITS,
      clock,
    },
    log,
  );
  const writes = new WriteSlots(
    writesOf(options.connections ?? config.DATABASE_POOL),
    config.DATABASE_WAIT_MS,
  );
  const sharesBackend = options.prepared === false;
  const overload = watchOverload(
    {
      loopDelayMs: Math.max(config.MAX_LOOP_DELAY_MS, sharesBackend ? EMBEDDED_LOOP_DELAY_MS : 0),
      rssMegabytes: config.MAX_MEMORY_MB,
      waiting: config.DATABASE_POOL * WAITING_PER_CONNECTION,
    },
    () => pool().waiting + writes.waiting,
  );
  observePool(pool);
  const settings = new CachedRead<Settings>(() => readSettings(db), clock);
  const readFields = customFieldsReader();
  const fields = new CachedRead(() => readFields(db), clock);
  const readSla = slaDefinitionsReader();
  const sla = new CachedRead(() => readSla(db), clock);
  const readRules = ruleDefinitionsReader();
  const rules = new CachedRead(() => readRules(db), clock);
  const forgetSettings = () => {
    settings.forget();
    fields.forget();
    sla.forget();
    rules.forget();
  };
  const commitNotifier = new CommitNotifier(db, { settings: forgetSettings });
  const egress = createEgress({
    allowed: config.EGRESS_ALLOW,
    caFile: config.EGRESS_CA_FILE,
    proxy: config.EGRESS_PROXY,
  });
  const deps = {
    config,
    db,
    maintenance,
    probe,
    sharesBackend,
    directLogin,
    rereadSecrets: reread,
    keys,
    egress,
    clientTokens: new ClientTokens(egress, clock),
    commitNotifier,
    commitListener: new CommitListener(sharesBackend ? undefined : directLogin),
    writes,
    settings: settings.read,
    fields: fields.read,
    sla: sla.read,
    rules: rules.read,
    forgetSettings,
    limits,
    overload,
    lifecycle: { isStopping: false },
    now: givenNow ?? (() => new Date()),
    monotonicMs: clock,
    log,
    tracer: buildTracer(config, egress, log),
  };
  return {
    deps,
    close: async () => {
      limits.close();
      overload.close();
      // The tracer sends the last spans through the egress.
      await deps.tracer.close();
      await egress.close();
      await commitNotifier.drain();
      await close();
    },
  };
}
