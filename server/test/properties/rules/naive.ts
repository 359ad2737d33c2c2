// A naive interpreter of rules, written from the decisions and the contract alone: it shares no code with server/src.
import { holds, type NaiveNode } from '../conditions/naive.ts';
import {
  customKeys,
  type DrawnRule,
  type DrawnStep,
  type Fields,
  from,
  pools,
  relatedCis,
  relatedPeople,
  type World,
} from './world.ts';

export interface NaiveRun {
  rule: string;
  /** It says whether a field of the record differs. */
  isChange: boolean;
  inputs: Fields;
  record: Fields;
  notes: Fields[];
  messages: { action: string; to: readonly string[] }[];
  watchers: string[];
  skipped: string[];
}

/** Whether a run does more than to make people watch. */
export const doesMore = ({ isChange, notes, messages, skipped }: NaiveRun): boolean =>
  isChange || notes.length + messages.length + skipped.length > 0;

export interface NaiveResult {
  /** A request that the service refuses has the code of its first fault. */
  refused: string | null;
  /** The request changes a field. */
  isUpdate: boolean;
  runs: NaiveRun[];
  record: Fields;
}

/** The contract has this table under "Incident state". */
const transitions: Readonly<Record<string, readonly string[]>> = {
  new: ['in_progress', 'cancelled'],
  in_progress: ['resolved', 'on_hold'],
  on_hold: ['in_progress'],
  resolved: ['closed', 'reopened'],
  closed: [],
  cancelled: [],
  reopened: ['in_progress'],
};

const matrix: Readonly<Record<string, string>> = {
  '["high","high"]': 'P1',
  '["high","medium"]': 'P2',
  '["high","low"]': 'P3',
  '["medium","high"]': 'P2',
  '["medium","medium"]': 'P3',
  '["medium","low"]': 'P4',
  '["low","high"]': 'P3',
  '["low","medium"]': 'P4',
  '["low","low"]': 'P4',
};

const MAX_TEXTS = 20;
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

class Refusal extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Fields have the same order in every record, so that texts of equal records are equal. */
export const order = (record: Fields): Fields => {
  const names = [...Object.keys(pools), 'resolved_at', 'closed_at', 'reopen_count'];
  const custom = record['custom'] as Fields;
  return {
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    custom: Object.fromEntries(
      customKeys.filter((key) => key in custom).map((key) => [key, custom[key]]),
    ),
  };
};

/** Whether somebody chose the priority of the record; no response shows it. */
const CHOSEN = Symbol('chosen');

/** When the clock halted, and how long halts have put off the breach. */
const HALTED = Symbol('halted');
const PUT_OFF = Symbol('put off');

type Record_ = Fields & { [CHOSEN]?: boolean; [HALTED]?: number; [PUT_OFF]?: number };

const isRunning = (state: unknown): boolean =>
  state === 'new' || state === 'in_progress' || state === 'reopened';

const hasChanged = (before: Record_, after: Record_): boolean =>
  !isSame(order(before), order(after)) || before[PUT_OFF] !== after[PUT_OFF];

interface Draft {
  record: Record_;
  notes: Fields[];
  messages: NaiveRun['messages'];
  watchers: string[];
  skipped: string[];
}

/** Several records share turns and people. */
interface Surroundings {
  rotations: Record<string, string>;
  cis: Readonly<Record<string, Fields>>;
  people: Readonly<Record<string, Fields>>;
  /** How many other open records the person has. */
  openElsewhere: (email: string) => number;
}

const alone = (): Surroundings => ({
  rotations: {},
  cis: relatedCis,
  people: relatedPeople,
  openElsewhere: () => 0,
});

export class NaiveRules {
  readonly #world: World;
  readonly #around: Surroundings;
  #record: Record_ = {};
  #texts = 0;
  #now = from;

  constructor(world: World, around: Surroundings = alone()) {
    this.#world = world;
    this.#around = around;
  }

  /** The member who had the last turn in each group. */
  get rotations(): Readonly<Record<string, string>> {
    return this.#around.rotations;
  }

  /** How many open records of the person this is. */
  countOpen(email: string): number {
    const isOpen = !['resolved', 'closed', 'cancelled'].includes(String(this.#record['state']));
    return isOpen && this.#record['assigned_to'] === email ? 1 : 0;
  }

  #priority(before: Record_, after: Record_): void {
    const { impact, urgency } = after;
    if (impact === before['impact'] && urgency === before['urgency']) return;
    if (!this.#world.hasMatrix || after[CHOSEN]) return;
    after['priority'] = impact && urgency ? matrix[JSON.stringify([impact, urgency])] : 'P3';
  }

  /** Returns the record with the fields of a request, or throws. */
  #patch(before: Record_, given: Fields): Record_ {
    const { custom, ...fields } = given;
    if (typeof fields['on_hold_until'] === 'string')
      fields['on_hold_until'] = new Date(fields['on_hold_until']).toISOString();
    const after: Record_ = { ...before, ...fields };
    const [was, is] = [String(before['state']), String(after['state'])];
    if (was !== is && !transitions[was]?.includes(is)) throw new Refusal('invalid_transition');
    const until = after['on_hold_until'];
    if (typeof until === 'string' && until !== before['on_hold_until']) {
      if (is !== 'on_hold') throw new Refusal('not_allowed');
      if (Date.parse(until) <= this.#now) throw new Refusal('too_small');
    }
    const isSentBack = ['priority', 'impact', 'urgency'].every(
      (name) => fields[name] === before[name],
    );
    if ('priority' in fields && !isSentBack) after[CHOSEN] = true;
    this.#priority(before, after);
    if (was !== is) this.#move(before, after);
    const values = { ...(before['custom'] as Fields) };
    for (const [key, value] of Object.entries((custom ?? {}) as Fields))
      if (value === null) delete values[key];
      else values[key] = value;
    after['custom'] = values;
    return after;
  }

  #move(before: Record_, after: Record_): void {
    const at = new Date(this.#now).toISOString();
    if (isRunning(before['state']) && !isRunning(after['state'])) after[HALTED] = this.#now;
    if (!isRunning(before['state']) && isRunning(after['state']))
      after[PUT_OFF] = (before[PUT_OFF] ?? 0) + this.#now - (before[HALTED] ?? 0);
    if (before['state'] === 'on_hold') {
      after['on_hold_reason'] = null;
      after['on_hold_until'] = null;
    }
    if (after['state'] === 'resolved') after['resolved_at'] = at;
    if (after['state'] === 'closed') after['closed_at'] = at;
    if (after['state'] === 'reopened') {
      after['resolved_at'] = null;
      after['reopen_count'] = Number(before['reopen_count']) + 1;
    }
  }

  #create(given: Fields): Record_ {
    const record: Record_ = {
      ...Object.fromEntries(Object.keys(pools).map((name) => [name, null])),
      requester: 'a@example.com',
      resolved_at: null,
      closed_at: null,
      reopen_count: 0,
      ...given,
      state: 'new',
      custom: {},
    };
    // A hold that ends at the instant at which it began puts nothing off.
    record[PUT_OFF] = 0;
    record[CHOSEN] = 'priority' in given;
    if (!record[CHOSEN]) {
      record['priority'] = 'P3';
      this.#priority({}, record);
    }
    for (const [key, value] of Object.entries((given['custom'] ?? {}) as Fields))
      if (value !== null) (record['custom'] as Fields)[key] = value;
    return record;
  }

  #set(draft: Draft, action: string, fields: Fields): void {
    try {
      draft.record = this.#patch(draft.record, fields);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      draft.skipped.push(`${action} ${error.code}`);
    }
  }

  /** A request may send back an assignment that nobody could make now. */
  #setFields(draft: Draft, fields: Fields): void {
    const { assigned_to: person, assignment_group: group } = fields;
    const { groups, people, isAssignableOnly } = this.#world;
    const isNew = (field: string) =>
      isAssignableOnly &&
      typeof fields[field] === 'string' &&
      fields[field] !== draft.record[field];
    if (isNew('assigned_to') && !people.some(({ email }) => email === person))
      draft.skipped.push('set unknown_person');
    else if (isNew('assignment_group') && !(String(group) in groups))
      draft.skipped.push('set unknown_group');
    else this.#set(draft, 'set', fields);
  }

  /** Open records are those that are saved. */
  #isFree(id: string): boolean {
    const person = this.#world.people.find((one) => one.id === id);
    if (!person || person.isAway) return false;
    return person.capacity === null || this.#open(person.email) < person.capacity;
  }

  #open(email: string): number {
    return this.countOpen(email) + this.#around.openElsewhere(email);
  }

  #next(kind: string, group: string): string | null {
    const members = this.#world.groups[group] ?? [];
    const last = this.#around.rotations[group] ?? '';
    const circle = [...members.filter((id) => id > last), ...members.filter((id) => id <= last)];
    const emailOf = (id: string) => this.#world.people.find((one) => one.id === id)?.email ?? '';
    let found: string | null = null;
    for (const id of circle) {
      if (!this.#isFree(id)) continue;
      if (found === null) found = id;
      else if (kind === 'least_open' && this.#open(emailOf(id)) < this.#open(emailOf(found)))
        found = id;
    }
    if (found === null) return null;
    this.#around.rotations[group] = found;
    return emailOf(found);
  }

  #assign(draft: Draft, { to, group, person }: Record<string, string>): void {
    const { groups, people } = this.#world;
    if (to === 'person' && !people.some(({ email }) => email === person)) {
      draft.skipped.push('assign unknown_person');
      return;
    }
    if (group !== undefined && !(group in groups)) {
      draft.skipped.push('assign unknown_group');
      return;
    }
    if (to === 'person' || to === 'group') {
      this.#set(draft, 'assign', {
        ...(group !== undefined && { assignment_group: group }),
        ...(to === 'person' && { assigned_to: person }),
      });
      return;
    }
    const chosen = this.#next(String(to), String(group));
    this.#set(draft, 'assign', {
      assignment_group: group,
      ...(chosen !== null && { assigned_to: chosen }),
    });
    if (chosen === null) draft.skipped.push('assign nobody_available');
  }

  #hasRoom(draft: Draft, action: string): boolean {
    this.#texts += 1;
    if (this.#texts <= MAX_TEXTS) return true;
    draft.skipped.push(`${action} too_many`);
    return false;
  }

  #act(draft: Draft, actions: readonly object[]): void {
    for (const one of actions) {
      const [[name, value]] = Object.entries(one) as [[string, Record<string, never>]];
      if (name === 'set') this.#setFields(draft, value);
      else if (name === 'assign') this.#assign(draft, value);
      else if (name === 'add_note') {
        if (this.#hasRoom(draft, name)) draft.notes.push(value);
      } else if (name === 'notify' || name === 'mail') {
        if (this.#hasRoom(draft, name)) {
          const { users, to } = value as { users?: string[]; to?: string[] };
          draft.messages.push({ action: name, to: (users ?? to ?? []).toSorted() });
        }
      } else if (name === 'add_watcher') {
        for (const user of value['users'] as unknown as string[])
          if (!draft.watchers.includes(user)) draft.watchers.push(user);
      } else {
        const macro = this.#world.macros[String(value['macro_id'])];
        if (macro) this.#act(draft, macro);
        else draft.skipped.push('apply_macro unknown_macro');
      }
    }
  }

  #inputs(node: NaiveNode, read: (field: string) => unknown): Fields {
    const names: string[] = [];
    const visit = ({ all, any, none, field }: NaiveNode): void => {
      for (const one of all ?? any ?? none ?? []) visit(one);
      if (field !== undefined && !names.includes(field)) names.push(field);
    };
    visit(node);
    return Object.fromEntries(names.slice(0, 10).map((name) => [name, read(name)]));
  }

  #run(rules: readonly DrawnRule[], before: Record_ | null, given: Record_, step: DrawnStep) {
    let record = given;
    let saved = given;
    const runs: NaiveRun[] = [];
    this.#texts = 0;
    for (const rule of rules) {
      const world = {
        before,
        after: record,
        ci: this.#around.cis[String(record['ci_id'])] ?? null,
        requester: this.#around.people[String(record['requester'])] ?? null,
        note: step.note && { ...step.note },
        times: new Set(['on_hold_until']),
      };
      if (!holds(rule.when, world)) continue;
      const read = (field: string): unknown => {
        const [part = '', name = ''] = field.split('.');
        const source = { ci: world.ci, requester: world.requester, note: world.note }[part];
        if (part === 'custom') return (record['custom'] as Fields)[name] ?? null;
        return (name === '' ? record[part] : source?.[name as never]) ?? null;
      };
      const inputs = this.#inputs(rule.when, read);
      const draft: Draft = { record, notes: [], messages: [], watchers: [], skipped: [] };
      this.#act(draft, rule.actions);
      const { record: left, ...effects } = draft;
      const hasEffects = Object.values(effects).some((some) => some.length > 0);
      const isChange = hasChanged(record, left);
      if (hasEffects || isChange) {
        runs.push({ rule: rule.id, isChange, inputs, record: order(left), ...effects });
        saved = left;
      }
      record = left;
      if (rule.stop) break;
    }
    // The last run that changed or did something leaves the record.
    this.#record = saved;
    return runs;
  }

  /** Returns what the request leaves, and the rules that changed or did something, in their order. */
  apply(step: DrawnStep, now: number): NaiveResult {
    this.#now = now;
    const on = (...triggers: string[]) =>
      this.#world.rules.filter((rule) => triggers.includes(rule.on));
    const before = this.#record;
    let runs: NaiveRun[] = [];
    let isUpdate = false;
    if (step.do === 'due') {
      const due = this.#world.rules.filter(({ id }) => step.due.includes(id));
      if (due.length > 0) runs = this.#run([...due, ...on('updated')], before, before, step);
    } else if (step.do === 'create') {
      runs = this.#run(on('created'), null, this.#create(step.fields), step);
    } else {
      try {
        const given = this.#patch(before, step.fields);
        isUpdate = hasChanged(before, given);
        const triggers = [...(isUpdate ? ['updated'] : []), ...(step.note ? ['noted'] : [])];
        runs = this.#run(on(...triggers), before, given, step);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { refused: error.code, isUpdate: false, runs: [], record: order(before) };
      }
    }
    return { refused: null, isUpdate, runs, record: order(this.#record) };
  }
}
