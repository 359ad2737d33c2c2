// Duplicates are resolved with their leader by a job whose worker is killed again and again in the middle of a row: each is
// resolved once, and its requester and its watcher are notified once.
import { withClient } from '../../support/databases.ts';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';
import { waitForJob } from '../bulk/jobs.ts';
import { startWorkerProcess } from '../bulk/killing.ts';

type Sizes = Record<'duplicates' | 'kills' | 'seed', number>;

const SENDERS = 8;
const LEADING = 'leading@example.com';

async function must(instance: Instance, method: string, path: string, body?: Json, token?: string) {
  const by = token === undefined ? { email: LEADING } : { token };
  const reply = await instance.call(method, path, { ...by, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
}

async function createWatcher(instance: Instance): Promise<string> {
  const email = 'watcher@example.com';
  const { body } = await instance.call('POST', '/users', {
    as: 'super_admin',
    body: { email, name: 'Watcher', roles: ['agent'] },
  });
  return instance.mint({ sub: body.id, email, roles: ['agent'] });
}

/** Every duplicate has a requester of its own, and the same watcher. */
async function createGroup(instance: Instance, count: number) {
  const create = async (requester: string): Promise<string> =>
    (await must(instance, 'POST', '/incidents', { short_description: 'No mail', requester })).id;
  const leader = await create('leader@example.com');
  const watcher = await createWatcher(instance);
  const ids: string[] = [];
  await inParallel(SENDERS, count, async (n) => {
    const id = await create(`requester-${n}@example.com`);
    await must(instance, 'POST', `/incidents/${id}/watch`, undefined, watcher);
    ids.push(id);
  });
  // Merges take turns; on a busy machine, one of many at once would wait too long.
  for (const id of ids) await must(instance, 'POST', `/incidents/${id}/merge`, { into: leader });
  return { leader, ids: ids.toSorted() };
}

/** Another connection looks: within its transaction, PostgreSQL shows the same activity again. */
const BLOCKED = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** A transaction of the test blocks the worker at the row, after it has processed the rows before it. */
const killAtRow = (instance: Instance, id: string): Promise<void> =>
  withClient(instance.deps.config.DATABASE_URL, async (client) => {
    await client.query('begin');
    await client.query('select from incidents where id = $1 for update', [id]);
    const worker = await startWorkerProcess(instance);
    await until(
      'the worker is blocked at the row',
      async () => (await instance.sql(BLOCKED)).length > 0,
    );
    await worker.kill();
    await client.query('rollback');
    await worker.stop();
  });

/** Each query returns the duplicates that were not processed exactly once. */
const questions: Record<string, string> = {
  'a duplicate in another state or version': `
    select id, state, version from incidents where id = any($1) and (state, version) <> ('resolved', 4)`,
  'a duplicate without its one event': `
    select id, (select count(*) from events where record_id = incidents.id and type = 'incident.resolved') as n
    from incidents where id = any($1)
      and (select count(*) from events where record_id = incidents.id and type = 'incident.resolved') <> 1`,
  'a duplicate without its one step into resolved': `
    select id from incidents where id = any($1)
      and (select count(*) from entries where record_id = incidents.id and changes #>> '{state,to}' = 'resolved') <> 1`,
  'a requester without the one notification': `
    select id from incidents where id = any($1)
      and (select count(*) from notifications where subject = incidents.id
        and recipient = incidents.requester and type = 'incident.resolved') <> 1`,
  'a watcher without the one notification': `
    select id from incidents where id = any($1)
      and (select count(*) from notifications where subject = incidents.id
        and recipient = 'watcher@example.com' and type = 'watched.updated') <> 1`,
  'another notification': `
    select subject from notifications where subject = any($1) group by 1 having count(*) <> 2`,
};

async function findFaults(instance: Instance, ids: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(questions)) {
    const rows = await instance.sql(text, [ids]);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  return faults;
}

export async function proveResolveLinked({ duplicates, kills, seed }: Sizes): Promise<Report> {
  const instance = await startInstance({ worker: 'later' });
  try {
    const { leader, ids } = await createGroup(instance, duplicates);
    const { job_id: job } = await must(instance, 'POST', `/incidents/${leader}/resolve`, {
      resolution: 'New switch.',
      public_note: 'It works again.',
      to_duplicates: true,
      resolve_linked: true,
    });
    for (let kill = 1; kill <= kills; kill += 1) {
      const row = Math.floor((kill * duplicates) / (kills + 1));
      await killAtRow(instance, ids[row] as string);
    }
    await instance.startWorker();
    const { status, succeeded, failed } = await waitForJob(instance, LEADING, job);
    await until('all notifications', async () => {
      const [{ left }] = await instance.sql(
        'select count(*)::int as left from graphile_worker._private_jobs where run_at <= now()',
      );
      return left === 0;
    });
    const faults = await findFaults(instance, ids);
    if (status !== 'completed' || succeeded !== duplicates || failed !== 0)
      faults.push(`the job is ${status}: ${succeeded} succeeded, ${failed} failed`);
    return { figures: { duplicates, kills, succeeded, faults: faults.length, seed }, faults };
  } finally {
    await instance.stop();
  }
}
