// The service function of each action of the demonstration's story.
import {
  changes,
  createChange,
  decideChange,
  submitChange,
  updateChange,
} from '../changes/index.ts';
import { createCi, discoverCi, updateCi } from '../cmdb/index.ts';
import { createIncident, updateIncident, writeNote } from '../incidents/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type Locked,
  lockForUpdate,
  type LockTarget,
  type NotedRow,
  type NotedType,
  type NoteToAdd,
  saveWithNote,
} from '../records/index.ts';
import {
  act,
  createServiceRequest,
  serviceRequests,
  updateServiceRequest,
} from '../requests/index.ts';
import { updateSettings } from '../settings/index.ts';
import type { Step } from './story/history.ts';

/** Returns the record that it creates; of other actions the result is not used. */
type Operation = (tx: Tx, context: Context, id: string, input: never) => Promise<unknown>;

const create =
  <Input>(service: (tx: Tx, context: Context, input: Input) => Promise<{ id: string }>) =>
  (tx: Tx, context: Context, _: string, input: Input) =>
    service(tx, context, input);

const update =
  <Input>(
    service: (
      tx: Tx,
      context: Context,
      target: LockTarget,
      readPatch: () => Promise<Input>,
    ) => Promise<unknown>,
  ) =>
  (tx: Tx, context: Context, id: string, input: Input) =>
    service(tx, context, { id }, async () => input);

/** An action on the locked record. */
const onLocked =
  <Row extends NotedRow, Input>(
    type: NotedType<Row, Context>,
    service: (tx: Tx, locked: Locked<Row, Context>, input: Input) => Promise<unknown>,
  ) =>
  async (tx: Tx, context: Context, id: string, input: Input) =>
    service(tx, await lockForUpdate(tx, context, type, { id }), input);

const note = <Row extends NotedRow>(type: NotedType<Row, Context>) =>
  onLocked(type, (tx, { before, context }, input: NoteToAdd) =>
    saveWithNote(tx, context, type, before, before, input),
  );

const operations: Record<Step['type'], Record<string, Operation>> = {
  ci: { create: create(createCi), discover: create(discoverCi), update: update(updateCi) },
  incident: {
    create: create(createIncident),
    update: update(updateIncident),
    note: writeNote,
  },
  change: {
    create: create(createChange),
    update: update(updateChange),
    submit: onLocked(changes, submitChange),
    approve: onLocked(changes, decideChange('approved')),
    reject: onLocked(changes, decideChange('rejected')),
    note: note(changes),
  },
  request: {
    create: create(createServiceRequest),
    update: update(updateServiceRequest),
    approve: onLocked(serviceRequests, act('approve')),
    reject: onLocked(serviceRequests, act('reject')),
    fulfil: onLocked(serviceRequests, act('fulfil')),
    cancel: onLocked(serviceRequests, act('cancel')),
    note: note(serviceRequests),
  },
  settings: {
    update: (tx, context, _, input) =>
      updateSettings(
        tx,
        context,
        (row) => row,
        async () => input,
      ),
  },
};

/** Returns the id of the record, if it is new. */
export async function perform(
  tx: Tx,
  context: Context,
  { type, action }: Pick<Step, 'type' | 'action'>,
  id: string | undefined,
  input: object,
): Promise<string | undefined> {
  const operation = operations[type][action];
  if (!operation) throw new Error(`The story has an unknown action: ${type} ${action}.`);
  const result = await operation(tx, context, id ?? '', input as never);
  return id === undefined ? (result as { id?: string }).id : undefined;
}
