// Records that only one client writes: every response is predicted, and at the end every event and entry.
import assert from 'node:assert/strict';
import type { Instance, Json } from '../../support/harness.ts';
import { attemptOf, compareWithModel, NOTE_BODY, payloadOf, send } from './client.ts';
import type { Command } from './commands.ts';
import { expectedOutcome, type Verdict } from './expectations.ts';
import { A_TIME, type Attempt, createRecord, type ModelRecord, type ModelEvent } from './model.ts';
import type { Note } from './rules.ts';

export interface Own {
  id: string;
  model: ModelRecord;
  history: string[];
}

/** A difference between model and service, with every command sent to the record. */
export class Divergence extends Error {
  constructor(what: string, { id, history }: Pick<Own, 'id' | 'history'>) {
    super(`${what}\n${id}:\n${history.map((line) => `  ${line}`).join('\n')}`);
  }
}

const asDivergence = (error: unknown, own: Pick<Own, 'id' | 'history'>): Divergence =>
  new Divergence(error instanceof Error ? error.message : String(error), own);

function verdictOf(attempt: Attempt, category: string, before: ModelRecord | undefined): Verdict {
  const { by, action } = attempt;
  if (action.do !== 'create') {
    if (!before) throw new Error('there is no record yet');
    return expectedOutcome(before, attempt);
  }
  const made = createRecord({ ...action.body, category }, by);
  const { status, code } = expectedOutcome(made, attempt);
  return code === undefined ? { status: 201, after: made } : { status, code, after: made };
}

/** A create replaces the previous record, which is kept for the final audit. */
export async function performOwn(
  instance: Instance,
  client: number,
  command: Command,
  category: string,
  before: Own | undefined,
): Promise<Own | undefined> {
  const { action } = command;
  const attempt = attemptOf(client, command, before?.model.version ?? 1);
  const verdict = verdictOf(attempt, category, before?.model);
  const isNew = action.do === 'create';
  const sent = payloadOf(action, before?.model.shown ?? {});
  const payload = isNew ? { ...sent, category } : sent;
  const reply = await send(instance, attempt, before?.id ?? '', payload);
  const history = [
    ...(isNew ? [] : (before?.history ?? [])),
    `${attempt.by.role} ${action.do} ${JSON.stringify(payload ?? {})} if-match ${attempt.ifMatch ?? '-'}: ${reply.status} ${reply.body?.code ?? ''}`,
  ];
  const id = isNew ? String(reply.body?.id) : (before?.id ?? '');
  try {
    compareWithModel(reply, verdict, attempt, id, payload);
  } catch (error) {
    throw asDivergence(error, { id, history });
  }
  if (isNew && verdict.code !== undefined) return before;
  return { id, model: verdict.after, history };
}

export const firstOwn = (instance: Instance, client: number, slot: number, category: string) =>
  performOwn(
    instance,
    client,
    {
      slot,
      as: slot % 2 === 0 ? 'agent' : 'requester',
      ifMatch: 'none',
      action: { do: 'create', body: { short_description: 'First' } },
    },
    category,
    undefined,
  );

const timeFields = new Set(['resolved_at', 'closed_at', 'sla_breach_at']);

const withoutTimes = (changes: Json): Json =>
  Object.fromEntries(
    Object.entries<Json>(changes).map(([name, { from, to }]) => {
      const blur = (value: unknown) => (timeFields.has(name) && value !== null ? A_TIME : value);
      return [name, { from: blur(from), to: blur(to) }];
    }),
  );

function eventOf({ type, sequence, data }: Json): ModelEvent {
  const { priority, state, short_description, changes, note } = data;
  return {
    type,
    sequence,
    priority,
    state,
    short_description,
    ...(changes && { changes: withoutTimes(changes) }),
    ...(note && { note: { visibility: note.visibility, author: note.author } }),
  };
}

export interface Trail {
  row: Json;
  events: Json[];
  entries: Json[];
  notes: (Note & { id: string })[];
}

/** Compares the record in the database with the model. */
export function auditOwn(own: Own, { row, events, entries, notes }: Trail): void {
  const { model, id } = own;
  try {
    assert.deepEqual(events.map(eventOf), model.events, 'events');
    for (const { data, sequence } of events) {
      assert.deepEqual([data.id, data.sequence], [id, sequence], 'id and sequence of an event');
      assert.ok(!JSON.stringify(data).includes(NOTE_BODY), 'an event carries the text of a note');
    }
    assert.deepEqual(
      entries.map((entry) => entry.record_version),
      Array.from({ length: model.version }, (_, index) => index + 1),
      'versions of the entries',
    );
    assert.deepEqual(
      [row.version, row.event_sequence, row.state, row.deleted_at !== null, notes.length],
      [
        model.version,
        model.events.length,
        model.shown['state'],
        model.isDeleted,
        model.shown['work_notes_count'],
      ],
      'the row: version, event_sequence, state, deleted, notes',
    );
  } catch (error) {
    throw asDivergence(error, own);
  }
}
