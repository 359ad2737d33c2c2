// The relaying one of two workers is killed during its statement, with many events of every record type and filtered
// subscriptions: each match has one delivery, received in the order of its record, signed, with the same bytes every time.
import type { EventType } from '../../src/events/index.ts';
import { type Client, withClient } from '../support/databases.ts';
import { until, within } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';
import { deliveryFaults, startDeliveryLog } from '../support/delivery-log.ts';
import { UNDELIVERED, findRelay } from '../support/holders.ts';
import { type Part, startWorkers, type WorkerSite } from '../support/site.ts';

export interface LedgerOptions {
  events: number;
  kills: number;
  seed: number;
}

const SUBSCRIPTIONS = 20;
const MATCHES = 5;
const SEQUENCES = 5;
/** The relay takes at most this many events in one statement. */
const MAX_BATCH = 500;

/** Subscription k matches the categories k to k + 4, modulo their number. */
const categoriesOf = (k: number): number[] =>
  Array.from({ length: MATCHES }, (_, n) => (k + n) % SUBSCRIPTIONS);

/** The records of each type have these events, in order; the types alternate. */
const histories: readonly (readonly EventType[])[] = [
  [
    'incident.created',
    'incident.updated',
    'incident.note_added',
    'incident.updated',
    'incident.deleted',
  ],
  ['change.submitted', 'change.created', 'change.approved', 'change.updated', 'change.updated'],
  [
    'request.submitted',
    'request.created',
    'request.approved',
    'request.updated',
    'request.updated',
  ],
  ['ci.discovered', 'ci.created', 'ci.updated', 'ci.updated', 'ci.updated'],
  ['article.created', 'article.updated', 'article.updated', 'article.updated', 'article.deleted'],
];

const insertEvents = (site: WorkerSite, from: number, to: number, records: number) =>
  site.sql(
    `insert into events (type, record_type, record_id, sequence, occurred_at, data)
     select type, split_part(type, '.', 1), record, 1 + n / $3, clock_timestamp(),
       jsonb_build_object('id', record, 'sequence', 1 + n / $3, 'category', n % ${SUBSCRIPTIONS}, 'short_description', 'Ä → €')
     from generate_series($1::int, $2::int - 1) as n, lateral (
       select 'REC8' || lpad((n % $3)::text, 6, '0') as record,
         ($4::text[])[1 + n % $3 % ${histories.length} * ${SEQUENCES} + n / $3] as type) as r
     order by n`,
    [from, to, records, histories.flat()],
  );

interface RelayKill {
  worker: Part;
  how: string;
}

/**
 * Kills the relaying worker during its statement: a lock on one of its events blocks the statement, and the worker that
 * owns the relay lock is killed. Then either its connection is cut too, so that the statement is rolled back, or
 * PostgreSQL does not notice and completes the statement of the dead worker.
 */
async function killRelay(
  client: Client,
  site: WorkerSite,
  isCut: boolean,
  insert: () => Promise<unknown>,
): Promise<RelayKill> {
  for (const worker of site.workers) worker.signal('SIGSTOP');
  await insert();
  await client.query('begin');
  await client.query(
    'select from events where relayed_at is null order by position desc limit 1 for update',
  );
  for (const worker of site.workers) worker.signal('SIGCONT');
  try {
    const { name, backendPid } = await until('a worker owns the relay lock', () =>
      findRelay(client),
    );
    const worker = site.workers.find((one) => one.name === name);
    if (!worker) throw new Error(`${name} owns the relay lock, but is not a worker`);
    await worker.kill();
    if (isCut) await client.query('select pg_terminate_backend($1)', [backendPid]);
    return { worker, how: isCut ? 'connection cut, statement rolled back' : 'statement completed' };
  } finally {
    await client.query('rollback');
  }
}

export async function proveLedger(
  { events, kills, seed }: LedgerOptions,
  isShort: boolean,
): Promise<Report> {
  const random = randomFrom(seed);
  // About one in twenty fails the first time, so that the bytes of attempts can be compared.
  const log = await startDeliveryLog(({ headers }, response) => {
    const isFirst = headers['x-service-attempt'] === '1';
    const isFailing = /0[0-9a-c]$/.test(String(headers['x-service-delivery']));
    response.writeHead(isFirst && isFailing ? 503 : 204).end();
  });
  const site = await startWorkers(isShort, { RETRY_DELAYS_SECONDS: '1,2,3,4' });
  const began = performance.now();
  const batch = Math.min(MAX_BATCH, Math.ceil(events / (kills + 5)));
  try {
    const webhooks: Record<string, number[]> = {};
    for (let k = 0; k < SUBSCRIPTIONS; k += 1) {
      const { id, secret } = await site.sendUntilFinal('POST', '/webhooks/outbound', {
        name: `Categories from ${k}`,
        url: log.urlOf(String(k)),
        events: ['*'],
        filters: [{ field: 'data.category', operator: 'in', value: categoriesOf(k) }],
      });
      webhooks[id] = categoriesOf(k);
      log.secrets.set(String(k), [secret]);
    }
    const isRelayed = async () =>
      (await site.sql('select from events where relayed_at is null limit 1')).length === 0;
    const plan = Array.from({ length: kills }, () => random.below(events / 2)).toSorted(
      (a, b) => a - b,
    );
    const records = Math.ceil(events / SEQUENCES);
    const takeovers: number[] = [];
    const notes: string[] = [];
    await withClient(site.databaseUrl, async (client) => {
      for (let from = 0; from < events; from += batch) {
        const to = Math.min(events, from + batch);
        const insert = () => insertEvents(site, from, to, records);
        const isDue = (plan[takeovers.length] ?? Infinity) < to;
        const isCut = takeovers.length % 2 === 0;
        const killed = isDue ? await killRelay(client, site, isCut, insert) : undefined;
        if (!isDue) await insert();
        const killedAt = performance.now();
        const starting = killed && (site.startWorkerHere ?? (() => killed.worker.start()))();
        await until('the batch is relayed', isRelayed);
        if (!killed) continue;
        takeovers.push(Math.round(performance.now() - killedAt));
        notes.push(
          `kill ${takeovers.length}: ${killed.worker.name} during its relay of events ${from} to ${to}, ${killed.how}; relayed ${takeovers.at(-1)} ms later`,
        );
        await starting;
      }
    });
    const faults: string[] = [];
    if (takeovers.length < kills)
      faults.push(`only ${takeovers.length} of ${kills} kills hit the relay`);
    const isDone = async () => (await site.sql(`${UNDELIVERED} limit 1`)).length === 0;
    await within(900, 'all is delivered', isDone).catch((error: Error) =>
      faults.push(error.message),
    );
    faults.push(...deliveryFaults(log));
    const made = await site.sql(
      `select d.id, d.event_id, d.webhook_id, d.status, (e.data->>'category')::int as category, e.type
       from deliveries d join events e on e.id = d.event_id`,
    );
    const seen = new Set(log.all.map(({ delivery }) => delivery));
    const matches = new Set(made.map(({ event_id, webhook_id }) => `${event_id} ${webhook_id}`));
    if (made.length !== events * MATCHES || matches.size !== made.length)
      faults.push(`${made.length} deliveries for ${matches.size} of ${events * MATCHES} matches`);
    const types = new Set(made.map(({ type }) => type));
    const missing = new Set(histories.flat()).difference(types);
    if (missing.size > 0) faults.push(`no delivery of ${[...missing].join()}`);
    const known = new Set(made.map(({ id }) => id));
    const foreign = [...seen].filter((id) => !known.has(id));
    if (foreign.length > 0) faults.push(`${foreign.length} unknown deliveries received`);
    for (const { id, webhook_id, category, status } of made) {
      if (!webhooks[webhook_id]?.includes(category)) faults.push(`${id}: not a match`);
      if (status !== 'delivered') faults.push(`${id}: ${status}`);
      if (!seen.has(id)) faults.push(`${id}: never received`);
    }
    const [{ n: attempts, lost }] = await site.sql(
      `select count(*)::int as n, (count(*) filter (where status_code is null))::int as lost from attempts`,
    );
    const errors = await site.sql(
      'select error, count(*)::int as n from attempts where status_code is null group by 1 order by 2 desc limit 3',
    );
    for (const { error, n } of errors)
      notes.push(`attempts without a response, ${n} times: ${error}`);
    const figures = {
      seed,
      events,
      killsOfRelay: takeovers.length,
      slowestTakeoverMs: Math.max(0, ...takeovers),
      deliveries: made.length,
      received: log.all.length,
      repeated: log.all.length - attempts,
      lostOnTheWay: lost,
      unverifiable: log.unverifiable.length,
      ledgerSeconds: Math.round((performance.now() - began) / 1000),
    };
    return { figures, faults, notes };
  } finally {
    await site.stop();
    await log.receiver.close();
  }
}
