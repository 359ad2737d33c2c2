// Records that all clients write concurrently: single responses cannot be predicted, but together they must form one
// history.
import assert from 'node:assert/strict';
import type { Instance, Json } from '../../support/harness.ts';
import { attemptOf, payloadOf, send } from './client.ts';
import type { Command, Patch } from './commands.ts';
import { Divergence, type Trail } from './own.ts';
import type { Caller } from './model.ts';
import { isInTable, mayReadNote } from './rules.ts';

interface ObservedResponse {
  by: Caller;
  command: Command;
  payload: Patch | undefined;
  ifMatch: string | undefined;
  status: number;
  body: Json;
  requestId: string | null;
}

export interface Shared {
  id: string;
  responses: ObservedResponse[];
}

const allowed = new Set([200, 201, 400, 403, 404, 409, 412]);

/** `repeat` and If-Match use the version this client saw last, which others may have updated since. */
export async function performShared(
  instance: Instance,
  client: number,
  command: Command,
  shared: Shared,
  seen: Map<string, Json>,
): Promise<void> {
  const last = seen.get(shared.id) ?? { version: 1, state: 'new' };
  const attempt = attemptOf(client, command, last.version);
  const payload = payloadOf(command.action, last);
  const { status, body, headers } = await send(instance, attempt, shared.id, payload);
  shared.responses.push({
    by: attempt.by,
    command,
    payload,
    ifMatch: attempt.ifMatch,
    status,
    body,
    requestId: headers.get('x-request-id'),
  });
  if (status === 200 && body.version) seen.set(shared.id, body);
}

type Values = Record<string, unknown>;

const countFields = new Set(['reopen_count', 'work_notes_count']);
const shownOtherwise = new Set(['deleted', 'work_notes_count']);
const startOf = (name: string) => {
  if (name === 'deleted') return false;
  return countFields.has(name) ? 0 : null;
};

/** Each update must begin where the previous one ended. */
function replay(values: Values, changes: Json, unchained: readonly string[] = []): Values {
  const audited = Object.entries<Json>(changes ?? {}).filter(([name]) => name !== 'work_note');
  for (const [name, { from }] of audited) {
    const current = values[name] ?? startOf(name);
    const isFirst = from === null && values['state'] === undefined;
    if (!isFirst && !unchained.includes(name)) assert.deepEqual(from, current, `${name} came from`);
    if (name === 'state' && !isFirst) {
      const to = changes.state.to;
      assert.ok(isInTable(from, to), `a move from ${from} to ${to} is not in the table`);
    }
  }
  return { ...values, ...Object.fromEntries(audited.map(([name, { to }]) => [name, to])) };
}

/** The record at each version, from the audit trail. */
function recordByVersion(entries: Json[]): Values[] {
  const records: Values[] = [{}];
  for (const [index, entry] of entries.entries()) {
    assert.equal(entry.record_version, index + 1, 'versions have no gap');
    const previous = entries[index - 1];
    if (previous) assert.ok(entry.at >= previous.at, `${entry.at} comes after ${previous.at}`);
    records.push(replay(records[index] ?? {}, entry.changes));
  }
  return records;
}

/** The number of notes a caller could read at a version of the record. */
function notesAt({ entries, notes }: Trail, version: number, { role, email }: Caller): number {
  const ids = new Set(entries.slice(0, version).map(({ changes }) => changes?.work_note?.to));
  return notes.filter((note) => ids.has(note.id) && mayReadNote(role, email, note)).length;
}

/** A response shows the record at the version that the response names, as its caller may see it. */
function auditResponse(
  { by, body, payload, ifMatch, ...response }: ObservedResponse,
  records: Values[],
  entry: Json,
  trail: Trail,
) {
  assert.ok(allowed.has(response.status), `status ${response.status}: ${JSON.stringify(body)}`);
  const isDone = response.status < 300;
  const { action } = response.command;
  if (!isDone) assert.equal(entry, undefined, 'a rejected write left an entry');
  if (body.code === 'invalid_transition') {
    assert.ok(
      !isInTable(body.current_state, body.requested_state),
      'rejected a transition of the table',
    );
  }
  const isChange =
    action.do === 'note' || action.do === 'delete' || payload?.['work_note'] !== undefined;
  if (isDone && isChange) assert.ok(entry, 'a write that must change something left no entry');
  if (!isDone || body.version === undefined) return;
  if (entry) assert.equal(body.version, entry.record_version, 'version of a write');
  const named = /^"(\d+)"$/.exec(ifMatch ?? '')?.[1];
  if (entry && named && action.do !== 'restore')
    assert.equal(entry.record_version, Number(named) + 1, 'If-Match let a lost update through');
  const then = records[body.version] ?? {};
  const shown = Object.keys(then).filter((name) => !shownOtherwise.has(name));
  for (const name of shown) assert.deepEqual(body[name], then[name], `${name} at ${body.version}`);
  assert.equal(
    body.work_notes_count,
    notesAt(trail, body.version, by),
    `work_notes_count at ${body.version} for ${by.role}`,
  );
}

function auditEvents(events: Json[], first: Values, final: Values): void {
  assert.deepEqual(
    events.map((event) => event.sequence),
    events.map((_, index) => index + 1),
    'sequences are gapless and in the order of position',
  );
  let values = first;
  let sequenceOfChange = 0;
  for (const { type, data, sequence } of events) {
    if (type === 'incident.created') {
      assert.equal(sequence, 1, 'created comes first');
    } else if (type === 'incident.updated') {
      // Private notes raise the count and emit no event.
      values = replay(values, data.changes, ['work_notes_count']);
      sequenceOfChange = sequence;
    } else assert.ok(sequence - sequenceOfChange <= 2, `${type} follows its incident.updated`);
    assert.deepEqual([data.state, data.priority], [values['state'], values['priority']], 'data');
  }
  const { work_notes_count: _, ...audited } = values;
  for (const [name, value] of Object.entries(audited))
    assert.deepEqual(value, final[name] ?? startOf(name), `${name} replayed from the events`);
}

export function auditShared({ id, responses }: Shared, trail: Trail): void {
  const { row, events, entries, notes } = trail;
  try {
    const records = recordByVersion(entries);
    const final = records.at(-1) ?? {};
    const byRequest = new Map(entries.map((entry) => [entry.request_id, entry]));
    assert.equal(byRequest.size, entries.length, 'one entry per request');
    for (const response of responses)
      auditResponse(response, records, byRequest.get(response.requestId), trail);
    const changed = responses.filter(({ requestId }) => byRequest.has(requestId)).length;
    assert.deepEqual(
      [row.version, row.event_sequence, row.state, row.priority, row.deleted_at !== null],
      [changed + 1, events.length, final['state'], final['priority'], final['deleted'] ?? false],
      'the row: version, event_sequence, state, priority, deleted',
    );
    assert.equal(notes.length, final['work_notes_count'] ?? 0, 'work notes');
    auditEvents(events, records[1] ?? {}, final);
  } catch (error) {
    const lines = responses.map(
      ({ command, payload, status, body }) =>
        `${command.as} ${command.action.do} ${JSON.stringify(payload ?? {})}: ${status} version ${body?.version ?? '-'}`,
    );
    throw new Divergence(error instanceof Error ? error.message : String(error), {
      id,
      history: lines.slice(-40),
    });
  }
}
