// A worker is killed in the middle of a hand-over and of the renaming of a group: each record is handed over once and
// renamed once, with one version, entry and event for each.
import { withClient } from '../../support/databases.ts';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { Logins } from '../../support/logins.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { startWorkerProcess } from '../bulk/killing.ts';

export interface HandOverOptions {
  records: number;
  kills: number;
  seed: number;
}

const CREATED_AT_ONCE = 10;

const admin = { as: 'super_admin' } as const;

const send = async (
  instance: Instance,
  method: string,
  path: string,
  body: Json,
): Promise<Json> => {
  const { status, body: reply, text } = await instance.call(method, path, { ...admin, body });
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return reply;
};

async function createAll(instance: Instance, count: number, fields: Json): Promise<string[]> {
  const ids: string[] = [];
  const create = async () => {
    const body = { short_description: 'Left open', ...fields };
    ids.push((await send(instance, 'POST', '/incidents', body)).id);
  };
  for (let done = 0; done < count; done += CREATED_AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(CREATED_AT_ONCE, count - done) }, create));
  return ids;
}

const BLOCKED = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** The worker is killed while a transaction of the test blocks it at a record, in the middle of both jobs. */
async function killInBoth(
  instance: Instance,
  round: number,
  records: number,
  random: Random,
  worker: { kill: () => Promise<void>; resume: () => Promise<void> },
): Promise<void> {
  const logins = new Logins(instance);
  const [leaver, colleague] = [await logins.person(), await logins.person()];
  const [before, after] = [`Group ${round}`, `Renamed ${round}`];
  const group = await send(instance, 'POST', '/groups', { name: before });
  const ids = await createAll(instance, records, {
    assigned_to: leaver.email,
    assignment_group: before,
  });
  await withClient(instance.deps.config.DATABASE_URL, async (client) => {
    await client.query('begin');
    await client.query('select from incidents where id = $1 for update', [random.pick(ids)]);
    await send(instance, 'PATCH', `/groups/${group.id}`, { name: after });
    await send(instance, 'POST', `/users/${leaver.id}/hand-over`, { to: colleague.email });
    await until(
      'the worker is blocked at the record',
      async () => (await client.query(BLOCKED)).rowCount,
    );
    await worker.kill();
    await client.query('rollback');
  });
  await worker.resume();
  await until('all records are renamed and handed over', async () => {
    const rows = await instance.sql(
      `select from incidents where id = any($1) and (assigned_to <> $2 or assignment_group <> $3)`,
      [ids, colleague.email, after],
    );
    return rows.length === 0;
  });
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'a record with another version than that of its creation and two updates': `
    select id, version from incidents where version <> 3`,
  'a record that was not renamed once and handed over once': `
    select record_id, string_agg(cause->>'kind', ',') from entries
    where record_type = 'incident' and kind = 'incident.updated' group by 1
    having string_agg(cause->>'kind', ',' order by cause->>'kind') <> 'group_renamed,handed_over'`,
  'events other than one creation and two updates': `
    select record_id, string_agg(type, ',') from events where record_type = 'incident' group by 1
    having string_agg(type, ',' order by sequence)
      <> 'incident.created,incident.updated,incident.updated'`,
  'a hand-over that did not finish': `
    select id from bulk_jobs where type = 'open-work' and (status <> 'completed' or failed > 0)`,
};

export async function proveHandOver(
  { records, kills, seed }: HandOverOptions,
  isShort: boolean,
): Promise<Report> {
  const random = randomFrom(seed);
  const instance = await startInstance();
  try {
    const process = await startWorkerProcess(instance);
    const worker = {
      kill: () => process.kill(),
      // One more process would cost the gate more than the worker of this one.
      resume: () => (isShort ? instance.startWorker() : process.restart()),
    };
    for (let round = 0; round < kills; round += 1)
      await killInBoth(instance, round, records, random, worker);
    await process.stop();
    const faults: string[] = [];
    for (const [name, text] of Object.entries(questions)) {
      const rows = await instance.sql(text);
      if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
    }
    const [{ n }] = await instance.sql('select count(*)::int as n from incidents');
    return { figures: { seed, records: n, kills }, faults };
  } finally {
    await instance.stop();
  }
}
