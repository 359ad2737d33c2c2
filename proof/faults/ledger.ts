// Many events, many subscriptions with filters, two workers that are killed in turns while they relay: one delivery for
// each match, each received, in the order of its record, signed, the same bytes every time.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../server/test/processes.ts';
import { randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';
import { arrivalFaults, startArrivals } from './arrivals.ts';
import { type Site, startSite } from './site.ts';

export interface LedgerOptions {
  events: number;
  kills: number;
  seed: number;
}

const SUBSCRIPTIONS = 20;
const MATCHES = 5;
const SEQUENCES = 5;
const BATCH = 500;

/** Subscription k wants the lanes k to k + 4, round the corner. */
const lanesOf = (k: number): number[] =>
  Array.from({ length: MATCHES }, (_, n) => (k + n) % SUBSCRIPTIONS);

const insertEvents = (site: Site, from: number, to: number, records: number) =>
  site.sql(
    `insert into events (type, record_type, record_id, sequence, occurred_at, data)
     select 'incident.updated', 'incident', record, 1 + n / $3, clock_timestamp(),
       jsonb_build_object('id', record, 'sequence', 1 + n / $3, 'lane', n % ${SUBSCRIPTIONS}, 'short_description', 'Ä → €')
     from generate_series($1::int, $2::int - 1) as n, lateral (select 'INC8' || lpad((n % $3)::text, 6, '0') as record) as r
     order by n`,
    [from, to, records],
  );

export async function proveLedger({ events, kills, seed }: LedgerOptions): Promise<Report> {
  const random = randomFrom(seed);
  // One in twenty fails the first time, so that attempts can be compared.
  const arrivals = await startArrivals(({ headers }, response) => {
    const isFirst = headers['x-service-attempt'] === '1';
    const isUnlucky = /0[0-9a-c]$/.test(String(headers['x-service-delivery']));
    response.writeHead(isFirst && isUnlucky ? 503 : 204).end();
  });
  const site = await startSite({ workers: 2, env: { RETRY_DELAYS_SECONDS: '1,2,3,4' } });
  const began = performance.now();
  try {
    const webhooks: Record<string, number[]> = {};
    for (let k = 0; k < SUBSCRIPTIONS; k += 1) {
      const { id, secret } = await site.insist('POST', '/webhooks/outbound', {
        name: `Lanes from ${k}`,
        url: arrivals.urlOf(String(k)),
        events: ['incident.updated'],
        filters: [{ field: 'incident.lane', operator: 'in', value: lanesOf(k) }],
      });
      webhooks[id] = lanesOf(k);
      arrivals.secrets.set(String(k), [secret]);
    }
    const isRelayed = async () =>
      (await site.sql('select from events where relayed_at is null limit 1')).length === 0;
    const plan = Array.from({ length: kills }, () => random.below(events)).toSorted(
      (a, b) => a - b,
    );
    const records = Math.ceil(events / SEQUENCES);
    for (let from = 0, killed = 0; from < events; from += BATCH) {
      await insertEvents(site, from, Math.min(events, from + BATCH), records);
      for (; (plan[killed] ?? Infinity) < from + BATCH; killed += 1) {
        // At once: whoever relays this batch is at it now.
        const worker = site.workers[killed % 2];
        await sleep(random.below(60));
        await worker?.kill();
        await worker?.start();
      }
      await until('the batch is relayed', isRelayed, 60);
    }
    const faults: string[] = [];
    const isDone = async () => (await site.sql('select from delivery_queue limit 1')).length === 0;
    await until('all is delivered', isDone, 900).catch((error: Error) =>
      faults.push(error.message),
    );
    faults.push(...arrivalFaults(arrivals));
    const made = await site.sql(
      `select d.id, d.webhook_id, d.status, (e.data->>'lane')::int as lane
       from deliveries d join events e on e.id = d.event_id`,
    );
    const seen = new Set(arrivals.all.map(({ delivery }) => delivery));
    if (made.length !== events * MATCHES) faults.push(`${made.length} deliveries`);
    for (const { id, webhook_id, lane, status } of made) {
      if (!webhooks[webhook_id]?.includes(lane)) faults.push(`${id}: not a match`);
      if (status !== 'delivered') faults.push(`${id}: ${status}`);
      if (!seen.has(id)) faults.push(`${id}: never arrived`);
    }
    const [{ n: attempts, lost }] = await site.sql(
      `select count(*)::int as n, (count(*) filter (where status_code is null))::int as lost from attempts`,
    );
    const errors = await site.sql(
      'select error, count(*)::int as n from attempts where status_code is null group by 1 order by 2 desc limit 3',
    );
    for (const { error, n } of errors) console.log(`on the way, ${n} times: ${error}`);
    const figures = {
      seed,
      events,
      kills,
      deliveries: made.length,
      arrivals: arrivals.all.length,
      repeated: arrivals.all.length - attempts,
      lostOnTheWay: lost,
      unverifiable: arrivals.unverifiable.length,
      ledgerSeconds: Math.round((performance.now() - began) / 1000),
    };
    return { figures, faults };
  } finally {
    await site.stop();
    await arrivals.receiver.close();
  }
}
