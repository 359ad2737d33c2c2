// The database is migrated and the pages are built before the parts of a process start.
import type { Deps } from '../platform/runtime/deps.ts';
import { showProgress } from './terminal.ts';

export async function requirePooler({ config, log, sharesBackend }: Deps): Promise<void> {
  if (sharesBackend) return;
  const { requireUsablePooler } = await import('../doctor/index.ts');
  await requireUsablePooler(config, log);
}

export async function prepare(deps: Deps): Promise<void> {
  const { migrate, whileAloneMigrating } =
    await import('../platform/postgres/migrations/migrate.ts');
  const { migrateJobs } = await import('../platform/background/jobs.ts');
  const { ensurePartitions } = await import('../platform/postgres/partitions.ts');
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
export async function prepareAll(deps: Deps): Promise<void> {
  const { buildAll } = await import('./builds.ts');
  showProgress('Preparing the database');
  const [results] = await Promise.all([buildAll(process.execPath, showProgress), prepare(deps)]);
  for (const { name, seconds, fault } of results) {
    if (seconds !== undefined) deps.log.info({ seconds }, `${name}.built`);
    if (fault !== undefined) deps.log.warn({ detail: fault }, `${name}.build_failed`);
  }
}
