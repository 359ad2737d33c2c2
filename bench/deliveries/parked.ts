// Measures how much retries that are not due slow down due deliveries, alternately on two databases, one with parked
// retries and one without.
import type { Instance } from '../../server/test/support/harness.ts';
import { cpuOf } from '../../server/test/support/cpu.ts';
import { atLeast, type Report } from '../../server/test/support/report.ts';
import { type Bench, startBench } from './setup.ts';
import { deliver, median } from './throughput.ts';

/** Scans and indexes of the queue may return this many rows for each delivery, from creation to completion. */
const MAX_ROWS_READ = 60;
/** The rate must be at least this share of the rate without parked retries. */
const MIN_SHARE = 0.85;

/** Inserts deliveries of the same webhooks whose first attempt failed and whose retry is due in half an hour or later. */
export async function park({ instance, webhooks }: Bench, count: number): Promise<void> {
  await instance.sql(
    `with input as materialized (
       select n, uuidv7() as event_id, ($2::text[])[1 + n % cardinality($2::text[])] as webhook_id
       from generate_series(1, $1::int) as n
     ), made as (
       insert into deliveries (id, webhook_id, event_id, event, record_type, record_id, sequence, replay, body, status,
         attempts, next_attempt_at, last_status, last_error, created_at)
       select delivery_id(event_id, webhook_id, 0), webhook_id, event_id, 'incident.created', 'incident',
         'PARKED' || n, 1, 0, convert_to(rpad('{"event":"incident.created"', 400), 'UTF8'), 'retrying', 1,
         now() + interval '30 minutes' + n * interval '10 ms', 503, 'The receiver responded 503.', now()
       from input returning *
     ), tried as (
       insert into attempts (id, number, started_at, duration_ms, status_code, error, request)
       select id, 1, created_at, 5, last_status, last_error, '{}' from made
     )
     insert into delivery_queue (id, webhook_id, record_id, sequence, in_order, due_at)
     select id, webhook_id, record_id, sequence, false, next_attempt_at from made`,
    [count, webhooks.map(({ id }) => id)],
  );
  await instance.sql('vacuum analyze deliveries, attempts, delivery_queue');
}

/** A connection reports its read statistics at most once a second unless it is forced to. */
async function readsOf({ deps, sql }: Instance): Promise<number> {
  const { db, config } = deps;
  // The statements run at the same time, so that each connection of the pool gets one.
  const report = () =>
    db
      .selectNoFrom((eb) => [
        eb.fn('pg_sleep', [eb.lit(0.05)]).as('slept'),
        eb.fn('pg_stat_force_next_flush', []).as('flushed'),
      ])
      .execute();
  await Promise.all(Array.from({ length: config.DATABASE_POOL }, report));
  const [row] = await sql(
    `select (t.seq_tup_read + sum(i.idx_tup_read))::int as n
     from pg_stat_user_tables t join pg_stat_user_indexes i using (relid)
     where t.relname = 'delivery_queue' group by t.seq_tup_read`,
  );
  return row.n;
}

const countTouched = async ({ instance }: Bench, parked: number): Promise<number> => {
  const [row] = await instance.sql(
    `select $1::int - count(*)::int as n from delivery_queue join deliveries using (id, webhook_id, record_id)
     where record_id like 'PARKED%' and claim is null and attempts = 1 and status = 'retrying'`,
    [parked],
  );
  return row.n;
};

/** Counts the rows that `work`, which returns its number of deliveries, reads and touches beside parked retries. */
export async function examine(
  bench: Bench,
  parked: number,
  work: () => Promise<number>,
): Promise<Report> {
  const before = await readsOf(bench.instance);
  const made = await work();
  const readEach = Math.round(((await readsOf(bench.instance)) - before) / made);
  const touched = await countTouched(bench, parked);
  const faults: string[] = [];
  if (touched > 0) faults.push(`${touched} parked deliveries were touched before their time`);
  if (readEach > MAX_ROWS_READ)
    faults.push(`${readEach} rows were read for each delivery, not at most ${MAX_ROWS_READ}`);
  return { figures: { parked, readEach }, faults };
}

interface Options {
  parked: number;
  rounds: number;
  count: number;
  webhooks: number;
}

interface RoundResult {
  rate: number;
  /** The CPU time of the database for each delivery is more reliable than the rate on a shared machine. */
  microseconds: number;
}

async function runRound(bench: Bench, first: number, count: number): Promise<RoundResult> {
  const readCpu = async () => {
    const rows = await bench.instance.sql(
      'select pid from pg_stat_activity where datname = current_database()',
    );
    return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]));
  };
  const before = await readCpu();
  const rate = await deliver(bench, first, count);
  let sum = 0;
  for (const [pid, microseconds] of await readCpu()) sum += microseconds - (before.get(pid) ?? 0);
  return { rate, microseconds: sum / count };
}

export async function proveParked({ parked, rounds, count, webhooks }: Options): Promise<Report> {
  const benches = [await startBench(webhooks), await startBench(webhooks)] as const;
  const [plain, crowded] = benches;
  const results = new Map<Bench, RoundResult[]>(benches.map((bench) => [bench, []]));
  const runRounds = async () => {
    for (let round = 0; round <= rounds; round += 1) {
      for (const bench of round % 2 === 0 ? benches : benches.toReversed()) {
        const result = await runRound(bench, 1 + round * count, count);
        // The first round is a warm-up.
        if (round > 0) results.get(bench)?.push(result);
      }
    }
    return count * (rounds + 1);
  };
  const share = (of: keyof RoundResult): number => {
    const alone = results.get(plain) ?? [];
    const beside = results.get(crowded) ?? [];
    const all = beside.map((result, round) => result[of] / (alone[round]?.[of] ?? result[of]));
    return Math.round(median(all) * 100) / 100;
  };
  const middle = (bench: Bench, of: keyof RoundResult): number =>
    Math.round(median((results.get(bench) ?? []).map((result) => result[of])));
  try {
    await park(crowded, parked);
    const { figures, faults } = await examine(crowded, parked, runRounds);
    return {
      figures: {
        ...figures,
        alone: middle(plain, 'rate'),
        beside: middle(crowded, 'rate'),
        share: share('rate'),
        databaseAlone: middle(plain, 'microseconds'),
        databaseBeside: middle(crowded, 'microseconds'),
        databaseShare: share('microseconds'),
      },
      faults,
      goals: [atLeast('rate beside parked retries, relative to none', share('rate'), MIN_SHARE)],
    };
  } finally {
    await plain.stop();
    await crowded.stop();
  }
}
