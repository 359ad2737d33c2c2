// Measures the effect of one faulty receiver with thousands of due deliveries on many good ones.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instance, sql } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { type Respond, startReceiver } from '../support/receivers.ts';
import { type Random, randomFrom } from '../support/random.ts';
import type { Report } from '../support/report.ts';

export interface IsolationOptions {
  due: number;
  good: number;
  /** Each good receiver gets this many events, measured from commit to receipt. */
  rounds: number;
  seed: number;
}

const HANGS_MS = 30_000;
const GOOD_P99_MS = 2000;
const POLL_INTERVAL_MS = 200;
const EVENT_INTERVAL_MS = 500;
/** Each receiver gets the events of one category; category 0 goes to the faulty one. */
const TROUBLE = 0;

interface Trouble {
  respond: Respond;
  /** Called once its deliveries exist; when it returns, all of them are due. */
  makeDue: (instance: Instance, webhookId: string, due: number) => Promise<void>;
}

/** The first attempt of each fails, and the webhook is inactive until the second attempt of all of them is due. */
async function retriesAtOnce(instance: Instance, id: string, due: number): Promise<void> {
  const path = `/webhooks/outbound/${id}`;
  const stats = async () => (await instance.call('GET', `${path}/stats`)).body;
  const haveFailed = async () => {
    await sleep(POLL_INTERVAL_MS);
    return (await stats()).retrying === due;
  };
  await until('every first attempt has failed', haveFailed);
  await instance.call('PATCH', path, { body: { active: false } });
  const [delay = 0] = instance.deps.config.RETRY_DELAYS_SECONDS;
  await sleep(delay * 1000);
  const { retrying } = await stats();
  if (retrying !== due) throw new Error(`${retrying} of ${due} retries are due`);
  await instance.call('PATCH', path, { body: { active: true } });
}

const troubles = {
  hanging: {
    respond: (_, response) =>
      void setTimeout(() => response.writeHead(204).end(), HANGS_MS).unref(),
    makeDue: async () => {},
  },
  retries: {
    respond: (_, response) => void response.writeHead(503).end(),
    makeDue: retriesAtOnce,
  },
} satisfies Record<string, Trouble>;

const recordOf = (n: number): string => `INC7${String(n).padStart(6, '0')}`;

/** Inserts many events and notifies the relay, as a commit does. */
async function insert(
  instance: Instance,
  from: number,
  categories: readonly number[],
): Promise<void> {
  await sql`insert into events (type, record_type, record_id, sequence, occurred_at, data)
    select 'incident.created', 'incident', record, 1, clock_timestamp(), jsonb_build_object('id', record, 'category', category)
    from unnest(${[...categories]}::int[]) with ordinality as c (category, n),
      lateral (select 'INC7' || lpad((${from}::int + n - 1)::text, 6, '0') as record) as r
    order by n`.execute(instance.deps.db);
  instance.deps.commitNotifier.notify('events');
}

const shuffle = (random: Random, categories: readonly number[]): number[] =>
  categories
    .map((category) => ({ category, at: random.below(2 ** 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ category }) => category);

/** The instance must have a worker. */
export async function proveIsolation(
  instance: Instance,
  kind: keyof typeof troubles,
  { due, good, rounds, seed }: IsolationOptions,
): Promise<Report> {
  const random = randomFrom(seed);
  const { respond, makeDue } = troubles[kind];
  const began = new Map<string, number>();
  const times: number[] = [];
  let troubled = 0;
  const receiver = await startReceiver((received, response) => {
    const { path, body, at } = received;
    receiver.received.length = 0;
    if (path === `/${TROUBLE}`) {
      troubled += 1;
      respond(received, response);
      return;
    }
    const sentAt = began.get(JSON.parse(body.toString()).data.id);
    if (sentAt !== undefined) times.push(at - sentAt);
    response.writeHead(204).end();
  });
  try {
    const ids: string[] = [];
    for (let category = 0; category <= good; category += 1) {
      const { body } = await instance.call('POST', '/webhooks/outbound', {
        body: {
          name: `Category ${category}`,
          url: receiver.url.replace('/hook', `/${category}`),
          events: ['incident.created'],
          timeout_seconds: 30,
          filters: [{ field: 'category', operator: 'eq', value: category }],
        },
      });
      ids.push(body.id);
    }
    await insert(instance, 0, Array<number>(due).fill(TROUBLE));
    const isRelayed = async () =>
      (await instance.sql('select from events where relayed_at is null limit 1')).length === 0;
    await until('the deliveries of the faulty receiver exist', isRelayed);
    await makeDue(instance, ids[TROUBLE] ?? '', due);
    const before = kind === 'retries' ? due : 0;
    await until('the faulty receiver gets attempts', () => troubled > before);
    const categories = ids.map((_, category) => category).slice(1);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) await sleep(EVENT_INTERVAL_MS);
      const from = 100_000 + round * 1000;
      for (const n of categories.keys()) began.set(recordOf(from + n), Date.now());
      await insert(instance, from, shuffle(random, categories));
      await until('the good deliveries are received', () => times.length >= good * (round + 1));
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Infinity;
    const p50 = sorted[sorted.length >> 1] ?? Infinity;
    const faults =
      p99 < GOOD_P99_MS
        ? []
        : [`p99 of the good receivers is ${p99} ms, not below ${GOOD_P99_MS} ms`];
    const meanwhile = troubled - before;
    return { figures: { seed, due, good, arrived: times.length, meanwhile, p50, p99 }, faults };
  } finally {
    await receiver.close();
  }
}
