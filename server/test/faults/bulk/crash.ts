// Every row of a job whose worker is killed is processed exactly once, with its events, entry, note and counts.
import { incidentTotals } from '../../../src/incidents/index.ts';
import { foldTotals } from '../../../src/platform/lists/totals.ts';
import { withClient } from '../../support/databases.ts';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { COUNTED_TOTALS } from '../../support/totals.ts';
import { createJob, waitForJob, records } from './jobs.ts';
import { killRepeatedly, startWorkerProcess } from './killing.ts';

export interface CrashOptions {
  jobs: number;
  callers: number;
  seed: number;
}

const ROWS = 100;
/** These rows lack `short_description`. They must fail, and only they, whatever is killed. */
const isBad = (row: number): boolean => row % 10 === 9;
const BAD = Array.from({ length: ROWS }, (_, row) => row).filter(isBad).length;

/** Creates a job that updates these incidents; returns its id. */
type Update = (ids: readonly string[], create: () => Promise<string>) => Promise<string>;

/** A caller's jobs come in pairs: incidents are created, then updated while the next ones are created. */
async function callerJobs(
  instance: Instance,
  email: string,
  pairs: number,
  update: Update,
): Promise<Json[]> {
  const all: Json[] = [];
  let updating: Promise<Json> | undefined;
  for (let pair = 0; pair < pairs; pair += 1) {
    const rows = records(`${email} ${pair}`, ROWS).map((row, index) => (isBad(index) ? {} : row));
    const made = await waitForJob(
      instance,
      email,
      await createJob(instance, email, { operation: 'create', records: rows }),
    );
    all.push(made);
    if (updating) all.push(await updating);
    const ids = made.results.map(({ id }: Json) => id).filter(Boolean);
    const fields = { state: 'in_progress', priority: 'P1', work_note: 'Once.' };
    const create = () => createJob(instance, email, { operation: 'update', ids, fields });
    updating = update(ids, create).then((id) => waitForJob(instance, email, id));
  }
  if (updating) all.push(await updating);
  return all;
}

function jobFaults(job: Json): string[] {
  const failed = job.operation === 'create' ? BAD : 0;
  const seen = [job.status, job.processed, job.succeeded, job.failed, job.results.length];
  const expected = ['completed', job.total, job.total - failed, failed, job.total];
  const isInOrder = job.results.every(({ index }: Json, at: number) => index === at);
  return [
    ...(String(seen) === String(expected)
      ? []
      : [`${job.job_id}: ${String(seen)}, not ${String(expected)}`]),
    ...(isInOrder ? [] : [`${job.job_id}: results are out of order`]),
  ];
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'a row was applied twice': `
    select short_description, count(*) from incidents group by 1 having count(*) <> 1`,
  'an incident without its one update': `
    select id, version, work_notes_count, event_sequence from incidents
    where (state, priority, version, work_notes_count, event_sequence) <> ('in_progress', 'P1', 2, 1, 4)`,
  'events other than those of one create and one update': `
    select record_id, string_agg(type, ',' order by sequence) from events group by 1
    having string_agg(type || sequence, ',' order by sequence)
      <> 'incident.created1,incident.updated2,incident.priority_changed3,incident.note_added4'`,
  'entries other than one create and one update': `
    select record_id from entries where record_type = 'incident' group by 1
    having string_agg(kind, ',' order by record_version) <> 'incident.created,incident.updated'`,
  'an incident with more than one note': `
    select record_id from work_notes group by 1 having count(*) <> 1`,
  'a stored total that differs from the count': `
    with counted as (${COUNTED_TOTALS})
    select dimension, value, stored.n as stored, counted.n as counted
    from counted full join incident_totals as stored using (dimension, value, day, state, priority)
    where coalesce(stored.n, 0) <> coalesce(counted.n, 0)`,
};

async function dataFaults(instance: Instance, expected: number): Promise<string[]> {
  while ((await foldTotals(instance.deps.db, incidentTotals)) > 0);
  const faults: string[] = [];
  for (const [name, text] of Object.entries(questions)) {
    const rows = await instance.sql(text);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  for (const query of ['', '&state=in_progress&priority=P1', '&category=software', '&state=new']) {
    const { body } = await instance.call('GET', `/incidents?limit=1${query}`);
    const expectedTotal = query === '&state=new' ? 0 : expected;
    if (body.total !== expectedTotal)
      faults.push(`total of "${query}": ${body.total}, not ${expectedTotal}`);
  }
  const [{ n }] = await instance.sql('select count(*)::int as n from events');
  if (n !== expected * 4) faults.push(`${n} events for ${expected} incidents`);
  return faults;
}

const BLOCKED = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Kills the only worker process in the middle of each job that updates: a transaction of the test blocks it at a row,
 * after the rows before it were processed. A worker in this process finishes the job.
 */
async function killAtRow(instance: Instance) {
  const worker = await startWorkerProcess(instance);
  let kills = 0;
  const update: Update = (ids, create) =>
    withClient(instance.deps.config.DATABASE_URL, async (client) => {
      await client.query('begin');
      await client.query('select from incidents where id = $1 for update', [ids[ids.length >> 1]]);
      const job = await create();
      await until(
        'the worker is blocked at the row',
        async () => (await client.query(BLOCKED)).rowCount,
      );
      await worker.kill();
      kills += 1;
      await client.query('rollback');
      await instance.startWorker();
      return job;
    });
  const stop = async () => {
    await worker.stop();
    return kills;
  };
  return { update, stop };
}

const killInTime = (instance: Instance, seed: number) => ({
  update: ((_, create) => create()) satisfies Update,
  stop: killRepeatedly(instance, randomFrom(seed)).stop,
});

export async function proveCrash(
  { jobs, callers, seed }: CrashOptions,
  isShort: boolean,
): Promise<Report> {
  const instance = await startInstance({ worker: 'later' });
  try {
    const killing = isShort ? await killAtRow(instance) : killInTime(instance, seed);
    const pairs = Math.ceil(jobs / 2 / callers);
    const began = performance.now();
    const running = Array.from({ length: callers }, (_, caller) =>
      callerJobs(instance, `caller-${caller}@example.com`, pairs, killing.update),
    );
    const all = await Promise.all(running).finally(() => killing.stop());
    const kills = await killing.stop();
    const expected = callers * pairs * (ROWS - BAD);
    const faults = [...all.flat().flatMap(jobFaults), ...(await dataFaults(instance, expected))];
    const rows = all.flat().reduce((sum, { total }) => sum + total, 0);
    const seconds = Math.round((performance.now() - began) / 1000);
    return { figures: { seed, jobs: all.flat().length, rows, kills, jobSeconds: seconds }, faults };
  } finally {
    await instance.stop();
  }
}
