// Random values of random fields, written singly and by bulk jobs, are read back equal from single records, lists, exports
// and events; wrong ones are refused with the pointer of each.
import { isDeepStrictEqual } from 'node:util';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { type DrawnField, drawFields, drawValid, drawWrong } from './draw.ts';

export interface FieldSizes {
  fields: number;
  values: number;
  seed: number;
}

type Values = Record<string, unknown>;

const types = [
  { type: 'incident', path: '/incidents', name: 'short_description', bulk: true },
  { type: 'ci', path: '/cmdb/cis', name: 'name', bulk: true },
  { type: 'request', path: '/requests', name: 'short_description', bulk: false },
  { type: 'change', path: '/changes', name: 'short_description', bulk: false },
] as const;
type Type = (typeof types)[number];

interface ModelRecord {
  type: Type;
  id: string;
  values: Values;
  /** The values after each write that changed some, and the changes. */
  writes: { values: Values; changes: Json }[];
  /** One write at a time changes the record. */
  isBusy: boolean;
}

/** A body, what it stores, and the keys that are wrong in it. */
interface Write {
  custom: Values;
  stored: Values;
  wrong: string[];
}

const IN_FLIGHT = 8;
const WRONG_SHARE = 0.1;
const BULK_ROWS = 40;
/** Events have longer texts only in part. */
const MAX_IN_EVENTS = 1000;

/** A cut may leave out half of a pair of code units, so the last one is not compared. */
const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length >= MAX_IN_EVENTS
    ? value.slice(0, MAX_IN_EVENTS - 1)
    : value;

const mapValues = (values: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));

const changesInEvent = (changes: Json): Json =>
  Object.fromEntries(
    Object.entries(changes ?? {})
      .filter(([name]) => name.startsWith('custom.'))
      .map(([name, { from, to }]: [string, Json]) => [name, { from: cut(from), to: cut(to) }]),
  );

class Prover {
  readonly faults: string[] = [];
  readonly records: ModelRecord[] = [];
  readonly #instance: Instance;
  readonly #fields: ReadonlyMap<Type, readonly DrawnField[]>;
  readonly #random: Random;
  values = 0;
  refused = 0;
  comparisons = 0;

  constructor(
    instance: Instance,
    fields: ReadonlyMap<Type, readonly DrawnField[]>,
    random: Random,
  ) {
    this.#instance = instance;
    this.#fields = fields;
    this.#random = random;
  }

  #call(method: string, path: string, body?: Json) {
    return this.#instance.call(method, path, { as: 'agent', ...(body && { body }) });
  }

  #compare(what: () => string, actual: unknown, expected: unknown): void {
    this.comparisons += 1;
    if (!isDeepStrictEqual(actual, expected))
      this.faults.push(
        `${what()}: ${JSON.stringify(actual)}, sent was ${JSON.stringify(expected)}`,
      );
  }

  #draw(type: Type, share: number): Write {
    const random = this.#random;
    const isWrong = random.chance(WRONG_SHARE);
    const write: Write = { custom: {}, stored: {}, wrong: [] };
    for (const field of this.#fields.get(type) ?? []) {
      if (!random.chance(share)) continue;
      this.values += 1;
      const { key } = field;
      if (isWrong && random.chance(0.3)) {
        write.custom[key] = drawWrong(random, field);
        write.wrong.push(key);
      } else if (random.chance(0.1)) {
        write.custom[key] = null;
        write.stored[key] = null;
      } else {
        const { sent, stored } = drawValid(random, field);
        write.custom[key] = sent;
        write.stored[key] = stored;
      }
    }
    if (isWrong && random.chance(0.2)) {
      write.custom['no_such_key'] = 1;
      write.wrong.push('no_such_key');
    }
    return write;
  }

  #apply(record: ModelRecord, stored: Values): void {
    const next = { ...record.values };
    const changes: Json = {};
    for (const [key, to] of Object.entries(stored)) {
      const from = Object.hasOwn(next, key) ? next[key] : null;
      if (!isDeepStrictEqual(from, to)) changes[`custom.${key}`] = { from, to };
      if (to === null) delete next[key];
      else next[key] = to;
    }
    record.values = next;
    const isNew = record.writes.length === 0;
    if (isNew || Object.keys(changes).length > 0) record.writes.push({ values: next, changes });
  }

  #born(type: Type, id: string, stored: Values): ModelRecord {
    const record = { type, id, values: {}, writes: [], isBusy: false };
    this.records.push(record);
    this.#apply(record, stored);
    return record;
  }

  /** Each wrong value has at least one fault, and nothing else has any. */
  #checkRefusal(what: string, status: number, errors: Json, { custom, wrong }: Write): void {
    this.refused += wrong.length;
    const keys = new Set<string>((errors ?? []).map(({ pointer }: Json) => pointer.split('/')[2]));
    this.#compare(
      () => `${what} with ${JSON.stringify(custom)}`,
      [status, [...keys].toSorted()],
      [400, wrong.toSorted()],
    );
  }

  async #create(type: Type): Promise<void> {
    const write = this.#draw(type, 0.7);
    const body = { ...this.#nameOf(type), custom: write.custom };
    const reply = await this.#call('POST', type.path, body);
    if (write.wrong.length > 0)
      return this.#checkRefusal(`POST ${type.path}`, reply.status, reply.body.errors, write);
    if (reply.status !== 201) return void this.faults.push(`POST ${type.path}: ${reply.text}`);
    const { id, custom } = reply.body;
    const { values } = this.#born(type, id, write.stored);
    this.#compare(() => `POST ${type.path}`, custom, values);
  }

  #nameOf(type: Type): Json {
    const name = `Record ${this.values} ${this.#random.below(1e9)}`;
    return { [type.name]: name, ...(type.type === 'ci' && { class: 'server' }) };
  }

  async #update(record: ModelRecord): Promise<void> {
    const path = `${record.type.path}/${record.id}`;
    const write = this.#draw(record.type, 0.5);
    const reply = await this.#call('PATCH', path, { custom: write.custom });
    if (write.wrong.length > 0)
      return this.#checkRefusal(`PATCH ${path}`, reply.status, reply.body.errors, write);
    if (reply.status !== 200) return void this.faults.push(`PATCH ${path}: ${reply.text}`);
    this.#apply(record, write.stored);
    this.#compare(() => `PATCH ${path}`, reply.body.custom, record.values);
  }

  async #bulk(type: Type, taken: readonly ModelRecord[]): Promise<void> {
    const writes = Array.from({ length: taken.length || BULK_ROWS }, () => this.#draw(type, 0.7));
    const operation = taken.length > 0 ? 'update' : 'create';
    const rows = writes.map(({ custom }, index) =>
      taken.length > 0 ? { id: taken[index]?.id, custom } : { ...this.#nameOf(type), custom },
    );
    const { status, body, text } = await this.#call('POST', `${type.path}/bulk`, {
      operation,
      records: rows,
    });
    if (status !== 202) return void this.faults.push(`bulk ${operation} of ${type.type}: ${text}`);
    const { results } = await until('the job', async () => {
      const { body: job } = await this.#call('GET', `/jobs/${body.job_id}`);
      return ['completed', 'failed'].includes(job.status) && job;
    });
    for (const { index, id, error } of results as Json[]) {
      const write = writes[index];
      if (!write) continue;
      if (write.wrong.length > 0)
        this.#checkRefusal(`bulk ${operation}`, error?.status ?? 400, error?.errors, write);
      else if (error)
        this.faults.push(`bulk ${operation} of ${type.type}: ${JSON.stringify(error)}`);
      else if (taken[index]) this.#apply(taken[index], write.stored);
      else this.#born(type, id, write.stored);
    }
  }

  #take(type: Type, count: number): ModelRecord[] {
    const free = this.records.filter((record) => record.type === type && !record.isBusy);
    const taken = this.#random.shuffle(free).slice(0, count);
    for (const record of taken) record.isBusy = true;
    return taken;
  }

  async #writeOnce(): Promise<void> {
    const type = this.#random.pick(types);
    const choice = this.#random.next();
    const isBulk = type.bulk && choice < 0.1;
    const taken = choice < 0.05 || choice > 0.5 ? this.#take(type, isBulk ? BULK_ROWS : 1) : [];
    try {
      if (isBulk) await this.#bulk(type, taken);
      else if (taken[0]) await this.#update(taken[0]);
      else await this.#create(type);
    } finally {
      for (const record of taken) record.isBusy = false;
    }
  }

  async write(values: number): Promise<void> {
    const worker = async () => {
      while (this.values < values) await this.#writeOnce();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  }

  async #pages(path: string): Promise<Json[]> {
    const found: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const url = `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const { body, text, status } = await this.#call('GET', url);
      if (status !== 200) throw new Error(`GET ${url}: ${text}`);
      found.push(...body.data);
      cursor = body.next_cursor ?? null;
    }
    return found;
  }

  async #checkSingles(): Promise<void> {
    const left = [...this.records];
    const reader = async () => {
      for (let record = left.pop(); record; record = left.pop()) {
        const { id, type, values } = record;
        const { body } = await this.#call('GET', `${type.path}/${id}`);
        this.#compare(() => `GET ${id}`, body.custom, values);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, reader));
  }

  /** A list shows the values on request; an export reads all fields of all records. */
  async #checkLists(type: Type): Promise<void> {
    const expected = new Map(
      this.records.filter((record) => record.type === type).map(({ id, values }) => [id, values]),
    );
    const names = `id,${type.type === 'ci' ? 'status' : 'state'},created_at,updated_at,custom`;
    for (const fields of ['id,custom', names]) {
      const rows = await this.#pages(`${type.path}?limit=200&fields=${fields}`);
      this.#compare(() => `number of ${type.type}`, rows.length, expected.size);
      for (const { id, custom } of rows)
        this.#compare(() => `${id} of the list ${fields}`, custom, expected.get(id));
    }
  }

  async #checkEvents(): Promise<void> {
    const all = await this.#pages('/events?order=asc&limit=200');
    // A new change or request is also submitted.
    const events = Map.groupBy(
      all.filter(({ event }) => /\.(created|updated)$/.test(event)),
      ({ record }) => record.id as string,
    );
    for (const { id, writes } of this.records) {
      const own = (events.get(id) ?? []).toSorted((a, b) => a.sequence - b.sequence);
      this.#compare(() => `number of events of ${id}`, own.length, writes.length);
      for (const [index, { values, changes }] of writes.entries()) {
        const { custom = {}, changes: shown } = own[index]?.data ?? {};
        this.#compare(() => `event of ${id}`, mapValues(custom, cut), mapValues(values, cut));
        if (index > 0)
          this.#compare(() => `changes of ${id}`, changesInEvent(shown), changesInEvent(changes));
      }
    }
  }

  async check(): Promise<void> {
    await this.#checkSingles();
    for (const type of types) await this.#checkLists(type);
    await this.#checkEvents();
  }
}

async function define(instance: Instance, type: Type, fields: readonly DrawnField[]) {
  for (const { key, type: valueType, choices } of fields) {
    const { status, text } = await instance.call('POST', '/fields', {
      body: {
        record_type: type.type,
        key,
        type: valueType,
        label: key,
        choices: choices.map((value) => ({ value, label: value })),
      },
    });
    if (status !== 201) throw new Error(text);
  }
}

export async function proveFields({ fields: count, values, seed }: FieldSizes): Promise<Report> {
  const random = randomFrom(seed);
  const instance = await startInstance({ worker: true });
  try {
    const fields = new Map<Type, DrawnField[]>();
    for (const type of types) {
      const drawn = drawFields(random, Math.ceil(count / types.length));
      await define(instance, type, drawn);
      fields.set(type, drawn);
    }
    const prover = new Prover(instance, fields, random);
    await prover.write(values);
    await prover.check();
    const { faults, records, refused, comparisons } = prover;
    return {
      figures: {
        fields: count,
        values: prover.values,
        refused,
        records: records.length,
        comparisons,
        differences: faults.length,
        seed,
      },
      faults,
      goals: [
        atMost('values that differ where they are read, or are refused wrongly', faults.length, 0),
      ],
    };
  } finally {
    await instance.stop();
  }
}
