// One session of a family: concurrent clients, each on its own records and on one shared by all; then the audit by SQL.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Instance, Json } from '../../support/harness.ts';
import { type OwnRecord, performOwn, send, sentBy } from './family.client.ts';
import { auditShared, performShared, type SharedRecord } from './family.shared.ts';
import { type Command, comparable, type Family, type Model } from './family.ts';
import { Divergence } from './own.ts';
import type { Subject } from './prove.ts';
import type { Tally } from './session.ts';

const OWN_SLOTS = 2;
const MAX_COMMANDS_PER_CLIENT = 120;

const commandOf = <Action extends { do: string }, M extends Model>({
  roles,
  action,
}: Family<Action, M>): fc.Arbitrary<Command<Action>> =>
  fc.record({
    slot: fc.nat(OWN_SLOTS),
    role: fc.constantFrom(...roles),
    user: fc.constantFrom(0 as const, 1 as const),
    ifMatch: fc.oneof(
      { weight: 6, arbitrary: fc.constant('none' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom('current' as const, 'stale' as const, 'any' as const),
      },
    ),
    action,
  });

const firstCommand = <Action extends { do: string }>(
  { first, creators }: Pick<Family<Action, never>, 'first' | 'creators'>,
  slot: number,
): Command<Action> => ({
  slot,
  role: creators[slot % 2 === 0 ? 0 : 1],
  user: 0,
  ifMatch: 'none',
  action: first,
});

const CONTENDED = 6;

const contendedBy = <Action extends { do: string }>({
  contended,
}: Pick<Family<Action, never>, 'contended'>): Command<Action>[] =>
  Array.from({ length: CONTENDED }, () => contended)
    .flat()
    .map((action) => ({
      slot: OWN_SLOTS,
      role: 'itsm_manager',
      user: 0,
      ifMatch: 'none',
      action,
    }));

async function runClient<Action extends { do: string }, M extends Model>(
  instance: Instance,
  family: Family<Action, M>,
  client: number,
  program: readonly Command<Action>[],
  shared: SharedRecord,
  tally: Tally,
): Promise<OwnRecord<M>[]> {
  const slots = new Map<number, OwnRecord<M> | undefined>();
  const kept: OwnRecord<M>[] = [];
  for (const command of program) {
    tally.commands += 1;
    if (command.slot >= OWN_SLOTS && command.action.do !== 'create') {
      await performShared(instance, family, client, command, shared);
      continue;
    }
    const slot = command.slot % OWN_SLOTS;
    const before =
      slots.get(slot) ??
      (await performOwn(
        instance,
        family,
        client,
        firstCommand(family, slot),
        undefined,
        tally.moves,
      ));
    const after = await performOwn(instance, family, client, command, before, tally.moves);
    if (before && after?.id !== before.id) kept.push(before);
    slots.set(slot, after);
  }
  return [...kept, ...[...slots.values()].filter((one) => one !== undefined)];
}

interface Trail {
  row: Json;
  events: Json[];
  entries: Json[];
}

async function trailsOf(
  instance: Instance,
  { table, recordType }: { table: string; recordType: string },
  ids: readonly string[],
): Promise<(id: string) => Trail> {
  const rows = await instance.sql(
    `select id, to_jsonb(r) as row,
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

/** The fields that are columns of the record's own table. */
const columnsOf = (shown: Record<string, unknown>, row: Json): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shown).filter(([name]) => name in row));

function auditRecord<Action extends { do: string }, M extends Model>(
  family: Family<Action, M>,
  { id, model, history }: OwnRecord<M>,
  { row, events, entries }: Trail,
): void {
  try {
    assert.deepEqual(events.map(family.eventOf), model.events, 'events');
    for (const { data, sequence } of events)
      assert.deepEqual([data.id, data.sequence], [id, sequence], 'id and sequence of an event');
    assert.deepEqual(
      entries.map((entry) => entry.record_version),
      Array.from({ length: model.version }, (_, index) => index + 1),
      'versions of the entries',
    );
    const { version, events: emitted } = model;
    const expected = { ...columnsOf(family.shownOf(model), row), version };
    assert.deepEqual(comparable(row, expected), comparable(expected, expected), 'the row');
    assert.equal(row.event_sequence, emitted.length, 'event_sequence of the row');
  } catch (error) {
    throw new Divergence(error instanceof Error ? error.message : String(error), { id, history });
  }
}

const countOf = async (instance: Instance, { table }: { table: string }): Promise<number> =>
  Number((await instance.sql(`select count(*) as n from ${table}`))[0].n);

async function createShared<Action extends { do: string }, M extends Model>(
  instance: Instance,
  family: Family<Action, M>,
): Promise<SharedRecord> {
  const creation = sentBy(family, 0, firstCommand(family, 0), { version: 1, shown: {} });
  const { body } = await send(instance, family, creation, undefined);
  return { id: body.id, creation, latest: { version: 1, shown: body }, responses: [] };
}

async function runSession<Action extends { do: string }, M extends Model>(
  instance: Instance,
  family: Family<Action, M>,
  session: string,
  programs: readonly (readonly Command<Action>[])[],
  tally: Tally,
): Promise<void> {
  await family.prepare?.(instance, session);
  const before = await countOf(instance, family);
  const shared = await createShared(instance, family);
  const ended = await Promise.allSettled(
    programs.map((program, client) => runClient(instance, family, client, program, shared, tally)),
  );
  const owned = ended.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const trailOf = await trailsOf(
    instance,
    family,
    [...owned, shared].map(({ id }) => id),
  );
  const model = auditShared(family, shared, trailOf(shared.id).entries);
  const records = [...owned, { id: shared.id, model, history: ['shared'] }];
  for (const record of records) {
    const trail = trailOf(record.id);
    auditRecord(family, record, trail);
    tally.events += trail.events.length;
  }
  assert.equal((await countOf(instance, family)) - before, records.length, 'records created');
  tally.records += records.length;
}

/** A family as `prove` runs it. */
export const subjectOf = <Action extends { do: string }, M extends Model>(
  family: Family<Action, M>,
): Subject<Command<Action>> => ({
  programs: (clients) => {
    const one = fc.array(commandOf(family), { maxLength: MAX_COMMANDS_PER_CLIENT, size: 'max' });
    return fc.tuple(...Array.from({ length: clients }, () => one));
  },
  tour: (clients) =>
    Array.from({ length: clients }, (_, client) => [
      ...contendedBy(family),
      ...(client === 0 ? family.tour : []),
    ]),
  runSession: (instance, session, programs, tally) =>
    runSession(instance, family, session, programs, tally),
  ...(family.worker && { worker: true as const }),
  untried: ({ moves }) => family.rules.filter((rule) => !moves.has(rule)).length,
});
