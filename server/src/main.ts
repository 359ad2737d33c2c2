// The door of the process: argv chooses what runs, and nothing else reads the environment.
import { buildApp } from './app.ts';
import { greeting, openDemonstration, seedEmpty, seedOnce } from './demo/index.ts';
import { adminCommands, adminUsage, bootstrap, startAuth } from './identity/index.ts';
import { loadConfig } from './platform/runtime/config.ts';
import { buildDeps, type Deps } from './platform/runtime/deps.ts';
import { UsageError } from './platform/errors.ts';
import { migrateJobs } from './platform/runtime/queue.ts';
import { startMetrics } from './platform/runtime/metrics.ts';
import { migrate, whileAloneMigrating } from './platform/postgres/migrate.ts';
import { ensurePartitions } from './platform/postgres/partitions.ts';
import { version } from './version.ts';
import { relayCommands, relayUsage } from './webhooks/index.ts';
import { startWorker } from './worker.ts';

const USAGE = `signalbox ${version}

  start               everything in one process (applies migrations first);
                      without DATABASE_URL a demonstration on a database of its own
  api                 the API alone
  auth                the identity provider alone
  worker              the background work alone
  migrate             apply pending migrations and exit
  seed                fill an empty database with the data of the demonstration
  help                this text
${adminUsage}${relayUsage}`;

/** Longer than any request may take but a large upload, which leaves nothing behind when it is cut short. */
const STOP_WITHIN_MS = 20_000;

/** Node's 511 overflow when two thousand connect while the loop is held for a moment; they would try again after a second. */
const BACKLOG = 4096;

type Stop = () => unknown;

/** What a process can consist of; each part gives back how to stop it. */
const parts = {
  api: async (deps: Deps): Promise<Stop> => {
    const app = await buildApp(deps);
    // Connected before the first caller could wait for it.
    await deps.limits.areShared();
    await app.listen({ port: deps.config.PORT, host: deps.config.BIND, backlog: BACKLOG });
    return () => app.close();
  },
  auth: async (deps: Deps): Promise<Stop> => {
    await bootstrap(deps);
    return (await startAuth(deps)).stop;
  },
  worker: async (deps: Deps): Promise<Stop> => (await startWorker(deps)).stop,
  metrics: async ({ config }: Deps): Promise<Stop> => {
    const server = await startMetrics(config.METRICS_PORT, config.BIND);
    return () => server.close();
  },
};

/** Parts that load balancers send requests to, by `/readyz`. */
const servesRequests = new Set<keyof typeof parts>(['api', 'auth']);

async function prepare(deps: Deps): Promise<void> {
  const onWait = (seconds: number) => deps.log.info({ seconds }, 'migrations.waiting');
  await whileAloneMigrating(deps.unprepared, onWait, async (db) => {
    const applied = await migrate(db);
    if (applied.length > 0) deps.log.info({ applied }, 'migrations.applied');
    await migrateJobs(deps);
    await ensurePartitions(db, deps.now());
  });
}

type Opened = ReturnType<typeof buildDeps>;
type Parts = (keyof typeof parts)[];

/** With a provider of somebody else's, ours is not run. */
const everything: Parts = process.env['OIDC_ISSUER']
  ? ['metrics', 'api', 'worker']
  : ['metrics', 'auth', 'api', 'worker'];
const hasDatabase = Boolean(process.env['DATABASE_URL']);
const open = (): Opened => buildDeps(loadConfig(process.env));

/** Runs until a signal, then lets readiness fail, stops taking requests, finishes those begun, and lets go of the database last. */
async function run({ deps, close }: Opened, names: Parts, before?: typeof prepare): Promise<void> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const stopPart of stops) await stopPart();
    await close();
  };
  try {
    await before?.(deps);
    for (const name of names) stops.push(await parts[name](deps));
  } catch (error) {
    await stop();
    throw error;
  }
  const { BASE_URL } = deps.config;
  const where = { api: BASE_URL, auth: deps.config.AUTH_URL, docs: `${BASE_URL}/docs` };
  deps.log.info({ version, parts: names, ...where }, 'signalbox.started');
  const onSignal = async (signal: string) => {
    deps.log.info({ signal }, 'signalbox.stopping');
    deps.lifecycle.isStopping = true;
    // Whoever sends requests here learns by /readyz that it is to stop; a person at the keyboard need not wait.
    const drainMs = signal === 'SIGTERM' ? deps.config.DRAIN_SECONDS * 1000 : 0;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref();
    if (names.some((name) => servesRequests.has(name)))
      await new Promise((done) => setTimeout(done, drainMs));
    await stop();
    deps.log.info('signalbox.stopped');
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void onSignal(signal));
}

async function demonstrate(): Promise<void> {
  console.log('Making a demonstration; the first time takes some fifteen seconds.');
  const opened = await openDemonstration(process.env);
  await run(opened, everything, async (deps) => {
    await prepare(deps);
    await seedOnce(deps);
  });
  console.log(greeting(opened.deps.config));
}

/** For commands that do their work and end. */
async function once(work: (deps: Deps) => Promise<void>): Promise<void> {
  const { deps, close } = open();
  await work(deps).finally(close);
}

const commands: Record<string, (args: string[]) => Promise<void>> = {
  start: () => (hasDatabase ? run(open(), everything, prepare) : demonstrate()),
  api: () => run(open(), ['metrics', 'api']),
  auth: () => run(open(), ['metrics', 'auth']),
  worker: () => run(open(), ['metrics', 'worker']),
  migrate: () => once(prepare),
  seed: () =>
    once(async (deps) => {
      await prepare(deps);
      deps.log.info({ incidents: await seedEmpty(deps) }, 'seed.done');
    }),
  ...Object.fromEntries(
    Object.entries({ ...adminCommands, ...relayCommands }).map(([name, command]) => [
      `admin ${name}`,
      (args: string[]) => once(async (deps) => console.log(await command(deps, args))),
    ]),
  ),
  help: async () => console.log(USAGE),
  '--help': async () => console.log(USAGE),
};

/** The longest name that the arguments begin with. */
async function main(args: string[]): Promise<void> {
  const words = args.length === 0 ? ['start'] : args;
  const count = [3, 2, 1].find((length) => words.slice(0, length).join(' ') in commands);
  const command = count && commands[words.slice(0, count).join(' ')];
  if (!command) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  await command(words.slice(count));
}

/** What a person can mend, by the code of the error: no stack, but what to do. */
const mendable: Record<string, (error: Error & { port?: number; address?: string }) => string> = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is taken by another process. PORT, AUTH_PORT and METRICS_PORT choose others.`,
  EACCES: ({ port, message }) =>
    port === undefined ? `${message}.` : `This user may not listen on port ${port}.`,
  ECONNREFUSED: () =>
    'PostgreSQL does not answer where DATABASE_URL says it is. `npm run services` starts one.',
  ENOTFOUND: () => 'The host that DATABASE_URL names is not known.',
  '28P01': ({ message }) => `PostgreSQL refuses the login of DATABASE_URL: ${message}.`,
  '3D000': ({ message }) => `The database that DATABASE_URL names is not there: ${message}.`,
};

main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
  const code = error.code ?? '';
  const isUsage = error instanceof UsageError || code.startsWith('ERR_PARSE_ARGS');
  console.error(mendable[code]?.(error) ?? (isUsage ? error.message : error));
  process.exitCode = 1;
});
