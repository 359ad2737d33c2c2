// The rules of replies, of holds that end at a time and of resolving in one step, transcribed from the specification. The
// model shares nothing with the server but the names.
import { movesOf, type State } from '../model/incidents.model.ts';
import { NaiveIncident } from '../sla/model.ts';

export interface Person {
  role: 'agent' | 'requester';
  email: string;
}

/** Two agents, the requester in two roles and spellings, and an opener who records the trouble of others. */
export const people = {
  ada: { role: 'agent', email: 'ada@example.com' },
  ben: { role: 'agent', email: 'ben@example.com' },
  anna: { role: 'requester', email: 'Anna.Berg@Example.com' },
  annaAtWork: { role: 'agent', email: 'anna.berg@example.com' },
  olga: { role: 'requester', email: 'olga@example.com' },
} as const satisfies Record<string, Person>;

/** The instance has these settings. */
export interface ReplySettings {
  replies_move_state: boolean;
  reopen_days: number;
}

export interface Fields {
  state: State;
  on_hold_reason: string | null;
  on_hold_until: string | null;
  requester: string | null;
  assigned_to: string | null;
}

export type Visibility = 'team' | 'private' | 'public';

export interface PatchBody extends Partial<Fields> {
  work_note?: string;
  public_note?: string;
}

export type Command =
  | { do: 'note'; by: Person; visibility: Visibility }
  | { do: 'patch'; by: Person; body: PatchBody }
  | { do: 'resolve'; by: Person; public_note?: string };

const DAY_MS = 86_400_000;
/** The specification says of P3: 24 hours. */
const TARGET_MS = DAY_MS;

const iso = (ms: number): string => new Date(ms).toISOString();

const isOf = (address: string | null, { email }: Person): boolean =>
  address?.toLowerCase() === email.toLowerCase();

const runs = (state: State): boolean => ['new', 'in_progress', 'reopened'].includes(state);
const isEnded = (state: State): boolean => ['resolved', 'closed', 'cancelled'].includes(state);

interface Emitted {
  type: string;
  state?: { from: State; to: State; via?: State[] };
}

interface Update {
  fields: Partial<Fields>;
  notes: readonly Visibility[];
  via?: State[];
  /** The timeline names it with the transition. */
  cause?: 'by a reply' | 'at its time';
}

export class RepliedIncident {
  fields: Fields;
  version = 1;
  reopenCount = 0;
  resolvedAt: number | null = null;
  lastReply: { by: string; at: number } | null = null;
  /** Each transition that the timeline must show, and its cause if the service made it by itself. */
  readonly moves: string[] = [];
  readonly events: Emitted[] = [{ type: 'incident.created' }];
  readonly opener: string;
  readonly #createdAt: number;
  readonly #clock: NaiveIncident;
  #haltedMs = 0;
  #haltedAt: number | null = null;

  constructor(at: number, opener: Person, requester: string | null) {
    this.opener = opener.email;
    this.fields = {
      state: 'new',
      on_hold_reason: null,
      on_hold_until: null,
      requester,
      assigned_to: null,
    };
    this.#createdAt = at;
    this.#clock = new NaiveIncident(at, 'P3');
  }

  #isVisibleTo(by: Person): boolean {
    return by.role === 'agent' || isOf(this.opener, by) || isOf(this.fields.requester, by);
  }

  /** Returns the status of the response, and applies the command if it is accepted. */
  apply(command: Command, settings: ReplySettings, at: number): number {
    const { by } = command;
    if (command.do === 'note') {
      if (command.visibility !== 'public' && by.role === 'requester') return 403;
      if (!this.#isVisibleTo(by)) return 404;
      this.#write(by, { fields: {}, notes: [command.visibility] }, settings, at);
      return 201;
    }
    if (command.do === 'resolve') return this.#resolve(command, settings, at);
    return this.#patch(by, command.body, settings, at);
  }

  /** The specification says: "from any open state", through the transitions of the table. */
  #resolve(command: Command & { do: 'resolve' }, settings: ReplySettings, at: number): number {
    const { by, public_note } = command;
    if (by.role === 'requester') return 403;
    if (isEnded(this.fields.state)) return 409;
    const via: State[] = this.fields.state === 'in_progress' ? [] : ['in_progress'];
    const notes = public_note === undefined ? [] : (['public'] as const);
    this.#write(by, { fields: { state: 'resolved' }, notes, via }, settings, at);
    return 200;
  }

  #patch(by: Person, body: PatchBody, settings: ReplySettings, at: number): number {
    if (!this.#isVisibleTo(by)) return 404;
    const { work_note, public_note, ...fields } = body;
    const { state: from } = this.fields;
    const to = fields.state ?? from;
    if (from !== to && !movesOf('agent', from).includes(to)) return 409;
    if (from !== to && !movesOf(by.role, from).includes(to)) return 403;
    if (!this.#isHoldEnd(fields.on_hold_until, to, at)) return 400;
    const notes = [
      ...(work_note === undefined ? [] : ['team' as const]),
      ...(public_note === undefined ? [] : ['public' as const]),
    ];
    this.#write(by, { fields, notes }, settings, at);
    return 200;
  }

  /** The specification says: "a future time, else 400; only with state on_hold". A value that stays is not set. */
  #isHoldEnd(until: string | null | undefined, state: State, at: number): boolean {
    if (until === undefined || until === null || until === this.fields.on_hold_until) return true;
    return state === 'on_hold' && Date.parse(until) > at;
  }

  /** The specification says: "returns the record to in_progress by itself". */
  passTime(at: number): void {
    const { state, on_hold_until: until } = this.fields;
    if (state !== 'on_hold' || until === null || Date.parse(until) > at) return;
    this.#save({ fields: { state: 'in_progress' }, notes: [], cause: 'at its time' }, at);
  }

  /** The specification of replies: where a public note of the author moves the incident. */
  #stateByReply(
    by: Person,
    after: Fields,
    { replies_move_state, reopen_days }: ReplySettings,
    at: number,
  ): State | undefined {
    if (!replies_move_state || !isOf(after.requester, by) || isOf(after.assigned_to, by))
      return undefined;
    if (after.state === 'on_hold' && after.on_hold_reason === 'awaiting_caller')
      return 'in_progress';
    const isRecent = this.resolvedAt !== null && at - this.resolvedAt < reopen_days * DAY_MS;
    return after.state === 'resolved' && isRecent ? 'reopened' : undefined;
  }

  #write(by: Person, update: Update, settings: ReplySettings, at: number): void {
    const after = { ...this.fields, ...update.fields };
    if (!update.notes.includes('public')) return this.#save(update, at);
    if (isOf(after.requester, by)) this.lastReply = { by: 'requester', at };
    else if (by.role === 'agent') this.lastReply = { by: 'us', at };
    const moved =
      update.fields.state === undefined ? this.#stateByReply(by, after, settings, at) : undefined;
    const fields = moved ? { ...update.fields, state: moved } : update.fields;
    this.#save({ ...update, fields, ...(moved && { cause: 'by a reply' }) }, at);
  }

  #save({ fields, notes, via = [], cause }: Update, at: number): void {
    const { state: from } = this.fields;
    const next = { ...this.fields, ...fields };
    if (from === 'on_hold' && next.state !== from)
      Object.assign(next, { on_hold_reason: null, on_hold_until: null });
    const isChanged = JSON.stringify(next) !== JSON.stringify(this.fields);
    this.#collectSignals(at, () => this.#clock.sweep(at));
    if (!isChanged && notes.length === 0) return;
    this.version += 1;
    this.fields = next;
    const path = from === next.state ? [] : [...via, next.state];
    this.#emit(from, path, via, notes);
    this.#collectSignals(at, () => {
      if (path.length === 0) this.#clock.happen(at, {});
      for (const state of path) this.#clock.happen(at, { state });
    });
    let last = from;
    for (const state of path) {
      this.moves.push([last, state, cause].filter(Boolean).join(' '));
      this.#enter(last, state, at);
      last = state;
    }
  }

  #enter(from: State, to: State, at: number): void {
    if (runs(from) && !runs(to)) this.#haltedAt = at;
    if (!runs(from) && runs(to)) {
      this.#haltedMs += at - (this.#haltedAt ?? at);
      this.#haltedAt = null;
    }
    if (to === 'resolved') this.resolvedAt = at;
    if (to !== 'reopened') return;
    this.resolvedAt = null;
    this.reopenCount += 1;
  }

  /** Private notes alone emit nothing. */
  #emit(
    from: State,
    path: readonly State[],
    via: readonly State[],
    notes: readonly Visibility[],
  ): void {
    if (notes.includes('private')) return;
    const to = path.at(-1);
    const state = to && { state: { from, to, ...(via.length > 0 && { via: [...via] }) } };
    this.events.push({ type: 'incident.updated', ...state });
    if (to === 'resolved') this.events.push({ type: 'incident.resolved', ...state });
    this.events.push(...notes.map(() => ({ type: 'incident.note_added' })));
  }

  /** Adds the events of the SLA clock that an action of it emits. */
  #collectSignals(at: number, act: () => void): void {
    const known = this.#clock.view(at).events.length;
    act();
    const signals = this.#clock.view(at).events.slice(known);
    this.events.push(...signals.map((line) => ({ type: line.split(' ')[0] ?? '' })));
  }

  /** Returns the columns of the row that the model predicts. */
  row(): Record<string, unknown> {
    return {
      ...this.fields,
      version: this.version,
      reopen_count: this.reopenCount,
      resolved_at: this.resolvedAt === null ? null : iso(this.resolvedAt),
      last_reply_by: this.lastReply?.by ?? null,
      last_reply_at: this.lastReply ? iso(this.lastReply.at) : null,
      sla_breach_at: iso(this.#createdAt + TARGET_MS + this.#haltedMs),
    };
  }

  /** Returns the figures of the clock in a response. */
  sla(at: number): Record<string, unknown> {
    return { ...this.#clock.view(at).sla, breach_at: this.row()['sla_breach_at'] };
  }
}
