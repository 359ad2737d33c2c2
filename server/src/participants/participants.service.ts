// Reads and replaces the participants of a record. Each change is a new version of the record with its audit entry.
import type { FieldDiff } from '../events/index.ts';
import { findReaders } from '../identity/index.ts';
import { type Context, isOwnAddress, type Viewer } from '../platform/context.ts';
import { ApiError, type Fault, invalid } from '../platform/errors.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import {
  type AnyRecordType,
  deleteParticipants,
  findPeopleBehind,
  insertParticipants,
  lockForUpdate,
  type LockTarget,
  MAX_PARTICIPANTS,
  type NewParticipant,
  type Participant as StoredParticipant,
  type ParticipantKind,
  readParticipants,
  requesterOf,
  type RecordType,
  saveUpdate,
  type VersionedRow,
} from '../records/index.ts';
import type { Participant, ParticipantsReplace } from './participants.schema.ts';

type Row = VersionedRow & Record<string, unknown>;
type EngineType = RecordType<Row, Context>;

interface Shown {
  participants: Participant[];
  watching: boolean;
  version: number;
}

export const isWatcher = ({ kind }: Pick<StoredParticipant, 'kind'>): boolean => kind === 'watcher';

/** Requesters see the requester and the people in copy. */
const present = (
  type: AnyRecordType,
  row: Row,
  { actor, reach }: Viewer,
  stored: readonly StoredParticipant[],
): Shown => {
  const requester = requesterOf(type, row);
  const others = reach === 'all' ? stored : stored.filter((one) => !isWatcher(one));
  return {
    participants: [
      ...(requester === null
        ? []
        : [{ email: requester, kind: 'requester' as const, source: 'field' as const }]),
      ...others.map(({ email, kind, source }) => ({ email, kind, source })),
    ],
    watching: stored.some((one) => isWatcher(one) && isOwnAddress(actor, one.email)),
    version: row.version,
  };
};

export const presentParticipants = async (
  db: Db | Tx,
  type: AnyRecordType,
  row: VersionedRow,
  viewer: Viewer,
): Promise<Shown> => present(type, row as Row, viewer, await readParticipants(db, row.id));

const addressesOf = (participants: readonly NewParticipant[], kind: ParticipantKind): string[] =>
  participants.filter((one) => one.kind === kind).map(({ email }) => email);

export const changesOf = (
  before: readonly NewParticipant[],
  after: readonly NewParticipant[],
): FieldDiff => {
  const fields = { cc: 'cc', watchers: 'watcher' } as const;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, kind]) => {
      const [from, to] = [addressesOf(before, kind), addressesOf(after, kind)];
      return from.join() === to.join() ? [] : [[field, { from, to }]];
    }),
  );
};

const fault = (index: number, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer: `/participants/${index}/email`,
  code,
  message,
});

interface Sent {
  index: number;
  kind: ParticipantKind;
  email: string;
  person: string;
}

/** Responds 400 to another requester than that of the record, and leaves out the requester and repetitions. */
async function readSent(
  tx: Tx,
  type: AnyRecordType,
  row: Row,
  { participants }: ParticipantsReplace,
): Promise<Sent[]> {
  const requester = requesterOf(type, row);
  const addresses = participants.map(({ email }) => email);
  const known = await findPeopleBehind(tx, [...addresses, ...(requester ? [requester] : [])]);
  const ofRequester = requester === null ? undefined : known.at(-1)?.person;
  const faults: Fault[] = [];
  const sent: Sent[] = [];
  participants.forEach(({ kind }, index) => {
    const { email, person } = known[index] as (typeof known)[number];
    if (kind !== 'requester') {
      const isRepeated = sent.some((one) => one.kind === kind && one.person === person);
      if (!isRepeated) sent.push({ index, kind, email, person });
      return;
    }
    if (person === ofRequester) return;
    const { requesterColumns: columns = [] } = type;
    const message =
      columns.length === 0
        ? `${row.id} has no requester.`
        : `The requester of ${row.id} follows from ${columns.join(' and ')} of the record, and is changed there.`;
    faults.push(fault(index, 'not_allowed', message));
  });
  if (faults.length > 0) throw invalid(faults);
  return sent;
}

async function requireReaders(
  tx: Tx,
  type: AnyRecordType,
  row: Row,
  watchers: readonly Sent[],
): Promise<void> {
  const readers = await findReaders(
    tx,
    type,
    row,
    watchers.map(({ email }) => email),
  );
  const faults = watchers
    .filter(({ email }) => !readers.some(({ given }) => given === email))
    .map(({ index, email }) =>
      fault(index, 'not_readable', `No active user with the address ${email} may read ${row.id}.`),
    );
  if (faults.length > 0) throw invalid(faults);
}

const requireRoom = ({ id }: VersionedRow, count: number): void => {
  if (count <= MAX_PARTICIPANTS) return;
  throw new ApiError(
    'too_many_participants',
    `${id} can have ${MAX_PARTICIPANTS} participants besides the requester; this would be ${count}.`,
  );
};

interface Change {
  added: readonly NewParticipant[];
  removed: readonly StoredParticipant[];
  after: readonly NewParticipant[];
}

async function save(
  tx: Tx,
  context: Context,
  type: EngineType,
  row: Row,
  stored: readonly StoredParticipant[],
  { added, removed, after }: Change,
  options: { isSilent?: boolean } = {},
): Promise<Row> {
  if (added.length + removed.length === 0) return row;
  await deleteParticipants(
    tx,
    removed.map(({ id }) => id),
  );
  const by = { email: context.actor.email, at: context.now.toISOString() };
  await insertParticipants(tx, row.id, added, by);
  return saveUpdate(tx, context, type, row, row, { also: changesOf(stored, after), ...options });
}

/** Replaces all participants but the requester. Those who stay keep their source. */
export async function replaceParticipants(
  tx: Tx,
  request: Context,
  type: AnyRecordType,
  target: LockTarget,
  input: ParticipantsReplace,
): Promise<Shown> {
  const { before, context } = await lockForUpdate(tx, request, type as EngineType, target);
  const stored = await readParticipants(tx, before.id);
  const sent = await readSent(tx, type, before, input);
  requireRoom(before, sent.length);
  const isSame = (a: Pick<Sent, 'kind' | 'person'>) => (b: Pick<Sent, 'kind' | 'person'>) =>
    a.kind === b.kind && a.person === b.person;
  const isNew = sent.filter((one) => !stored.some(isSame(one)));
  await requireReaders(tx, type, before, isNew.filter(isWatcher));
  const staying = stored.filter((one) => sent.some(isSame(one)));
  const added = isNew.map(({ kind, email }) => ({ kind, email, source: 'added' as const }));
  const row = await save(tx, context, type as EngineType, before, stored, {
    added,
    removed: stored.filter((one) => !staying.includes(one)),
    after: [...staying, ...added],
  });
  return presentParticipants(tx, type, row, context);
}

/** Puts people in copy who do not take part yet, as long as there is room. */
export async function addInCopy(
  tx: Tx,
  context: Context,
  type: AnyRecordType,
  row: VersionedRow,
  addresses: readonly string[],
): Promise<VersionedRow> {
  if (addresses.length === 0) return row;
  const engineRow = row as Row;
  const stored = await readParticipants(tx, row.id);
  const requester = requesterOf(type, engineRow);
  const known = await findPeopleBehind(tx, [...addresses, ...(requester ? [requester] : [])]);
  const taking = new Set(stored.map(({ person }) => person));
  if (requester !== null) taking.add(known.at(-1)?.person ?? '');
  const added: NewParticipant[] = [];
  for (const { email, person } of known.slice(0, addresses.length)) {
    if (taking.has(person) || stored.length + added.length >= MAX_PARTICIPANTS) continue;
    taking.add(person);
    added.push({ kind: 'cc', email, source: 'added' });
  }
  const change = { added, removed: [], after: [...stored, ...added] };
  return save(tx, context, type as EngineType, engineRow, stored, change);
}

/** A person may always stop watching, and watch a duplicate, which nobody else may change. */
async function lockToWatch(tx: Tx, request: Context, type: AnyRecordType, id: string) {
  const target = { id, isAlwaysAllowed: true as const };
  const { before, context } = await lockForUpdate(tx, request, type as EngineType, target);
  const stored = await readParticipants(tx, id);
  const own = stored.filter((one) => isWatcher(one) && isOwnAddress(request.actor, one.email));
  return { before, context, stored, own };
}

/** Watching concerns nobody else, so it emits no event. */
const silently = { isSilent: true };

export async function watch(
  tx: Tx,
  request: Context,
  type: AnyRecordType,
  id: string,
): Promise<VersionedRow> {
  const { before, context, stored, own } = await lockToWatch(tx, request, type, id);
  if (own.length > 0) return before;
  requireRoom(before, stored.length + 1);
  const { email } = context.actor;
  const added = [{ kind: 'watcher' as const, email, source: 'watch' as const }];
  const change = { added, removed: [], after: [...stored, ...added] };
  return save(tx, context, type as EngineType, before, stored, change, silently);
}

export async function unwatch(
  tx: Tx,
  request: Context,
  type: AnyRecordType,
  id: string,
): Promise<VersionedRow> {
  const { before, context, stored, own } = await lockToWatch(tx, request, type, id);
  const after = stored.filter((one) => !own.includes(one));
  const change = { added: [], removed: own, after };
  return save(tx, context, type as EngineType, before, stored, change, silently);
}
