// The row, notes, events and entries of a record, read by SQL, are those of the models of its versions.
import assert from 'node:assert/strict';
import type { Instance, Json } from '../../support/harness.ts';
import { NOTE_TEXT } from './actions.ts';
import type { TestedRecord } from './client.ts';
import { comparable, Divergence, withoutTimes } from './compare.ts';
import type { Family, Fields, Model, Observed } from './family.ts';
import { auditedFields, diffOf } from './rules.ts';

export interface Trail {
  row: Json;
  notes: Json[];
  events: Json[];
  entries: Json[];
}

export async function trailsOf(
  instance: Instance,
  { table, recordType }: Pick<Family<never>, 'table' | 'recordType'>,
  ids: readonly string[],
): Promise<(id: string) => Trail> {
  const rows = await instance.sql(
    `select id, to_jsonb(r) as row,
      (select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at, n.id), '[]') from work_notes n
        where n.record_id = r.id) as notes,
      (select coalesce(jsonb_agg(to_jsonb(e) order by e.position), '[]') from events e
        where e.record_type = $2 and e.record_id = r.id) as events,
      (select coalesce(jsonb_agg(to_jsonb(e) order by e.record_version, e.id), '[]') from entries e
        where e.record_type = $2 and e.record_id = r.id) as entries
     from ${table} r where id = any($1)`,
    [ids, recordType],
  );
  const trails = new Map(rows.map(({ id, ...trail }): [string, Trail] => [id, trail as Trail]));
  return (id) => {
    const trail = trails.get(id);
    assert.ok(trail, `${id} is not in the database`);
    return trail;
  };
}

const withoutId = ({ id: _, ...note }: Json): Json => note;

/** Only the event of a public note has its text. */
const isQuoted = ({ type, data }: Json): boolean =>
  type.endsWith('.note_added') && data.note.visibility === 'public';

function auditEvents(id: string, events: readonly Json[], { events: expected }: Model): void {
  const shown = events.map(({ type, data }) => {
    const { id: _, sequence: _sequence, url: _url, html_url: _html, ...members } = data;
    const { changes, note } = members;
    return {
      type,
      data: {
        ...members,
        ...(changes && { changes: withoutTimes(changes) }),
        ...(note && { note: withoutId(note) }),
      },
    };
  });
  assert.deepEqual(shown, expected, 'events');
  for (const [index, { data, sequence }] of events.entries())
    assert.deepEqual(
      [sequence, data.sequence, data.id],
      [index + 1, index + 1, id],
      'sequence and id of an event',
    );
}

/** An entry does not have these fields as the response has them. */
const shownOtherwise = new Set(['deleted', 'work_note', 'work_notes_count']);

/** A new record's entry leaves these out. */
const isBlank = (value: unknown) => ['null', '0', 'false', '[]'].includes(JSON.stringify(value));

/** Returns the record at each version by its entries: each update begins where the previous one ended. */
function valuesByVersion(entries: readonly Json[]): Fields[] {
  let values: Fields = {};
  return entries.map(({ changes }) => {
    for (const [name, { from }] of Object.entries<Json>(changes ?? {})) {
      if (name in values && name !== 'work_note')
        assert.deepEqual(from, values[name], `${name} came from`);
      else assert.ok(isBlank(from), `${name} came from ${JSON.stringify(from)}`);
    }
    const to = Object.entries<Json>(changes ?? {}).map(([name, change]) => [name, change.to]);
    values = { ...values, ...Object.fromEntries(to) };
    return values;
  });
}

/** Returns the changes of an entry in fields that the model has, without those from one time to another. */
const knownChanges = (changes: Json, known: Fields): Fields =>
  Object.fromEntries(
    Object.entries<Json>(withoutTimes(changes ?? {})).filter(
      ([name, { from, to }]) => name in known && JSON.stringify(from) !== JSON.stringify(to),
    ),
  );

const omit = (fields: Fields, names: readonly string[] = []): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Checks that each version and request has one entry, with the difference between the models of two versions. */
function auditEntries<M extends Model>(
  { unaudited }: Family<M>,
  { models, responses }: TestedRecord<M>,
  entries: readonly Json[],
): void {
  assert.deepEqual(
    entries.map((entry) => entry.record_version),
    models.map(({ version }) => version),
    'versions of the entries',
  );
  const requests = new Set(entries.map((entry) => entry.request_id));
  assert.equal(requests.size, entries.length, 'one entry per request');
  const byRequest = new Map(responses.map((one) => [one.reply.headers.get('x-request-id'), one]));
  for (const [index, { at, actor, changes, request_id }] of entries.entries()) {
    const [previous, before, after] = [entries[index - 1], models[index - 1], models[index]];
    const by = byRequest.get(request_id)?.sent.by;
    assert.equal(actor, by?.email, `actor of version ${index + 1}`);
    if (!previous || !before || !after) continue;
    assert.ok(at >= previous.at, `${at} comes after ${previous.at}`);
    const known = auditedFields(after);
    assert.deepEqual(
      knownChanges(changes, known),
      omit(diffOf(auditedFields(before), known), unaudited),
      `changes of version ${index + 1}`,
    );
  }
}

/** Checks that a response shows the record at the version that it names, times included. */
function auditResponses(responses: readonly Observed[], values: readonly Fields[]): void {
  for (const { reply } of responses) {
    const { version } = reply.body ?? {};
    if (reply.status >= 300 || version === undefined) continue;
    const then = Object.entries(values[version - 1] ?? {});
    for (const [name, value] of then.filter(([one]) => !shownOtherwise.has(one)))
      assert.deepEqual(reply.body[name], value, `${name} in a response at version ${version}`);
  }
}

/** Returns the fields that are columns of the record's own table. */
const columnsOf = (fields: Fields, row: Json): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in row));

function auditRow({ row, notes }: Trail, model: Model): void {
  const expected = {
    ...columnsOf(auditedFields(model), row),
    version: model.version,
    event_sequence: model.events.length,
  };
  assert.deepEqual(comparable(row, expected), comparable(expected, expected), 'the row');
  assert.equal((row.deleted_at ?? null) !== null, model.isDeleted, 'deleted');
  assert.deepEqual(
    notes.map(({ visibility, author }) => ({ visibility, author })),
    model.notes,
    'notes',
  );
}

export function auditRecord<M extends Model>(
  family: Family<M>,
  record: TestedRecord<M>,
  trail: Trail,
): void {
  const { id, models, responses } = record;
  const { events, entries } = trail;
  try {
    const final = models.at(-1) as M;
    auditEvents(id, events, final);
    auditEntries(family, record, entries);
    auditResponses(responses, valuesByVersion(entries));
    auditRow(trail, final);
    const texts = JSON.stringify([events.filter((event) => !isQuoted(event)), entries]);
    assert.ok(!texts.includes(NOTE_TEXT), 'an event or entry carries the text of a note');
  } catch (error) {
    throw new Divergence(error, record);
  }
}
