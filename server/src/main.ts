// The door of the process: argv chooses what runs, and nothing else reads the environment.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { buildApp } from './app.ts';
import { developmentIssuer, type Role, roles } from './identity/index.ts';
import { type Config, ConfigError, loadConfig } from './platform/config.ts';
import { connect, type Database } from './platform/db.ts';
import type { Deps } from './platform/deps.ts';
import { deriveKey } from './platform/keys.ts';
import { startMetrics } from './platform/metrics.ts';
import { migrate } from './platform/migrate.ts';
import { ensurePartitions } from './platform/partitions.ts';
import { settingsReader } from './platform/settings.ts';
import { version } from './version.ts';
import { startWorker } from './worker.ts';

const USAGE = `signalbox ${version}

  start               everything in one process (applies migrations first)
  api                 the API alone
  worker              the background work alone
  migrate             apply pending migrations and exit
  admin token         print an access token for development
    --role ROLE         ${roles.join(', ')}; may be repeated
    --email ADDRESS     who the token speaks for (default dev@localhost)
    --hours N           how long it lives (default 8)
`;

/** Longer than the longest request may take. */
const STOP_WITHIN_MS = 20_000;

function buildDeps(config: Config): { deps: Deps; database: Database } {
  const log = pino({ level: config.LOG_LEVEL, base: { service: config.INSTANCE_NAME } });
  const database = connect(config.DATABASE_URL, config.DATABASE_POOL, (error) =>
    log.warn({ err: error }, 'database.connection_lost'),
  );
  const deps: Deps = {
    config,
    db: database.db,
    unprepared: database.unprepared,
    cursorKey: deriveKey(config.ENCRYPTION_KEY, 'cursor'),
    settings: settingsReader(database.unprepared),
    now: () => new Date(),
    log,
  };
  return { deps, database };
}

type Stop = () => unknown;

const parts = {
  api: async (deps: Deps): Promise<Stop> => {
    const app = await buildApp(deps);
    await app.listen({ port: deps.config.PORT, host: deps.config.BIND });
    return () => app.close();
  },
  auth: async (deps: Deps): Promise<Stop> => {
    const server = await developmentIssuer(deps.config).listen();
    return () => server.close();
  },
  worker: async (deps: Deps): Promise<Stop> => {
    const worker = startWorker(deps);
    return () => worker.stop();
  },
  metrics: async (deps: Deps): Promise<Stop> => {
    const server = await startMetrics(deps.config.METRICS_PORT, deps.config.BIND);
    return () => server.close();
  },
};

async function prepare(deps: Deps): Promise<void> {
  const applied = await migrate(deps.unprepared);
  if (applied.length > 0) deps.log.info({ applied }, 'migrations.applied');
  await ensurePartitions(deps.unprepared, deps.now());
}

/** Runs until a signal, then stops taking requests, finishes those begun, and lets go of the database last. */
async function run(
  names: (keyof typeof parts)[],
  before: (deps: Deps) => Promise<void> = async () => {},
): Promise<void> {
  const { deps, database } = buildDeps(loadConfig(process.env));
  await before(deps);
  const stops: Stop[] = [];
  for (const name of names) stops.push(await parts[name](deps));
  const { BASE_URL } = deps.config;
  deps.log.info(
    { version, parts: names, api: BASE_URL, docs: `${BASE_URL}/docs` },
    'signalbox.started',
  );
  const stop = async (signal: string) => {
    deps.log.info({ signal }, 'signalbox.stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    for (const stopPart of stops) await stopPart();
    await database.close();
    deps.log.info('signalbox.stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
}

async function printToken(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      role: { type: 'string', multiple: true, default: ['agent'] },
      email: { type: 'string', default: 'dev@localhost' },
      hours: { type: 'string', default: '8' },
    },
  });
  const unknown = values.role.filter((role) => !roles.includes(role as Role));
  if (unknown.length > 0)
    throw new Error(`--role must be one of ${roles.join(', ')}, not ${unknown.join(', ')}`);
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= 24 * 30))
    throw new Error('--hours must be a number above 0, at most 720');
  const issuer = developmentIssuer(loadConfig(process.env));
  console.log(
    await issuer.token({
      email: values.email,
      roles: values.role as Role[],
      lifetimeSeconds: Math.round(hours * 3600),
    }),
  );
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  start: () => run(['api', 'auth', 'worker', 'metrics'], prepare),
  api: () => run(['api', 'metrics']),
  worker: () => run(['worker', 'metrics']),
  migrate: async () => {
    const { deps, database } = buildDeps(loadConfig(process.env));
    await prepare(deps);
    await database.close();
  },
  'admin token': printToken,
};

async function main(argv: string[]): Promise<void> {
  const [first = 'start', second = '', ...rest] = argv;
  const twoWords = commands[`${first} ${second}`];
  const command = twoWords ?? commands[first];
  if (!command) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  await command(twoWords ? rest : argv.slice(1));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  // What a person can mend is told without a stack.
  console.error(
    error instanceof ConfigError ||
      (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ||
      (error instanceof Error && error.message.startsWith('--'))
      ? (error as Error).message
      : error,
  );
  process.exitCode = 1;
}
