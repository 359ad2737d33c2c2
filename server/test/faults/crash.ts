// SIGKILL hits the API, the worker and PostgreSQL at random points of many writes: nothing acknowledged is lost, nothing
// is duplicated, and the work that a dead worker had leased is resumed soon.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import { atMost, type Report } from '../support/report.ts';
import { type DeliveryLog, deliveryFaults, startDeliveryLog } from '../support/delivery-log.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { leasedDeliveries, UNDELIVERED } from '../support/holders.ts';
import { type Part, type Site, startSite } from '../support/site.ts';
import { storiesOf, storyQuestions } from './crash.stories.ts';

export interface CrashOptions {
  /** Records of every type are created, updated, noted and deleted; see crash.stories.ts. */
  writes: number;
  /** Each of the three is killed this many times. */
  kills: number;
  /** One worker is killed at a time; a single worker is busy when it is killed. */
  workers: number;
  seed: number;
}

const WRITERS = 12;
const RESUMES_WITHIN_SECONDS = 20;

/** After this, data in flight from a dead process has been read, and its last statement has ended. */
const SETTLED_MS = 150;

interface LeasedWork {
  killedAt: number;
  /** Requests received from this time on were not sent by the dead worker. */
  settledAt: number;
  /** Maps each delivery to the claim of the dead worker. */
  claims: Map<string, string>;
}

interface ResumeTime {
  seconds: number;
  killedAt: number;
}

/** Attempts at these receivers end within this time, so a delivery still under its lease then has no attempt in progress. */
const IDLE_MS = 2000;

/** The process is restarted while the leases are listed. */
async function killAndListLeases(site: Site, worker: Part): Promise<LeasedWork> {
  const killedAt = Date.now();
  await worker.kill();
  await sleep(SETTLED_MS);
  const settledAt = Date.now();
  const all = await leasedDeliveries(site);
  const starting = worker.start();
  await sleep(IDLE_MS);
  const still = await leasedDeliveries(site);
  await starting;
  const claims = [...all].filter(([id, claim]) => still.get(id) === claim);
  return { killedAt, settledAt, claims: new Map(claims) };
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'an event that was not relayed': 'select id from events where relayed_at is null',
  'an event without its deliveries': `
    select e.id from events e left join deliveries d on d.event_id = e.id group by e.id, e.type
    having (count(d.id), count(distinct d.webhook_id))
      <> case when e.type = 'incident.created' then (2::bigint, 2::bigint) else (1::bigint, 1::bigint) end`,
  'a delivery that is not delivered': `select id, status from deliveries where status <> 'delivered'`,
  'attempts that do not count from one': `
    select d.id from deliveries d left join attempts a on a.id = d.id group by d.id, d.attempts
    having count(a.number) <> d.attempts or max(a.number) <> d.attempts or d.attempts > 5`,
};

async function ledgerFaults(site: Site, deliveryLog: DeliveryLog): Promise<string[]> {
  const faults = deliveryFaults(deliveryLog);
  for (const [name, text] of Object.entries({ ...storyQuestions(), ...questions })) {
    const rows = await site.sql(text);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  const made = new Set((await site.sql('select id from deliveries')).map(({ id }) => id));
  const seen = new Set(deliveryLog.all.map(({ delivery }) => delivery));
  const lost = [...made].filter((id) => !seen.has(id));
  const foreign = [...seen].filter((id) => !made.has(id));
  if (lost.length > 0) faults.push(`${lost.length} deliveries never received: ${lost[0]}`);
  if (foreign.length > 0)
    faults.push(`${foreign.length} unknown deliveries received: ${foreign[0]}`);
  return faults;
}

/**
 * Measures from the kill until each delivery leased by the dead worker was sent again, whatever else was killed meanwhile.
 * A next attempt with another number is a retry that the receiver caused; without a next attempt another worker had the
 * delivery. If the worker that took it over was killed too, the first time ends at that kill, and a second one begins.
 */
function resumeTimes({ all }: DeliveryLog, leases: readonly LeasedWork[]): ResumeTime[] {
  const times = Map.groupBy(all, ({ delivery }) => delivery);
  return leases.flatMap(({ killedAt, settledAt, claims }, n) =>
    [...claims].flatMap(([id, claim]) => {
      const before = times.get(id)?.findLast((one) => one.at < settledAt);
      const again = times.get(id)?.find((one) => one.at >= settledAt);
      if (!again || (before && before.attempt !== again.attempt)) return [];
      const takenAgain = leases
        .slice(n + 1)
        .find((later) => later.claims.has(id) && later.claims.get(id) !== claim);
      const upTo = Math.min(again.at, takenAgain?.killedAt ?? Infinity);
      return [{ seconds: (upTo - killedAt) / 1000, killedAt }];
    }),
  );
}

/** Has the effect of killing PostgreSQL, but only on the clients of this database. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/**
 * The long form has its own PostgreSQL, which it kills, and measures how soon leased work is resumed. The short form cuts
 * the connections of PostgreSQL, and its receiver responds to no attempt until the worker is killed.
 */
export async function proveCrash(options: CrashOptions, isShort: boolean): Promise<Report> {
  const { writes, kills, workers, seed } = options;
  const random = randomFrom(seed);
  let underWay = 0;
  let interrupted = 0;
  let isWithholding = isShort;
  const withheld: (() => void)[] = [];
  // Responses take 20 ms, so that a kill hits attempts in progress; about one delivery in sixteen fails the first time.
  const deliveryLog = await startDeliveryLog(({ headers }, response) => {
    const isFirst = headers['x-service-attempt'] === '1';
    const status = isFirst && String(headers['x-service-delivery']).endsWith('0') ? 500 : 204;
    underWay += 1;
    const respond = () => {
      underWay -= 1;
      response.writeHead(status).end();
    };
    if (isWithholding) withheld.push(respond);
    else setTimeout(respond, 20);
  });
  const postgres = isShort ? undefined : await OwnPostgres.start();
  const site = await startSite({ workers, postgres, env: { RETRY_DELAYS_SECONDS: '1,2,3,4' } });
  const leases: LeasedWork[] = [];
  const log: { name: string; killedAt: number; backAt: number }[] = [];
  let starting: Promise<void> | undefined;
  const killDuringAttempts = async (worker: Part) => {
    interrupted += underWay;
    await worker.kill();
    isWithholding = false;
    for (const respond of withheld) respond();
    // The other kills do not wait for the restart, because all writes would be done by then.
    starting = worker.start();
  };
  const killers: Record<string, () => Promise<unknown>> = {
    api: async () => {
      await site.api.kill();
      await site.api.start();
    },
    worker: async () => {
      const worker = random.pick(site.workers);
      await until('a worker has an attempt in progress', () => underWay > 0).catch(() => {});
      if (isShort) await killDuringAttempts(worker);
      else leases.push(await killAndListLeases(site, worker));
    },
    postgres: async () => {
      await (postgres?.kill() ?? site.sql(CUT));
      await postgres?.start();
    },
  };
  // No kill comes after the last writes, because a worker with nothing left to deliver has no leases when it dies.
  const lastKill = writes - Math.min(writes / 2, 100);
  const isFirst = (name: string) => isShort && name === 'worker';
  const plan = Object.keys(killers)
    .flatMap((name) =>
      Array.from({ length: kills }, () => ({
        name,
        at: isFirst(name) ? 0 : random.below(lastKill),
      })),
    )
    .toSorted((a, b) => a.at - b.at || Number(isFirst(b.name)) - Number(isFirst(a.name)));
  const progress = new EventEmitter();
  /** Resolves during the write itself, because a poll would come when all writes are done. */
  const waitForWrites = (at: number) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (written < at) return;
        progress.off('write', check);
        resolve();
      };
      progress.on('write', check);
      check();
    });
  let written = 0;
  const stories = storiesOf(writes).entries();
  const records = new Map<string, number>();
  const write = async () => {
    const countWrite = () => {
      written += 1;
      progress.emit('write');
    };
    for (const [n, story] of stories) {
      const { id } = await site.sendUntilFinal('POST', story.path, story.create(n));
      records.set(story.tableName, (records.get(story.tableName) ?? 0) + 1);
      countWrite();
      for (const [method, suffix, body] of story.writes) {
        await site.sendUntilFinal(method, `${story.path}/${id}${suffix}`, body);
        countWrite();
      }
    }
  };
  const killAll = async () => {
    for (const { name, at } of plan) {
      await waitForWrites(at);
      const killedAt = Date.now();
      await killers[name]?.();
      log.push({ name, killedAt, backAt: Date.now() });
    }
  };
  const began = performance.now();
  try {
    for (const [name, events] of Object.entries({ all: ['*'], new: ['incident.created'] })) {
      const { secret } = await site.sendUntilFinal('POST', '/webhooks/outbound', {
        name,
        url: deliveryLog.urlOf(name),
        events,
      });
      deliveryLog.secrets.set(name, [secret]);
    }
    await Promise.all([killAll(), ...Array.from({ length: WRITERS }, write)]);
    await starting;
    const isDone = async () => {
      const rows = await site.sql(
        `select from (select from events where relayed_at is null limit 1) as a
         union all select from (${UNDELIVERED} limit 1) as b`,
      );
      return rows.length === 0;
    };
    const faults: string[] = [];
    await until('all is delivered', isDone).catch((error: Error) => faults.push(error.message));
    faults.push(...(await ledgerFaults(site, deliveryLog)));
    for (const [table, count] of records) {
      const [{ found }] = await site.sql(`select count(*)::int as found from ${table}`);
      if (found !== count) faults.push(`${table} has ${found} of ${count} rows`);
    }
    const [{ deliveries, attempts }] = await site.sql(
      `select (select count(*)::int from deliveries) as deliveries,
         (select count(*)::int from attempts) as attempts`,
    );
    const sorted = resumeTimes(deliveryLog, leases).toSorted((a, b) => a.seconds - b.seconds);
    const last = sorted.at(-1);
    const slowest = last?.seconds ?? 0;
    if (sorted.length + interrupted === 0)
      faults.push('no worker had a lease when it was killed: the run proves nothing');
    const figures = {
      seed,
      writes: written,
      kills: plan.length,
      deliveries,
      received: deliveryLog.all.length,
      repeated: deliveryLog.all.length - attempts,
      held: sorted.length + interrupted,
      medianResumeSeconds: sorted[sorted.length >> 1]?.seconds ?? 0,
      slowestResumeSeconds: slowest,
      writeSeconds: Math.round((performance.now() - began) / 1000),
    };
    const since = (at: number) => ((at - (last?.killedAt ?? 0)) / 1000).toFixed(1);
    const meanwhile = log
      .filter(({ backAt }) => last && backAt > last.killedAt)
      .filter(({ killedAt }) => killedAt < (last?.killedAt ?? 0) + slowest * 1000)
      .map(
        ({ name, killedAt, backAt }) =>
          `${name} down from ${since(killedAt)} to ${since(backAt)} s`,
      );
    return {
      figures,
      faults,
      notes: [`during the slowest resume: ${meanwhile.join(', ')}`],
      goals: [atMost('slowest resume', slowest, RESUMES_WITHIN_SECONDS, ' s')],
    };
  } finally {
    await site.stop();
    await deliveryLog.receiver.close();
  }
}
