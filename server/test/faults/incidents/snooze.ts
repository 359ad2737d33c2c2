// Incidents on hold return at random times while workers are killed and people move some of them by hand: each exactly
// once, and soon after its time.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../support/client.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';
import { type Site, startSite } from '../../support/site.ts';

export interface SnoozeOptions {
  incidents: number;
  /** The holds end within this time. */
  seconds: number;
  workers: number;
  kills: number;
  seed: number;
}

const SENDERS = 16;
const MAX_LATE_SECONDS = 5;
/** Every tenth incident is moved by hand when its time comes, and every tenth is deleted before and restored after it. */
const isMoved = (n: number): boolean => n % 10 === 3;
const isDeleted = (n: number): boolean => n % 10 === 7;
/** One kill in four hits all workers, so that none runs for a while. */
const OUTAGE_SHARE = 0.25;
/** Putting an incident on hold takes no longer than this on a busy machine, so that its time is still in the future. */
const HOLD_MS = 40;
const MARGIN_MS = 5000;

interface Held {
  id: string;
  version: number;
  until: number;
}

/** Puts the incidents on hold; the times begin after the last one is. */
async function makeHeld(site: Site, { incidents, seconds }: SnoozeOptions, random: Random) {
  const held: Held[] = [];
  const make = async (n: number): Promise<void> => {
    const body = { short_description: `Snoozed ${n}`, assigned_to: `agent-${n % 9}@example.com` };
    const { id } = await site.sendUntilFinal('POST', '/incidents', body);
    const { version } = await site.sendUntilFinal('PATCH', `/incidents/${id}`, {
      state: 'in_progress',
    });
    held[n] = { id, version, until: 0 };
  };
  await inParallel(SENDERS, incidents, make);
  const begin = Date.now() + MARGIN_MS + incidents * HOLD_MS;
  await inParallel(SENDERS, incidents, async (n) => {
    const one = held[n] as Held;
    one.until = begin + random.below(seconds * 1000);
    const { version } = await site.sendUntilFinal('PATCH', `/incidents/${one.id}`, {
      state: 'on_hold',
      on_hold_until: new Date(one.until).toISOString(),
    });
    one.version = version;
  });
  return { held, begin };
}

const sleepUntil = (at: number): Promise<unknown> => sleep(Math.max(0, at - Date.now()));

/** Spreads the kills over the time; returns when no worker ran. */
async function killAround(
  { workers }: Site,
  { kills, seconds }: SnoozeOptions,
  begin: number,
  random: Random,
): Promise<{ from: number; to: number }[]> {
  const outages: { from: number; to: number }[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await sleepUntil(begin + ((kill + random.next()) / kills) * seconds * 1000);
    const isOutage = random.chance(OUTAGE_SHARE);
    const victims = isOutage ? workers : [random.pick(workers)];
    const from = Date.now();
    await Promise.all(victims.map((one) => one.kill()));
    await Promise.all(victims.map((one) => one.start()));
    if (isOutage) outages.push({ from, to: Date.now() });
  }
  return outages;
}

/** People act at the same moment as the workers. */
async function actByHand(site: Site, held: readonly Held[]): Promise<void> {
  const acts = held.map(async ({ id, until: at }, n) => {
    const path = `/incidents/${id}`;
    if (isMoved(n)) {
      await sleepUntil(at);
      await site.sendUntilFinal('PATCH', path, { state: 'in_progress' });
    }
    if (!isDeleted(n)) return;
    await sleepUntil(at - 2000);
    await site.sendUntilFinal('DELETE', path);
    await sleepUntil(at + 2000);
    await site.sendUntilFinal('POST', `${path}/restore`, {});
  });
  await Promise.all(acts);
}

const LEFT = `select count(*)::int as n from incidents where state = 'on_hold' or deleted_at is not null`;

const RETURNS = `
  select record_id as id, actor, cause ->> 'kind' as cause,
    extract(epoch from at)::float8 * 1000 as at, count(*) over (partition by record_id)::int as times,
    (select count(*)::int from events where events.record_id = entries.record_id and type = 'incident.updated'
      and data #>> '{changes,state,from}' = 'on_hold') as events,
    (select version from incidents where incidents.id = entries.record_id) as version
  from entries where changes #>> '{state,from}' = 'on_hold' and changes #>> '{state,to}' = 'in_progress'`;

export async function proveSnooze(options: SnoozeOptions): Promise<Report> {
  const { seed, workers } = options;
  const random = randomFrom(seed);
  const site = await startSite({ workers });
  const faults: string[] = [];
  try {
    const { held, begin } = await makeHeld(site, options, random);
    if (Date.now() > begin) faults.push('the first hold ended before the last one began');
    const [outages] = await Promise.all([
      killAround(site, options, begin, random),
      actByHand(site, held),
    ]);
    await until('every incident is back', async () => (await site.sql(LEFT))[0]?.n === 0).catch(
      (error: Error) => faults.push(error.message),
    );
    const returns = new Map((await site.sql(RETURNS)).map((one) => [one.id, one]));
    const isInOutage = (at: number): boolean =>
      outages.some(({ from, to }) => at > from - 1000 && at < to);
    const lateMs: number[] = [];
    let byHand = 0;
    for (const [n, { id, version, until: at }] of held.entries()) {
      const seen = returns.get(id);
      const expected = version + (isDeleted(n) ? 3 : 1);
      if (seen?.times !== 1 || seen.events !== 1 || seen.version !== expected)
        faults.push(`${id} at version ${expected} did not return once: ${JSON.stringify(seen)}`);
      else if (seen.cause === null) byHand += 1;
      else if (!isDeleted(n) && !isInOutage(at)) lateMs.push(seen.at - at);
    }
    if (lateMs.some((late) => late < 0)) faults.push('an incident returned before its time');
    const [{ n: notified }] = (await site.sql(
      `select count(*)::int as n from notifications where type = 'incident.resumed'`,
    )) as [{ n: number }];
    if (notified !== held.length - byHand)
      faults.push(`${notified} notifications of ${held.length - byHand} holds that ended`);
    const maxSeconds = Math.max(0, ...lateMs) / 1000;
    return {
      figures: {
        seed,
        incidents: held.length,
        kills: options.kills,
        outages: outages.length,
        by_hand: byHand,
        notified,
        p50_ms: Math.round(percentile(lateMs, 0.5)),
        p99_ms: Math.round(percentile(lateMs, 0.99)),
        max_ms: Math.round(maxSeconds * 1000),
      },
      faults,
      goals: [
        atMost('late while a worker runs', maxSeconds, MAX_LATE_SECONDS, ' s'),
        atMost('incidents that did not return exactly once', faults.length, 0),
      ],
    };
  } finally {
    await site.stop();
  }
}
