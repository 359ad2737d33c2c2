// Every action of the demonstration's story is performed by the service function that serves its endpoint.
import {
  changes,
  createChange,
  decideChange,
  submitChange,
  updateChange,
} from '../changes/index.ts';
import { catalogItems, createItem, publishItem } from '../catalog/index.ts';
import { createCi, discoverCi, updateCi } from '../cmdb/index.ts';
import { createIncident, updateIncident, writeNote } from '../incidents/index.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  type NotedRow,
  type NotedType,
  type NoteToAdd,
  type RecordType,
  saveWithNote,
  type VersionedRow,
} from '../records/index.ts';
import {
  applyAction,
  createServiceRequest,
  serviceRequests,
  tasksOfRequest,
  updateServiceRequest,
  updateTask,
} from '../requests/index.ts';
import { updateSettings } from '../settings/index.ts';
import type { Step } from './story/history.ts';
import type { TaskStep } from './story/orders.ts';

interface Saved {
  id: string;
  sla_next_due_at?: string | null;
}

type Operation = (tx: Tx, context: Context, id: string, input: never) => Promise<Saved | undefined>;

const create =
  <Input>(service: (tx: Tx, context: Context, input: Input) => Promise<Saved>) =>
  (tx: Tx, context: Context, _: string, input: Input) =>
    service(tx, context, input);

const update =
  <Input>(
    service: (
      tx: Tx,
      context: Context,
      target: LockTarget,
      readPatch: () => Promise<Input>,
    ) => Promise<{ row: Saved }>,
  ) =>
  async (tx: Tx, context: Context, id: string, input: Input) =>
    (await service(tx, context, { id }, async () => input)).row;

const onLocked =
  <Row extends VersionedRow, Input>(
    type: RecordType<Row, Context>,
    service: (tx: Tx, locked: LockedRecord<Row, Context>, input: Input) => Promise<Row>,
  ) =>
  async (tx: Tx, context: Context, id: string, input: Input) =>
    service(tx, await lockForUpdate(tx, context, type, { id }), input);

const note = <Row extends NotedRow>(type: NotedType<Row, Context>) =>
  onLocked(
    type,
    async (tx, { before, context }, input: NoteToAdd) =>
      (await saveWithNote(tx, context, type, before, before, input)).row,
  );

const operations: Record<Step['type'], Record<string, Operation>> = {
  ci: { create: create(createCi), discover: create(discoverCi), update: update(updateCi) },
  incident: {
    create: create(createIncident),
    update: update(updateIncident),
    // The service function returns the note and not the incident; a note does not affect the SLA clock.
    note: async (...parameters: Parameters<typeof writeNote>) => {
      await writeNote(...parameters);
      return undefined;
    },
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
    approve: onLocked(serviceRequests, applyAction('approve')),
    reject: onLocked(serviceRequests, applyAction('reject')),
    fulfil: onLocked(serviceRequests, applyAction('fulfil')),
    cancel: onLocked(serviceRequests, applyAction('cancel')),
    note: note(serviceRequests),
    task: async (tx, context, id, { place, patch }: TaskStep) => {
      const task = (await tasksOfRequest(tx, id))[place];
      if (!task) throw new Error(`${id} has no task at ${place}.`);
      await updateTask(tx, context, { id: task.id }, async () => patch);
      return undefined;
    },
  },
  item: {
    create: create(createItem),
    publish: onLocked(catalogItems, publishItem),
  },
  settings: {
    update: async (tx, context, _, input) => {
      await updateSettings(
        tx,
        context,
        (row) => row,
        async () => input,
      );
      return undefined;
    },
  },
};

export function perform(
  tx: Tx,
  context: Context,
  { type, action }: Pick<Step, 'type' | 'action'>,
  id: string | undefined,
  input: object,
): Promise<Saved | undefined> {
  const operation = operations[type][action];
  if (!operation) throw new Error(`The story has an unknown action: ${type} ${action}.`);
  return operation(tx, context, id ?? '', input as never);
}
