// Concurrent writers create, update, transition, delete and restore incidents over HTTP until they are stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOptions, Instance, Reply } from './harness.ts';
import { assignees, categories, groups, priorities, requesters, states } from './fill.ts';
import { randomFrom, type Random } from './random.ts';

export interface ChurnOptions {
  seed: number;
  writers: number;
  /** These records may be updated; new ones are added to the list. */
  ids: string[];
  /** The writers stop after this many accepted writes, including no-ops. */
  maxWrites: number;
  pauseMs: number;
}

export interface Churn {
  writes: () => number;
  /** Resolves when the last writer has finished. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

interface Pool {
  random: Random;
  ids: string[];
  deleted: string[];
  /** The transitions that the last response for each record allowed. */
  offered: Map<string, readonly string[]>;
}

type Request = [method: string, path: string, ask?: RequestOptions];

const fields = (random: Random) => ({
  priority: random.pick(priorities),
  category: random.pick([...categories, null]),
  assignment_group: random.pick([...groups, null]),
  assigned_to: random.pick([...assignees, null]),
});

const patch = (pool: Pool, body: (id: string) => object): Request => {
  const id = pool.random.pick(pool.ids);
  return ['PATCH', `/incidents/${id}`, { body: body(id) }];
};

const moveOf = ({ offered, random }: Pool, id: string): string =>
  random.pick([...(offered.get(id) ?? []), ...(offered.get(id)?.length ? [] : states)]);

/** Agents write incidents for people, and spell addresses in any way. */
const requester = (random: Random): string | null => {
  const address = random.pick([...requesters, null]);
  return random.below(2) === 0 ? address : (address?.toUpperCase() ?? null);
};

const one = (pool: Pool, name: 'priority' | 'category' | 'assignment_group' | 'assigned_to') =>
  patch(pool, () => ({ [name]: fields(pool.random)[name] }));

/** About as many deletes as creates: if the list grew during a scan, each scan would take longer than the last. */
const actions: [weight: number, request: (pool: Pool) => Request][] = [
  [
    3,
    ({ random }) => {
      const isRequester = random.below(3) === 0;
      const body = { short_description: 'Churned', ...fields(random) };
      return [
        'POST',
        '/incidents',
        isRequester
          ? { as: 'requester', email: random.pick(requesters), body }
          : { body: { ...body, requester: requester(random) } },
      ];
    },
  ],
  [6, (pool) => patch(pool, (id) => ({ state: moveOf(pool, id) }))],
  [3, (pool) => one(pool, 'priority')],
  [2, (pool) => one(pool, 'category')],
  [2, (pool) => one(pool, 'assignment_group')],
  [1, (pool) => one(pool, 'assigned_to')],
  [2, (pool) => patch(pool, () => ({ requester: requester(pool.random) }))],
  [2, (pool) => patch(pool, (id) => ({ ...fields(pool.random), state: moveOf(pool, id) }))],
  [4, ({ random, ids }) => ['DELETE', `/incidents/${random.pick(ids)}`]],
  [
    1,
    ({ random, ids, deleted }) => [
      'POST',
      `/incidents/${random.pick(deleted.length > 0 ? deleted : ids)}/restore`,
    ],
  ],
];
const wheel = actions.flatMap(([weight, action]) => Array<typeof action>(weight).fill(action));

/** These statuses mean that another writer was first: it deleted the record or changed its state. */
const overtaken = new Set([404, 409]);

function learn(pool: Pool, method: string, { body }: Reply): void {
  if (method === 'DELETE') pool.deleted.push(body.id);
  else pool.offered.set(body.id, body.allowed_transitions);
}

export function churn(instance: Instance, options: ChurnOptions): Churn {
  const { ids, writers, maxWrites, seed, pauseMs } = options;
  let writes = 0;
  const stopping = new AbortController();
  const pool = { ids, deleted: [], offered: new Map<string, readonly string[]>() };

  const write = async (writer: number): Promise<void> => {
    const mine: Pool = { ...pool, random: randomFrom(seed + writer) };
    while (!stopping.signal.aborted && writes < maxWrites) {
      const [method, path, ask] = mine.random.pick(wheel)(mine);
      const caller = { email: `writer-${writer}@example.com`, ...ask };
      const reply = await instance.call(method, path, caller);
      if (reply.status < 300) {
        writes += 1;
        learn(mine, method, reply);
        if (path === '/incidents') ids.push(reply.body.id);
      } else if (!overtaken.has(reply.status)) {
        throw new Error(`seed ${seed}: ${method} ${path} is ${reply.status}: ${reply.text}`);
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };

  const writeAll = async (): Promise<void> => {
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  };
  const ended = writeAll();
  // The caller that awaits it sees the failure; until then an unhandled rejection must not end the process.
  ended.catch(() => {});
  return {
    writes: () => writes,
    ended,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** Counts the accepted writes that changed something; each left an entry. */
export async function countEntries(instance: Instance): Promise<number> {
  const [row] = await instance.sql('select count(*)::int as n from entries');
  return row.n;
}
