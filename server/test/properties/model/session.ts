// Concurrent clients send commands in one session, each to its own records and to one shared by all; then SQL audits
// the records.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditRecord, trailsOf } from './audit.ts';
import { createOwn, performOwn, type TestedRecord } from './client.ts';
import type { Command, Family, Model, Session } from './family.ts';
import { createShared, explainShared, performShared, type SharedRecord } from './shared.ts';

const OWN_SLOTS = 2;
const MAX_COMMANDS_PER_CLIENT = 120;

const commandOf = <M extends Model>({ roles, action }: Family<M>): fc.Arbitrary<Command> =>
  fc.record({
    slot: fc.nat(OWN_SLOTS),
    role: fc.constantFrom(...roles),
    user: fc.constantFrom(0 as const, 1 as const),
    ifMatch: fc.oneof(
      { weight: 6, arbitrary: fc.constant('none' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'current' as const,
          'bare' as const,
          'stale' as const,
          'any' as const,
        ),
      },
    ),
    action,
  });

/** Each client has a list of commands. fast-check drops and simplifies them when one diverges. */
export const programsOf = <M extends Model>(
  family: Family<M>,
  clients: number,
): fc.Arbitrary<Command[][]> => {
  const one = fc.array(commandOf(family), { maxLength: MAX_COMMANDS_PER_CLIENT, size: 'max' });
  return fc.tuple(...Array.from({ length: clients }, () => one));
};

const firstCommand = <M extends Model>({ first, creators }: Family<M>, slot: number): Command => ({
  slot,
  role: creators[slot % 2 === 0 ? 0 : 1],
  user: 0,
  ifMatch: 'none',
  action: first,
});

const CONTENDED = 6;

/** Every second command names the version that the client knows, which another may have replaced by then. */
const contentionOf = <M extends Model>({ contended }: Family<M>): Command[] =>
  Array.from({ length: CONTENDED }, (_, round) =>
    contended.map((action): Command => ({
      slot: OWN_SLOTS,
      role: 'itsm_manager',
      user: 0,
      ifMatch: round % 2 === 0 ? 'none' : 'current',
      action,
    })),
  ).flat();

/** The programs of the first session try every rule. */
export const tourOf = <M extends Model>(family: Family<M>, clients: number): Command[][] =>
  Array.from({ length: clients }, (_, client) => [
    ...contentionOf(family),
    ...family.tour.filter((_leg, index) => index % clients === client).flat(),
  ]);

async function runClient<M extends Model>(
  session: Session<M>,
  client: number,
  program: readonly Command[],
  shared: SharedRecord,
): Promise<TestedRecord<M>[]> {
  const slots = new Map<number, TestedRecord<M>>();
  const replaced: TestedRecord<M>[] = [];
  const store = (slot: number, record: TestedRecord<M> | undefined) => {
    const before = slots.get(slot);
    if (record && before && before.id !== record.id) replaced.push(before);
    if (record) slots.set(slot, record);
    return record;
  };
  for (const command of program) {
    session.tally.commands += 1;
    const slot = command.slot % OWN_SLOTS;
    if (command.action.do === 'create') {
      store(slot, await createOwn(session, client, command));
      continue;
    }
    if (command.slot >= OWN_SLOTS) {
      await performShared(session, client, command, shared);
      continue;
    }
    const before =
      slots.get(slot) ?? (await createOwn(session, client, firstCommand(session.family, slot)));
    assert.ok(before, 'the first record was refused');
    store(slot, await performOwn(session, client, command, before));
  }
  return [...replaced, ...slots.values()];
}

const countRows = async <M extends Model>({ instance, family }: Session<M>): Promise<number> =>
  Number((await instance.sql(`select count(*) as n from ${family.table}`))[0].n);

/** Reads the total of the list of records that are not deleted. */
async function readTotal<M extends Model>({ name, instance, family }: Session<M>): Promise<number> {
  const query = new URLSearchParams({ limit: '1', ...family.markOf?.(name) });
  const { body } = await instance.call('GET', `${family.path}?${query.toString()}`);
  return body.total;
}

export async function runSession<M extends Model>(
  session: Session<M>,
  programs: readonly (readonly Command[])[],
): Promise<void> {
  const { name, instance, family, tally } = session;
  await family.prepare?.(instance, name);
  const [rows, total] = [await countRows(session), await readTotal(session)];
  const shared = await createShared(session, firstCommand(family, 0));
  const ended = await Promise.allSettled(
    programs.map((program, client) => runClient(session, client, program, shared)),
  );
  const owned = ended.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const ids = [...owned, shared].map(({ id }) => id);
  const trailOf = await trailsOf(instance, family, ids);
  const records = [...owned, explainShared(family, shared, trailOf(shared.id).entries)];
  for (const record of records) {
    const trail = trailOf(record.id);
    auditRecord(family, record, trail);
    tally.events += trail.events.length;
  }
  assert.equal((await countRows(session)) - rows, records.length, 'records created');
  const live = records.filter(({ models }) => models.at(-1)?.isDeleted === false);
  assert.equal((await readTotal(session)) - total, live.length, 'total of the list');
  tally.records += records.length;
}
