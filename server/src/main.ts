// The entry point runs the command that the arguments name; no other module reads the environment.
import { setTimeout as sleep } from 'node:timers/promises';
import { releaseMemoryWhenIdle } from './platform/runtime/start-memory.ts';
import type { Feature } from './feature.ts';
import type { Config } from './platform/runtime/config.ts';
import type { buildDeps, Deps } from './platform/runtime/deps.ts';
import { UsageError } from './platform/errors.ts';
import { describeOperatorError } from './platform/runtime/operator-errors.ts';
import { probe, probeUsage } from './platform/runtime/probe.ts';
import {
  allowInterrupt,
  hasTerminal,
  sayGoodbye,
  showProgress,
  stopSignals,
} from './platform/runtime/terminal.ts';
import type { PortName } from './start/index.ts';
import { version } from './version.ts';

/** Each command loads only the modules it needs: all of them take most of a second, and `probe` runs every few seconds. */
const modules = {
  app: () => import('./app.ts'),
  builds: () => import('./platform/runtime/builds.ts'),
  config: () => import('./platform/runtime/config.ts'),
  demo: () => import('./demo/index.ts'),
  deps: () => import('./platform/runtime/deps.ts'),
  doctor: () => import('./doctor/index.ts'),
  health: () => import('./platform/runtime/health.ts'),
  feature: () => import('./feature.ts'),
  features: () => import('./features.ts'),
  identity: () => import('./identity/index.ts'),
  jobs: () => import('./platform/background/jobs.ts'),
  metrics: () => import('./platform/runtime/metrics.ts'),
  migrate: () => import('./platform/postgres/migrations/migrate.ts'),
  migrationPlan: () => import('./platform/postgres/migrations/describe-state.ts'),
  monitoring: () => import('./monitoring/index.ts'),
  partitions: () => import('./platform/postgres/partitions.ts'),
  start: () => import('./start/index.ts'),
  secretFiles: () => import('./platform/runtime/secrets/secret-files.ts'),
  worker: () => import('./worker.ts'),
};

async function usage(): Promise<string> {
  const { features } = await modules.features();
  const adminCommands = features.flatMap(({ commands: own = {} }) => Object.values(own));
  return `signalbox ${version}

  start               run everything in one process (applies migrations first);
                      without DATABASE_URL, run a demonstration with an embedded database
  api                 run the API only
  auth                run the identity provider only
  worker              run background work only
  migrate             apply pending migrations and exit; --plan prints them without applying any,
                      --status also prints those that are applied and the batches that workers run
  seed                fill an empty database with demonstration data
  doctor              check configuration, database, clock, mail and addresses, and say what to do
${probeUsage}  help                show this help
${adminCommands.map((command) => command.usage).join('')}`;
}

/**
 * The parts stop in parallel and need less: a request ends within 15 s, a delivery and the work that waits for it within
 * 10 s. Model calls are aborted. A large upload or download may take longer and is interrupted, which is safe.
 */
const STOP_WITHIN_MS = 20_000;

/**
 * Node's default of 511 overflows when 2,000 clients connect while the event loop is blocked briefly; they would retry
 * after a second.
 */
const BACKLOG = 4096;

/** Connections stay open a little longer while a gateway drains the process. */
type Stop = (isDraining: boolean) => unknown;

/** Parts that a process can run; each returns a function that stops it. */
const parts = {
  api: async (deps: Deps): Promise<Stop> => {
    const app = await (await modules.app()).buildApp(deps);
    // Connects to Valkey before the first request needs it.
    await deps.limits.areShared();
    await app.listen({ port: deps.config.PORT, host: deps.config.BIND, backlog: BACKLOG });
    return async (isDraining) => {
      if (isDraining) await (await modules.app()).stopListening(app.server);
      await app.close();
    };
  },
  auth: async (deps: Deps): Promise<Stop> => {
    const { bootstrap, startAuth } = await modules.identity();
    return (await startAuth(deps, () => bootstrap(deps))).stop;
  },
  worker: async (deps: Deps): Promise<Stop> => {
    const { startWorker } = await modules.worker();
    return (await startWorker(deps)).stop;
  },
  metrics: async (deps: Deps): Promise<Stop> => {
    const { METRICS_PORT, BIND } = deps.config;
    const { setBuildInfo, startMetrics } = await modules.metrics();
    setBuildInfo(version, process.argv[2] ?? 'start');
    const { readiness } = await modules.health();
    const server = await startMetrics(METRICS_PORT, BIND, () => readiness(deps));
    return () => server.close();
  },
  /** Measures how late background work is. `auth` does not run it: it would load every feature. */
  lateness: async (deps: Deps): Promise<Stop> => {
    const { lateness, measureAtScrape } = await modules.monitoring();
    const { features } = await modules.features();
    const { tableOf } = await modules.feature();
    const kinds = { ...tableOf(features, 'tasks'), ...tableOf(features, 'jobs') };
    return measureAtScrape(deps, lateness(Object.keys(kinds)));
  },
  /**
   * Only the API measures the database, since every instance runs one. An embedded database has no standbys, archive or
   * other clients.
   */
  database: async (deps: Deps): Promise<Stop> => {
    const { databaseState, measureAtScrape } = await modules.monitoring();
    return measureAtScrape(deps, deps.sharesBackend ? [] : databaseState);
  },
};

/** The other parts do not listen. */
const portsOf: Partial<Record<keyof typeof parts, PortName>> = {
  api: 'PORT',
  auth: 'AUTH_PORT',
  metrics: 'METRICS_PORT',
};

/** Load balancers send requests to these parts while `/readyz` succeeds. */
const servesRequests = new Set<keyof typeof parts>(['api', 'auth']);

async function requirePooler({ config, log, sharesBackend }: Deps): Promise<void> {
  if (!sharesBackend) await (await modules.doctor()).requireUsablePooler(config, log);
}

async function prepare(deps: Deps): Promise<void> {
  const { migrate, whileAloneMigrating } = await modules.migrate();
  const { migrateJobs } = await modules.jobs();
  const { ensurePartitions } = await modules.partitions();
  await requirePooler(deps);
  const onWait = (seconds: number) => deps.log.info({ seconds }, 'migrations.waiting');
  await whileAloneMigrating(deps.maintenance, onWait, async (db) => {
    const applied: string[] = [];
    const { newer, waiting } = await migrate(db, {
      onApplied: ({ name }, seconds) => {
        applied.push(name);
        deps.log.info({ migration: name, seconds }, 'migration.applied');
      },
      onRetry: ({ name }, attempt, reason) =>
        deps.log.warn({ migration: name, attempt, reason }, 'migration.retried'),
    });
    if (applied.length > 0) deps.log.info({ applied }, 'migrations.applied');
    if (waiting.length > 0)
      deps.log.info({ migrations: waiting.map(({ name }) => name) }, 'migrations.deferred');
    if (newer.length > 0)
      deps.log.warn({ migrations: newer.map(({ name }) => name) }, 'schema.newer');
    await migrateJobs(deps);
    await ensurePartitions(db, deps.now());
  });
}

/**
 * Builds the console, the guides and the package of the SDK during the migrations, which mostly wait for the database.
 * If a build fails, the service still runs, and /console/, /docs/guide/ or /sdk.tgz says what to do.
 */
async function prepareAll(deps: Deps): Promise<void> {
  const { buildAll } = await modules.builds();
  showProgress('Preparing the database');
  const [results] = await Promise.all([buildAll(process.execPath, showProgress), prepare(deps)]);
  for (const { name, seconds, fault } of results) {
    if (seconds !== undefined) deps.log.info({ seconds }, `${name}.built`);
    if (fault !== undefined) deps.log.warn({ detail: fault }, `${name}.build_failed`);
  }
}

/** These options of `migrate` print and change nothing. */
const migrationReports = { '--plan': 'describePlan', '--status': 'describeStatus' } as const;

async function reportMigrations(
  { db }: Deps,
  option: keyof typeof migrationReports,
): Promise<void> {
  const { readState } = await modules.migrate();
  const describe = (await modules.migrationPlan())[migrationReports[option]];
  console.log(describe(await readState(db)));
}

type OpenedDeps = ReturnType<typeof buildDeps>;
type Parts = (keyof typeof parts)[];

/** With an external identity provider, the built-in one is not started. */
const everything: Parts = process.env['OIDC_ISSUER']
  ? ['metrics', 'database', 'lateness', 'api', 'worker']
  : ['metrics', 'auth', 'database', 'lateness', 'api', 'worker'];
const hasDatabase = Boolean(process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']);

async function requirePorts(config: Config, names: Parts): Promise<void> {
  const { repeatCommand, requireFreePorts } = await modules.start();
  const ports = Object.entries(portsOf)
    .filter(([part]) => names.some((name) => name === part))
    .map(([, port]) => port);
  await requireFreePorts(config, ports, repeatCommand(process));
}

/** Checks the configuration and the ports of the parts before anything else. */
const open = async (names: Parts = [], env: Record<string, string> = {}): Promise<OpenedDeps> => {
  const { loadConfig } = await modules.config();
  const all = { ...process.env, ...env };
  const config = loadConfig(all);
  await requirePorts(config, names);
  return (await modules.deps()).buildDeps(config, undefined, { env: all });
};

/** Must be called before any work on records. */
async function composeAll(): Promise<readonly Feature[]> {
  const { features } = await modules.features();
  (await modules.feature()).compose(features);
  return features;
}

/** The identity provider alone loads no other feature. */
async function composeIdentity(): Promise<void> {
  const { identityFeature } = await modules.identity();
  (await modules.feature()).compose([identityFeature]);
}

interface RunOptions {
  before?: typeof prepare;
  /** Printed when the process has stopped. */
  goodbye?: string;
}

/**
 * Runs until a signal, then fails readiness, stops accepting requests, finishes the current ones, and closes the
 * database last. Returns when all parts have started.
 */
async function run(
  { deps, close }: OpenedDeps,
  names: Parts,
  { before, goodbye }: RunOptions = {},
): Promise<void> {
  const stops: Stop[] = [];
  const stop = async (isDraining = false) => {
    await Promise.all(stops.map((stopPart) => stopPart(isDraining)));
    await close();
  };
  const signalled = Promise.withResolvers<string>();
  try {
    await before?.(deps);
    // Once a request has been accepted, a signal must not kill the process, even while parts are still starting.
    for (const signal of stopSignals) process.once(signal, () => signalled.resolve(signal));
    // `before` includes this check.
    if (!before) await requirePooler(deps);
    const { pollSealingKey, requireOwnKey } = await modules.identity();
    await requireOwnKey(deps);
    stops.push(pollSealingKey(deps));
    if ((await modules.secretFiles()).hasSecretFiles(process.env))
      process.on('SIGHUP', () => deps.rereadSecrets());
    for (const name of names) stops.push(await parts[name](deps));
  } catch (error) {
    await stop();
    throw error;
  }
  const { BASE_URL } = deps.config;
  const where = {
    api: BASE_URL,
    auth: deps.config.AUTH_URL,
    console: `${BASE_URL}/console/`,
    docs: `${BASE_URL}/docs`,
  };
  deps.log.info({ version, parts: names, ...where }, 'signalbox.started');
  releaseMemoryWhenIdle();
  const onSignal = async (signal: string) => {
    deps.log.info({ signal }, 'signalbox.stopping');
    deps.lifecycle.isStopping = true;
    // Load balancers learn of the shutdown from /readyz; after SIGINT there is none to wait for.
    const drainMs = signal === 'SIGTERM' ? deps.config.DRAIN_SECONDS * 1000 : 0;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref();
    if (names.some((name) => servesRequests.has(name))) await sleep(drainMs);
    await stop(drainMs > 0);
    deps.log.info('signalbox.stopped');
    if (goodbye) sayGoodbye(goodbye);
  };
  void signalled.promise.then(onSignal);
}

async function serve(names: Parts, compose?: () => Promise<void>): Promise<void> {
  const opened = await open(names);
  await compose?.();
  await run(opened, names);
}

async function demonstrate(): Promise<void> {
  const { configureDemonstration, openDemonstration, seedEmbedded } = await modules.demo();
  const { describeDemonstration, describeStop } = await modules.start();
  const config = configureDemonstration(process.env);
  await requirePorts(config, everything);
  console.log('Preparing a demonstration; the first start takes about twenty seconds.');
  showProgress('Starting the embedded database');
  const goodbye = describeStop(config);
  const opened = await allowInterrupt(goodbye, () => openDemonstration(config, process.env));
  const prepareDemonstration = async (deps: Deps) => {
    await composeAll();
    await prepareAll(deps);
    await seedEmbedded(deps, () => showProgress('Inserting the data of a fictional company'));
    showProgress('Starting the services');
  };
  await run(opened, everything, {
    before: (deps) => allowInterrupt(goodbye, () => prepareDemonstration(deps)),
    goodbye,
  });
  console.log(describeDemonstration(opened.deps.config));
}

/** The screen is for a person at a terminal; the log has the same addresses. */
async function showScreen({ config, db }: Deps): Promise<void> {
  if (!hasTerminal()) return;
  const { createUserCommand, describeInstance } = await modules.start();
  const { countUsersWithLogin } = await modules.identity();
  const users = await countUsersWithLogin(db).catch(() => undefined);
  console.log(describeInstance(config, users, createUserCommand(process)));
}

async function startOnPostgres(): Promise<void> {
  const opened = await open(everything);
  const before = async (deps: Deps) => {
    await composeAll();
    await prepareAll(deps);
    showProgress('Starting the services');
  };
  await run(opened, everything, { before, ...(hasTerminal() && { goodbye: 'Stopped.' }) });
  await showScreen(opened.deps);
}

/** Runs a command that exits when it is done. */
async function once(work: (deps: Deps) => Promise<void>, opened = open()): Promise<void> {
  const { deps, close } = await opened;
  await work(deps).finally(close);
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  start: () => (hasDatabase ? startOnPostgres() : demonstrate()),
  api: () => serve(['metrics', 'database', 'lateness', 'api']),
  auth: () => serve(['metrics', 'auth'], composeIdentity),
  worker: () => serve(['metrics', 'lateness', 'worker']),
  migrate: ([option]) =>
    once(
      option === '--plan' || option === '--status'
        ? (deps) => reportMigrations(deps, option)
        : prepare,
    ),
  seed: () =>
    once(async (deps) => {
      await prepare(deps);
      await composeAll();
      const { seedEmpty } = await modules.demo();
      deps.log.info({ records: await seedEmpty(deps) }, 'seed.completed');
    }),
  doctor: () =>
    // The report contains all findings; the log would repeat them.
    once(
      async (deps) => {
        const { diagnose, report } = await (await modules.doctor()).loadDoctor();
        const { text, hasFailed } = report(await diagnose(deps));
        console.log(text);
        if (hasFailed) process.exitCode = 1;
      },
      open([], { LOG_LEVEL: 'silent' }),
    ),
  probe: async (args) => {
    const { isOk, detail } = await probe(args, process.env);
    console.log(detail);
    if (!isOk) process.exitCode = 1;
  },
  admin,
  help: async () => console.log(await usage()),
  '--help': async () => console.log(await usage()),
};

/** The error comes after the help, because a terminal shows the end of the output. */
async function refuse(words: readonly string[]): Promise<void> {
  console.error(
    `${await usage()}\n\nThere is no command \`${words.join(' ')}\`. The commands are listed above.`,
  );
  process.exitCode = 2;
}

async function admin(args: string[]): Promise<void> {
  const features = await composeAll();
  const named = (await modules.feature()).tableOf(features, 'commands');
  const count = [2, 1].find((length) => args.slice(0, length).join(' ') in named) ?? 0;
  const command = named[args.slice(0, count).join(' ')];
  if (!command) return refuse(['admin', ...args]);
  await once(async (deps) => console.log(await command.run(deps, args.slice(count), features)));
}

async function main([name = 'start', ...args]: string[]): Promise<void> {
  await (commands[name]?.(args) ?? refuse([name, ...args]));
}

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  const code = error.code ?? '';
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  console.error(describeOperatorError(error) ?? (isUsage ? error.message : error));
  process.exitCode = 1;
});
