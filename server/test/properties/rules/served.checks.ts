// Compares what the database has of an incident with what follows from the naive interpreter of the decisions.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../support/harness.ts';
import type { NaiveResult, NaiveRun } from './naive.ts';
import { CALLER, type RuleSite } from './served.site.ts';
import { anybody, type DrawnStep, type Fields } from './world.ts';

/** The text of each note of the caller. */
export const NOTE_TEXT = 'Seen';

/** A version of an incident as the model has it. */
export interface Expected {
  result: NaiveResult;
  before: Fields | null;
  step: DrawnStep;
  version: number;
  at: number;
  /** Rules are not concerned, so events follow from other decisions. */
  isUnchecked?: true;
  /** Watchers that each run adds. */
  watchers: string[][];
}

/** The messages of actions reach those who may read the record. */
function expectedSkips({ record, messages, skipped, watchers }: NaiveRun): string[] {
  const known = new Set<unknown>(anybody.slice(0, -1));
  // A requester need not be a user; an assignee must be one to read the record.
  const isReached = (one: string): boolean => {
    if (one === 'requester') return record['requester'] !== null;
    return known.has(one === 'assignee' ? record['assigned_to'] : one);
  };
  const reaches = ({ to }: NaiveRun['messages'][number]) => to.some(isReached);
  return [
    ...skipped,
    ...messages.filter((one) => !reaches(one)).map(({ action }) => `${action} nobody`),
    ...watchers.filter((one) => !known.has(one)).map(() => 'add_watcher not_readable'),
  ].toSorted();
}

const render = ({ visibility, text }: Fields, record: Fields): Fields => ({
  visibility,
  body: String(text).replace('{{ category }}', () => (record['category'] as string | null) ?? ''),
});

export interface Trail {
  row: Json;
  entries: Json[];
  events: Json[];
  notes: Json[];
  runs: Json[];
}

export async function readTrails(site: RuleSite): Promise<Map<string, Trail>> {
  const part = (table: string, order: string) => `(
    select coalesce(jsonb_agg(to_jsonb(t) order by ${order}), '[]') from ${table} as t where record_id = r.id)`;
  const rows = await site.instance.sql(
    `select id, to_jsonb(r) as row, ${part('entries', 'record_version, at, id')} as entries,
       ${part('events', 'sequence')} as events, ${part('work_notes', 'created_at, id')} as notes,
       ${part('rule_runs', 'record_version, id')} as runs from incidents as r`,
  );
  return new Map(rows.map(({ id, ...trail }) => [id as string, trail as Trail]));
}

const isOfRule = ({ cause }: Json): boolean => cause?.kind === 'rule';

/** Each run has one entry; others before it have its notes but the last. */
function checkRuns(entries: readonly Json[], { result, watchers }: Expected): void {
  const ofRules = entries.filter(isOfRule);
  const last = ofRules.filter((one, at) => {
    const next = ofRules[at + 1];
    return next?.cause.rule.id !== one.cause.rule.id;
  });
  assert.deepEqual(
    last.map(({ cause }) => [
      cause.rule.id,
      cause.inputs,
      (cause.skipped ?? []).map((one: Json) => `${one.action} ${one.code}`).toSorted(),
    ]),
    result.runs.map((run) => [run.rule, run.inputs, expectedSkips(run)]),
    'runs of the entries',
  );
  assert.deepEqual(
    ofRules.length,
    result.runs.reduce((sum, { notes }) => sum + Math.max(1, notes.length), 0),
    'entries of runs',
  );
  assert.deepEqual(
    last.map(({ changes }) => changes?.watchers?.to.length - changes?.watchers?.from.length || 0),
    watchers.map(({ length }) => length),
    'watchers that runs added',
  );
  for (const [at, { changes }] of last.entries()) {
    const [before, run] = [result.runs[at - 1], result.runs[at]];
    if (!before || !run) continue;
    const changed = Object.keys(changes ?? {}).map((field) => field.split('.')[0] ?? '');
    assert.deepEqual(
      [...new Set(changed)].filter((field) => field in run.record).toSorted(),
      Object.keys(run.record)
        .filter((field) => !isDeepStrictEqual(before.record[field], run.record[field]))
        .toSorted(),
      'fields that a run changed',
    );
  }
}

/** Events of one version: one of the creation or the update, and one of each note. */
function checkEvents(events: readonly Json[], expected: Expected): void {
  const { result, before, step, watchers } = expected;
  const isPrivate = step.note?.visibility === 'private';
  const notes =
    (step.note && !isPrivate ? 1 : 0) + result.runs.reduce((sum, run) => sum + run.notes.length, 0);
  const count = (type: string) => events.filter((one) => one.type === `incident.${type}`).length;
  const isChanged = JSON.stringify(before) !== JSON.stringify(result.record);
  const isShown = isChanged || notes > 0 || watchers.some(({ length }) => length > 0);
  assert.equal(count('note_added'), notes, 'events of notes');
  assert.equal(count('created'), before === null ? 1 : 0, 'events of creations');
  const updates = count('updated');
  // The breach is put off by a hold that begins and ends in one update.
  if (before !== null && updates !== (isShown ? 1 : 0))
    assert.ok(updates === 1 && result.isUpdate, `${updates} updates`);
  const updated = events.find(({ type }) => type === 'incident.updated');
  for (const [field, { to }] of Object.entries<Json>(updated?.data.changes ?? {}))
    if (field in result.record && field !== 'custom')
      assert.deepEqual(to, result.record[field], `${field} in an event`);
}

const shownOtherwise = new Set(['work_note', 'watchers', 'cc', 'sla_policy', 'deleted']);

/** Each entry begins where the one before ended, and the last one leaves the record. */
function checkReplay(entries: readonly Json[], row: Json): void {
  const values: Fields = {};
  for (const { changes } of entries)
    for (const [field, { from, to }] of Object.entries<Json>(changes ?? {})) {
      if (shownOtherwise.has(field)) continue;
      assert.deepEqual(from ?? null, values[field] ?? from ?? null, `${field} came from`);
      values[field] = to;
    }
  for (const [field, value] of Object.entries(values)) {
    const [part = '', key = ''] = field.split('.');
    const stored = part === 'custom' ? (row.custom_values?.[key] ?? null) : row[field];
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    assert.deepEqual(
      isTime ? Date.parse(stored) : (stored ?? null),
      isTime ? Date.parse(value) : (value ?? null),
      `${field} after all entries`,
    );
  }
}

export function checkTrail(
  { entries, events, notes, runs, row }: Trail,
  versions: readonly Expected[],
): void {
  assert.equal(row.version, versions.length, 'version of the row');
  assert.equal(row.event_sequence, events.length, 'events of the row');
  for (const [at, { sequence, data }] of events.entries())
    assert.deepEqual([sequence, data.sequence], [at + 1, at + 1], 'sequence of an event');
  const requests = [...new Set(entries.map((one) => one.request_id))];
  assert.equal(requests.length, versions.length, 'one request for each version');
  for (const expected of versions) {
    const own = entries.filter((one) => one.record_version === expected.version);
    const [first] = own;
    assert.ok(first && !isOfRule(first), 'the entry of the caller comes first');
    assert.equal(first.actor, CALLER);
    checkRuns(own, expected);
    if (expected.isUnchecked) continue;
    checkEvents(
      events.filter((one) => Date.parse(one.occurred_at) === expected.at),
      expected,
    );
  }
  checkReplay(entries, row);
  const written = versions.flatMap(({ step, result }) => [
    ...(step.note ? [{ visibility: step.note.visibility, body: NOTE_TEXT, rule: null }] : []),
    ...result.runs.flatMap((run) =>
      run.notes.map((note) => ({ ...render(note, run.record), rule: run.rule })),
    ),
  ]);
  assert.deepEqual(
    notes.map(({ visibility, body, via }) => ({ visibility, body, rule: via?.rule ?? null })),
    written,
    'notes',
  );
  assert.equal(row.work_notes_count, written.length, 'counted notes');
  assert.deepEqual(
    runs.map((one) => [one.record_version, one.rule_id]),
    versions.flatMap(({ version, result }) => result.runs.map(({ rule }) => [version, rule])),
    'stored runs',
  );
}
