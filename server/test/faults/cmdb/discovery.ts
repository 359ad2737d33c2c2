// Callers discover the same CIs in parallel jobs while one of two workers is killed repeatedly: each CI is added once,
// with one event, and every row is applied to it.
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { createJob, waitForJob } from '../bulk/jobs.ts';
import { until } from '../../support/processes.ts';
import { type KillLoop, killRepeatedly, startWorkerProcess } from '../bulk/killing.ts';

export interface DiscoveryOptions {
  jobs: number;
  rows: number;
  callers: number;
  cis: number;
  seed: number;
}

const JOB_WITHIN_SECONDS = 1200;

/** A row always has class and name; the other identifiers, and the case of the FQDN, differ between reports. */
function rowOf(ci: number, random: Random): Json {
  const fqdn = `host-${ci}.example.com`;
  return {
    name: `host-${ci}`,
    class: 'server',
    ...(random.chance(0.7) && { serial_number: `SN-${ci}` }),
    ...(random.chance(0.7) && { fqdn: random.chance(0.5) ? fqdn : fqdn.toUpperCase() }),
    attributes: { report: random.below(3) },
  };
}

interface ReportedJob {
  job: Json;
  records: Json[];
}

/** All callers report the CIs in the same blocks, so that the same CIs are written at the same time. */
async function callerJobs(
  instance: Instance,
  caller: number,
  { jobs, rows, callers, cis }: DiscoveryOptions,
  random: Random,
): Promise<ReportedJob[]> {
  const email = `discovery-${caller}@example.com`;
  const accepted: Promise<ReportedJob>[] = [];
  for (let n = 0; n < jobs / callers; n += 1) {
    const block = Array.from({ length: rows }, (_, row) => (n * rows + row) % cis);
    const records = random.shuffle(block).map((ci) => rowOf(ci, random));
    const id = await createJob(
      instance,
      email,
      { operation: 'discover', records },
      '/cmdb/cis/bulk',
    );
    const done = waitForJob(instance, email, id, JOB_WITHIN_SECONDS);
    const reported = done.then((job) => ({ job, records }));
    // A job may fail before the last one is accepted; the failure is reported below.
    reported.catch(() => {});
    accepted.push(reported);
  }
  return Promise.all(accepted);
}

function jobFaults({ job, records }: ReportedJob, idOf: ReadonlyMap<string, string>): string[] {
  const seen = [job.status, job.processed, job.succeeded, job.failed];
  const expected = ['completed', records.length, records.length, 0];
  const strays = records.filter(({ name }, row) => job.results[row]?.id !== idOf.get(name));
  return [
    ...(String(seen) === String(expected)
      ? []
      : [
          `${job.job_id}: ${String(seen)}, not ${String(expected)}: ${JSON.stringify(
            job.results.find(({ error }: Json) => error)?.error,
          )}`,
        ]),
    ...(strays.length > 0
      ? [`${job.job_id}: ${strays.length} rows were applied to other CIs`]
      : []),
  ];
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'a CI that was added twice': `
    select class, name, count(*) from cis group by 1, 2 having count(*) <> 1`,
  'a CI without its time of discovery or an event of each version': `
    select id from cis where event_sequence <> version + 1 or first_discovered_at is null
      or last_discovered_at < first_discovered_at`,
  'events other than one discovery, one creation and updates': `
    select record_id from events group by 1
    having string_agg(type || ' ' || sequence, ',' order by sequence) <> 'ci.discovered 1,ci.created 2'
      || coalesce(string_agg(',ci.updated ' || sequence, '' order by sequence) filter (where sequence > 2), '')
      or max(sequence) <> count(*)`,
  'entries other than one for each version': `
    select cis.id, version from cis join entries on record_type = 'ci' and record_id = cis.id
    group by 1, 2
    having array_agg(record_version order by record_version) <> array(select generate_series(1, version))
      or string_agg(distinct kind, ',') filter (where record_version = 1) <> 'ci.created'
      or coalesce(string_agg(distinct kind, ',') filter (where record_version > 1), 'ci.updated')
        <> 'ci.updated'`,
  'an update that does not begin where the last one ended': `
    select record_id, record_version from (
      select record_id, record_version, key, change -> 'from' as began,
        lag(change -> 'to') over (partition by record_id, key order by record_version) as ended
      from entries, jsonb_each(changes) as one (key, change) where record_type = 'ci') as links
    where record_version > 1 and ended is not null and began <> ended`,
  'a CI that differs from its last entry': `
    select distinct on (record_id, key) record_id, key, change -> 'to' as entry, to_jsonb(cis) -> key as row
    from entries join cis on cis.id = record_id, jsonb_each(changes) as one (key, change)
    where record_type = 'ci' and key in ('discovery_source', 'attributes', 'fqdn', 'serial_number')
      and not exists (select from entries as later where later.record_type = 'ci'
        and later.record_id = cis.id and later.record_version > entries.record_version
        and later.changes ? key)
      and change -> 'to' <> to_jsonb(cis) -> key`,
};

async function dataFaults(instance: Instance, cis: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(questions)) {
    const rows = await instance.sql(text);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  const [{ known, discovered }] = await instance.sql(
    `select (select count(*) from cis)::int as known,
      (select count(*) from events where type = 'ci.discovered')::int as discovered`,
  );
  if (known !== cis || discovered !== cis)
    faults.push(`${known} CIs and ${discovered} events, not ${cis} of each`);
  return faults;
}

/** Kills the worker process as soon as it has processed a row; the other worker starts then, in this process. */
async function killOnce(instance: Instance): Promise<KillLoop> {
  const worker = await startWorkerProcess(instance);
  const isAtWork = async () =>
    (await instance.sql('select from bulk_jobs where processed > 0 limit 1')).length > 0;
  const isLeft = async () =>
    (await instance.sql('select from bulk_jobs where finished_at is null limit 1')).length > 0;
  const kill = async () => {
    await until('a row is processed', isAtWork);
    await instance.startWorker();
    await worker.kill();
    return Number(await isLeft());
  };
  const killed = kill();
  killed.catch(() => {});
  return {
    started: Promise.resolve(),
    stop: () => killed.finally(() => worker.stop()),
  };
}

/** Kills one of two processes repeatedly. */
async function killOneOfTwo(instance: Instance, seed: number): Promise<KillLoop> {
  const steady = await startWorkerProcess(instance);
  const killing = killRepeatedly(instance, randomFrom(seed));
  await killing.started;
  return { ...killing, stop: () => killing.stop().finally(() => steady.stop()) };
}

export async function proveDiscovery(options: DiscoveryOptions, isShort: boolean): Promise<Report> {
  const { callers, cis, seed } = options;
  const instance = await startInstance({ worker: 'later' });
  try {
    const killing = await (isShort ? killOnce(instance) : killOneOfTwo(instance, seed));
    const began = performance.now();
    const running = Array.from({ length: callers }, (_, caller) =>
      callerJobs(instance, caller, options, randomFrom(seed + caller)),
    );
    const all = (await Promise.all(running).finally(() => killing.stop())).flat();
    const kills = await killing.stop();
    const jobSeconds = Math.round((performance.now() - began) / 1000);
    const rows = await instance.sql('select id, name from cis');
    const idOf = new Map(rows.map(({ id, name }): [string, string] => [name, id]));
    const faults = [
      ...all.flatMap((one) => jobFaults(one, idOf)),
      ...(await dataFaults(instance, cis)),
      ...(kills === 0 ? ['no worker was killed while there was work: the run proves nothing'] : []),
    ];
    const [{ updates }] = await instance.sql(
      `select count(*)::int as updates from entries where kind = 'ci.updated'`,
    );
    const reports = all.reduce((sum, { records }) => sum + records.length, 0);
    const figures = { seed, jobs: all.length, rows: reports, cis: rows.length, updates, kills };
    return { figures: { ...figures, jobSeconds }, faults };
  } finally {
    await instance.stop();
  }
}
