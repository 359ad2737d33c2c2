// Concurrent callers create, update, move, note, delete and restore records of every type, and discover CIs.
import type { Instance, Json, Reply, RequestOptions } from './harness.ts';
import { until } from './processes.ts';
import { type Random, randomFrom } from './random.ts';
import { addNote, patch, type RecordWrite, remove, withCreatedTypes } from './record-writes.ts';

interface TypeWrites {
  create: (text: string) => object;
  /** One of these is drawn for a record. Its state may refuse it. */
  writes: readonly RecordWrite[];
}

const moves = (...states: string[]): RecordWrite[] => states.map((state) => patch({ state }));
const notes = (['public', 'team', 'private'] as const).map(addNote);

const tableOfWrites: Record<string, TypeWrites> = {
  incident: {
    create: (text) => ({ short_description: text, priority: 'P3' }),
    writes: [
      ...['P1', 'P2', 'P4'].map((priority) => patch({ priority })),
      ...moves('in_progress', 'on_hold', 'resolved', 'closed', 'cancelled'),
      patch({ category: 'network', priority: 'P1', state: 'resolved' }),
      ...notes,
      remove,
      ['POST', '/restore'],
    ],
  },
  change: {
    create: (text) => ({ short_description: text, type: 'normal' }),
    writes: [
      ...['low', 'medium', 'high'].map((risk) => patch({ risk })),
      ...moves('draft', 'scheduled', 'implementing', 'review', 'closed'),
      ['POST', '/submit'],
      ['POST', '/approve'],
      ['POST', '/reject', { comment: 'Not now.' }],
      ...notes,
    ],
  },
  request: {
    create: (text) => ({ short_description: text }),
    writes: [
      ...['P1', 'P2', 'P4'].map((priority) => patch({ priority })),
      ['POST', '/approve'],
      ['POST', '/reject', { comment: 'Not now.' }],
      ['POST', '/fulfil'],
      ['POST', '/cancel'],
      ...notes,
    ],
  },
  ci: {
    create: (text) => ({ name: text, class: 'server' }),
    writes: ['operational', 'degraded', 'maintenance', 'retired'].map((status) =>
      patch({ status }),
    ),
  },
  article: {
    create: (text) => ({ title: text, body: 'Restart it.' }),
    writes: [
      ...['One', 'Two'].map((body) => patch({ body })),
      ...moves('review', 'draft'),
      ['POST', '/publish'],
      ['POST', '/send-back', { comment: 'Add a step.' }],
      ['POST', '/retire'],
      ['PUT', '/vote', { helpful: true }],
      remove,
      ['POST', '/restore'],
    ],
  },
};

export interface RandomWriteOptions {
  /** The callers stop after this many accepted writes. */
  writes: number;
  writers: number;
  seed: number;
}

/** Each count is by record id, and each created record is listed. */
export interface WriteLog {
  writes: number;
  refused: number;
  created: Map<string, string>;
  deletions: Map<string, number>;
  /** Private notes are not counted, because they emit nothing. */
  notes: Map<string, number>;
  discoveries: number;
}

interface Written {
  id: string;
  path: string;
  type: string;
  writes: readonly RecordWrite[];
}

const REFUSED = new Set([403, 404, 409]);

/** The state or a right does not allow the write; some states make a field read-only. */
const isRefused = ({ status, body }: Reply): boolean =>
  REFUSED.has(status) ||
  (status === 400 && body.errors?.every(({ code }: Json) => code === 'read_only_field'));

const CREATE_SHARE = 0.2;
const DISCOVER_SHARE = 0.02;

const countOne = (counts: Map<string, number>, id: string): void => {
  counts.set(id, (counts.get(id) ?? 0) + 1);
};

/** A record is created by an agent, so that a manager may decide on it. */
const CREATOR: RequestOptions = { as: 'agent', email: 'creator@example.com' };

export async function writeRandomly(
  instance: Instance,
  { writes, writers, seed }: RandomWriteOptions,
): Promise<WriteLog> {
  const types = withCreatedTypes(tableOfWrites, 'random-writes.ts');
  const log: WriteLog = {
    writes: 0,
    refused: 0,
    created: new Map(),
    deletions: new Map(),
    notes: new Map(),
    discoveries: 0,
  };
  const records: Written[] = [];
  const jobs: string[] = [];
  let drawn = 0;
  const nextText = () => `Random ${seed} ${(drawn += 1)}`;

  const send = async (method: string, path: string, options: RequestOptions): Promise<Json> => {
    const reply = await instance.call(method, path, options);
    if (reply.status < 300) log.writes += 1;
    else if (isRefused(reply)) log.refused += 1;
    else throw new Error(`seed ${seed}: ${method} ${path} is ${reply.status}: ${reply.text}`);
    return reply.status < 300 ? (reply.body ?? {}) : undefined;
  };
  const create = async (random: Random): Promise<void> => {
    const { type, ...row } = random.pick(types);
    const body = row.create(nextText());
    const made = await send('POST', type.path, { ...CREATOR, body });
    if (!made) return;
    log.created.set(made.id, type.type);
    records.push({ id: made.id, path: type.path, type: type.type, writes: row.writes });
  };
  const discover = async (): Promise<void> => {
    const found = { name: nextText(), class: 'server' };
    const body = { operation: 'discover', records: [found] };
    const accepted = await send('POST', '/cmdb/cis/bulk', { ...CREATOR, body });
    jobs.push(accepted.job_id);
    log.discoveries += 1;
  };
  const update = async (random: Random): Promise<void> => {
    const { id, path, type, writes: all } = random.pick(records);
    const [method, suffix, body] = random.pick(all);
    const isDone = await send(method, `${path}/${id}${suffix}`, body ? { body } : {});
    if (!isDone) return;
    if (method === 'DELETE') countOne(log.deletions, id);
    const isShown = suffix === '/notes' && isDone.visibility !== 'private';
    if (isShown && type === 'incident') countOne(log.notes, id);
  };
  const write = async (random: Random): Promise<void> => {
    while (log.writes < writes) {
      if (records.length === 0 || random.chance(CREATE_SHARE)) await create(random);
      else if (random.chance(DISCOVER_SHARE)) await discover();
      else await update(random);
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, n) => write(randomFrom(seed + n))));
  for (const job of jobs)
    await until('the job has finished', async () => {
      const { body } = await instance.call('GET', `/jobs/${job}`, CREATOR);
      return body.finished_at !== null;
    });
  return log;
}
