// One incident is merged and unmerged while others write to it. A model says what it is at each step.
import { isDeepStrictEqual } from 'node:util';
import type { Instance, Json, Reply } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';

/** These differ by the rule, or are compared apart. */
const APART = new Set([
  'version',
  'updated_at',
  'work_notes_count',
  'sla',
  'sla_targets',
  'sla_breach_at',
  'merged_into',
  'allowed_transitions',
  'resolved_at',
  'on_hold_until',
]);

const pickCompared = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !APART.has(field)));

/** Each way leads through the state table. */
const ways: readonly (readonly string[])[] = [
  [],
  ['in_progress'],
  ['in_progress', 'on_hold'],
  ['in_progress', 'on_hold', 'in_progress'],
  ['in_progress', 'resolved'],
  ['in_progress', 'resolved', 'reopened'],
  ['in_progress', 'resolved', 'closed'],
  ['cancelled'],
];

const ended = new Set(['resolved', 'closed', 'cancelled']);

const clockOf = (state: string): string => {
  if (ended.has(state)) return 'stopped';
  return state === 'on_hold' ? 'paused' : 'running';
};

/** Stands for the response that a lost connection did not bring. */
const LOST = { status: 503 } as Reply;

const orLost = (error: Error): Reply => {
  if (error instanceof TypeError) return LOST;
  throw error;
};

export interface Leaders {
  /** The ids of open incidents, in any order. */
  open: readonly string[];
  /** This incident is merged into the first leader, so that a merge into it leads on. */
  duplicate: string;
}

export class MergeCase {
  readonly faults: string[] = [];
  /** The case says nothing. */
  isRefused = false;
  readonly #instance: Instance;
  readonly #random: Random;
  readonly #leaders: Leaders;
  readonly #now: () => string;
  #id = '';
  /** The model: the fields, the version and the number of notes. */
  #fields: Json = {};
  #version = 0;
  #notes = 0;
  #sla: Json = {};
  #breachAt: string | null = null;
  #isStateEdited = false;
  #edits = 0;

  constructor(instance: Instance, random: Random, leaders: Leaders, now: () => string) {
    this.#instance = instance;
    this.#random = random;
    this.#leaders = leaders;
    this.#now = now;
  }

  /** An instance on a busy machine may refuse a request, or close its connection; whether it was executed is then unknown. */
  async #call(method: string, path: string, body?: Json): Promise<Reply> {
    const asked = { as: 'agent' as const, ...(body && { body }) };
    const reply = await this.#instance.call(method, `/incidents${path}`, asked).catch(orLost);
    if (reply.status !== 503) return reply;
    this.isRefused ||= method !== 'GET';
    return method === 'GET' ? this.#call(method, path) : reply;
  }

  #fault(what: string, ...facts: unknown[]): void {
    this.faults.push(`${this.#id} ${what}: ${facts.map((one) => JSON.stringify(one)).join(' ')}`);
  }

  #compare(what: string, actual: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(actual, expected)) this.#fault(what, actual, expected);
  }

  /** Resolves at each step of the way, so that the caller moves the clock. */
  async create(): Promise<(() => Promise<void>)[]> {
    const { pick, chance } = this.#random;
    const { body } = await this.#call('POST', '', {
      short_description: 'Mail is slow',
      priority: pick(['P1', 'P2', 'P3', 'P4']),
      category: pick(['mail', 'disk', null]),
      ...(chance(0.5) && { requester: 'anna@example.com' }),
    });
    if (this.isRefused) return [];
    this.#id = body.id;
    return pick(ways).map((state) => async () => {
      const { status, text } = await this.#call('PATCH', `/${this.#id}`, { state });
      if (status !== 200) this.#fault('was not moved', text);
    });
  }

  async #read(): Promise<Json> {
    return (await this.#call('GET', `/${this.#id}`)).body;
  }

  async #note(): Promise<void> {
    const visibility = this.#random.pick(['team', 'public', 'private']);
    const { status, text } = await this.#call('POST', `/${this.#id}/notes`, {
      body: 'Seen.',
      visibility,
    });
    if (status === 201) {
      this.#notes += 1;
      this.#version += 1;
      if (visibility === 'public')
        Object.assign(this.#fields, { last_reply_by: 'us', last_reply_at: this.#now() });
    } else this.#fault('refused a note', text);
  }

  /** An edit is refused while the incident is merged, and otherwise stored. */
  async #edit(body: Json): Promise<void> {
    const reply = await this.#call('PATCH', `/${this.#id}`, body);
    if (reply.status === 200) {
      Object.assign(this.#fields, body);
      this.#version += 1;
      this.#isStateEdited ||= 'state' in body;
    } else if (reply.status !== 409 || reply.body.code !== 'merged')
      this.#fault('refused an edit', body, reply.text);
  }

  #editsOf(states: readonly string[]): Json[] {
    const { pick, chance } = this.#random;
    this.#edits += 1;
    return [
      ...(chance(0.4) ? [{ category: `category ${this.#edits}` }] : []),
      ...(chance(0.4) ? [{ description: `text ${this.#edits}` }] : []),
      // A resolution or a reopening has further fields of its own.
      ...(chance(0.3) && states.some((one) => ['in_progress', 'on_hold'].includes(one))
        ? [{ state: pick(states.filter((one) => ['in_progress', 'on_hold'].includes(one))) }]
        : []),
    ];
  }

  /** Merges, while others edit, write notes and merge as well. */
  async merge(): Promise<void> {
    if (this.isRefused) return;
    const { pick, chance } = this.#random;
    const before = await this.#read();
    this.#fields = pickCompared(before);
    this.#version = before.version;
    this.#notes = before.work_notes_count;
    this.#sla = before.sla;
    this.#breachAt = before.sla_breach_at;
    const { open, duplicate } = this.#leaders;
    const into = pick([...open, duplicate]);
    const merge = (leader: string) => this.#call('POST', `/${this.#id}/merge`, { into: leader });
    const others = chance(0.3) ? [merge(pick(open))] : [];
    const [first, ...rest] = await Promise.all([
      merge(into),
      ...others,
      ...this.#editsOf(before.allowed_transitions).map((body) => this.#edit(body)),
      ...(chance(0.4) ? [this.#note()] : []),
    ]);
    if (this.isRefused) return;
    const merges = [first, ...rest.slice(0, others.length)] as Reply[];
    const leader = merges.find(({ status }) => status === 200)?.body.merged_into;
    for (const reply of merges)
      if (reply.status !== 200 && reply.body.code !== 'merged')
        this.#fault('was not merged', reply.text);
    if (!open.includes(leader)) this.#fault('has a wrong leader', leader);
    this.#version += 1;
    const merged = await this.#read();
    this.#compare('fields while merged', pickCompared(merged), this.#fields);
    this.#compare(
      'version, notes and leader while merged',
      [merged.version, merged.work_notes_count, merged.merged_into, merged.allowed_transitions],
      [this.#version, this.#notes, leader, []],
    );
    const isEnded = ended.has(this.#fields.state);
    this.#compare(
      'the clock while merged',
      [merged.sla.state, merged.sla.elapsed_seconds],
      [isEnded ? 'stopped' : 'paused', this.#sla.elapsed_seconds],
    );
  }

  async writeWhileMerged(): Promise<void> {
    if (this.isRefused) return;
    const { chance } = this.#random;
    if (chance(0.5)) await this.#note();
    const { version } = this;
    if (chance(0.5)) await this.#edit({ category: 'refused' });
    if (this.version !== version) this.#fault('accepted an edit while merged');
  }

  get version(): number {
    return this.#version;
  }

  /** Unmerges after some seconds, while others edit and write notes. */
  async unmerge(mergedSeconds: number): Promise<void> {
    if (this.isRefused) return;
    const { chance } = this.#random;
    const [reply] = await Promise.all([
      this.#call('POST', `/${this.#id}/unmerge`),
      ...this.#editsOf([]).map((body) => this.#edit(body)),
      ...(chance(0.4) ? [this.#note()] : []),
    ]);
    if (reply.status !== 200) this.#fault('was not unmerged', reply.text);
    this.#version += 1;
    const after = await this.#read();
    this.#compare('fields after', pickCompared(after), this.#fields);
    this.#compare(
      'version, notes and leader after',
      [after.version, after.work_notes_count, after.merged_into],
      [this.#version, this.#notes, undefined],
    );
    const { state } = this.#fields;
    const { elapsed_seconds: elapsed, target_seconds: target, paused_seconds: paused } = this.#sla;
    const pausedAfter = ended.has(state) ? paused : paused + mergedSeconds;
    this.#compare(
      'the clock after',
      [after.sla.state, after.sla.elapsed_seconds, after.sla.paused_seconds],
      [clockOf(state), elapsed, pausedAfter],
    );
    const breachAt = new Date(Date.parse(this.#now()) + (target - elapsed) * 1000).toISOString();
    if (clockOf(state) === 'running') this.#compare('the breach', after.sla_breach_at, breachAt);
    else if (!this.#isStateEdited) this.#compare('the breach', after.sla_breach_at, this.#breachAt);
  }
}
