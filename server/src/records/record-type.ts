// A record type is described once: its table, who sees a record, which fields are audited, and the events of an update.
import type { EntryKind, EventType, RecordName } from '../events/index.ts';
import type { AuditContext, Viewer } from '../platform/context.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import { Registry } from '../platform/runtime/registry.ts';
import type { Scope } from '../platform/lists/list-spec.ts';
import type { RawBuilder } from 'kysely';
import type { TObject } from 'typebox';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { Decisions } from './decisions/decidable.ts';
import type { AddedNote } from './notes/added-note.ts';
import type { LinkField } from './links/link-fields.ts';
import type { NotePolicies } from './notes/notes.rights.ts';
import type { RecordTable } from './record-table.ts';

export interface VersionedRow {
  id: string;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Decides which records a caller sees whose reach is not `all`. The members must agree. */
export interface RowVisibility<Row> {
  /** The columns that `canSee` reads; needed by types that have readers. */
  columns?: readonly string[];
  /** The values from other tables that `canSee` reads, by their names in the row. */
  related?: Readonly<Record<string, () => RawBuilder<unknown>>>;
  canSee(row: Row, viewer: Viewer): boolean;
  /** Limits a list; its key identifies the view in cursors. */
  scope(viewer: Viewer): Scope;
  /** Limits a statement that joins the table under its own name. */
  where(viewer: Viewer): RawBuilder<boolean>;
  /** These callers read no events: one of a record that they see now may quote text that they were never to see. */
  hidesEvents?: true;
}

/** Timelines refer to notes that are stored at other records of the type. */
interface TimelineOfOthers<Row> {
  /** Returns those that the viewer may read, at most some hundreds. */
  find(
    db: Db,
    row: Row,
    viewer: Viewer,
  ): Promise<readonly Pick<VersionedRow, 'id' | 'created_at'>[]>;
  /** Entries that changed one of these fields are shown too, with nothing else, to callers of reach `all`. */
  fields: readonly string[];
}

/** A write adds notes, and may pass through rows on its way. */
export interface WriteSteps<Row> {
  notes: readonly AddedNote[];
  through: readonly Row[];
}

type RolePolicy = Exclude<Policy, 'public'>;

/** `C` is the context that the type's events and hooks need. */
export interface RecordType<Row extends VersionedRow, C extends AuditContext = AuditContext> {
  type: RecordName;
  /** Messages name the type with it; omitted where the id is clear enough. */
  noun?: string;
  /** The collection below the API root and its page in the console have the same path. */
  path: string;
  table: RecordTable<Row>;
  /** The full representation; the fields of conditions are derived from it. */
  schema?: TObject;
  /** Audit entries record these fields. Never list a hash. */
  auditedFields: readonly (keyof Row & string)[];
  /** Audited fields that are not recorded at creation, because they always begin with the same value. */
  auditedLater?: readonly (keyof Row & string)[];
  /** The database gives these values to a new record; rules read them before it is stored. */
  initial?: Partial<Row>;
  /** Audit entries contain these fields, but the record's representation does not. */
  internalFields?: readonly string[];
  /** Replaces the id in audit entries, where the id of the row is a secret. */
  auditId?(row: Row): string;
  /** Masks hide the values of fields that may contain a credential. */
  masks?: Partial<Record<keyof Row & string, (value: unknown) => unknown>>;
  /** Without it, every caller that passes the route's policy sees every record. */
  visibility?: RowVisibility<Row>;
  /** Events and stored copies of a record follow these policies; `deleted` applies if the record is deleted. */
  readers?: { policy: RolePolicy; deleted: RolePolicy };
  notes?: NotePolicies;
  /** The links of a record include the records that these fields name. */
  linkFields?: readonly LinkField[];
  /** The first of these columns that is set names the requester, who takes part in the record. */
  requesterColumns?: readonly (keyof Row & string)[];
  /** Other records show the name in this column beside the id. */
  labelColumn?: keyof Row & string;
  /** A person's entry in the directory lists the records that name the person here; `open` limits them to these states. */
  ofPerson?: { columns: readonly (keyof Row & string)[]; open?: readonly string[] };
  /**
   * People and groups work on the records in these states, named by `assigned_to` and `assignment_group`: a renamed group
   * takes them along, and those of somebody who leaves are handed over. The editors may work on them; those of its notes,
   * if omitted.
   */
  work?: { open: readonly string[]; editors?: RolePolicy };
  /** The column names a group that does not work on the records: when it is renamed, all of them get the new name. */
  groupColumn?: keyof Row & string;
  /** Records of the type wait for decisions in the state `submitted`. */
  decisions?: Decisions;
  /** Returns the e-mail address of the owner, who is a stakeholder of records that refer to this one. */
  owner?(row: Row): string | null;
  /** Returns further times, besides `updated_at`, before which no update may be dated. */
  lastTimes?(row: Row): readonly (string | null)[];
  /** Computes columns that follow from others, before every save. */
  derive?(row: Row): Row;
  /**
   * Computes columns that follow from the write and from what other records define, before it is compared with `before`,
   * which is null for a new record. It returns the same row if there is nothing to compute.
   */
  beforeSave?(
    tx: Tx,
    context: C,
    before: Row | null,
    next: Row,
    steps: WriteSteps<Row>,
  ): Promise<Row>;
  /**
   * Returns the events that the contract names, in its order; `before` is null for a new record. The engine adds those of
   * every write by `writeEvents` in the catalogue. A type with events has the column event_sequence, which the engine sets.
   */
  events?(before: Row | null, after: Row): readonly EventType[];
  eventData?(row: Row, context: C): object;
  /** Throws the error for a record that no request may change now, except by notes. */
  requireWritable?(tx: Tx, viewer: Viewer, row: Row): Promise<void>;
  /** Callers of reach `own` see these audited fields in no timeline and no event. */
  hiddenFromOwn?: readonly string[];
  /** The timeline also shows notes of these records, as entries of theirs, and when these fields changed. */
  timelineOf?: TimelineOfOthers<Row>;
  /** Applies effects of time that are due before the update. */
  onLock?(tx: Tx, context: C, row: Row): Promise<Row>;
  /** Applies effects of time that the update itself made due. */
  onSave?(tx: Tx, context: C, row: Row): Promise<Row>;
}

export const entryKind = (
  { type }: { type: RecordName },
  verb: 'created' | 'updated' | 'deleted' | 'restored',
): EntryKind => `${type}.${verb}` as EntryKind;

/** `any`, because the rows of record types differ. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyRecordType = RecordType<any, any>;

const offered = new Registry<RecordName, AnyRecordType>('record types');

/** Makes the types known to event visibility and to records that refer to them. */
export const offerRecordTypes = (types: readonly AnyRecordType[]): void =>
  offered.set(types.map((type) => [type.type, type]));

export const recordUrls = ({ path }: { path: string }, id: string, baseUrl: string) => ({
  url: apiUrl(baseUrl, `${path}/${id}`),
  html_url: `${baseUrl}/console${path}/${id}`,
});

/** Callers of reach `own` learn neither who watches a record of any type, nor how a mail found it. */
const HIDDEN_FROM_OWN = ['watchers', 'message'];

export const fieldsHiddenFromOwn = ({
  hiddenFromOwn = [],
}: Pick<AnyRecordType, 'hiddenFromOwn'>): readonly string[] => [
  ...HIDDEN_FROM_OWN,
  ...hiddenFromOwn,
];

/** CIs have a status instead of a state. */
const STATE_COLUMNS = ['state', 'status'];

/** Returns undefined for a type without states. */
export const stateColumnOf = ({ table }: Pick<AnyRecordType, 'table'>): string | undefined =>
  STATE_COLUMNS.find((one) => table.columns.includes(one));

/** Returns the first person whom the requester columns name. */
export const requesterOf = (
  { requesterColumns = [] }: Pick<AnyRecordType, 'requesterColumns'>,
  row: object,
): string | null =>
  requesterColumns
    .map((column: string) => (row as Record<string, unknown>)[column])
    .find((one): one is string => typeof one === 'string') ?? null;

export const isDeleted = (row: object): boolean =>
  ((row as { deleted_at?: string | null }).deleted_at ?? null) !== null;

export const typeNamed = (name: string): AnyRecordType | undefined =>
  offered.get(name as RecordName);

/** Only types with readers have events. */
export const readableTypes = (): AnyRecordType[] =>
  offered.all().filter(({ readers }) => readers !== undefined);

/** Returns the types whose records name a person. */
export const typesOfPeople = (): AnyRecordType[] =>
  offered.all().filter(({ ofPerson }) => ofPerson !== undefined);

export const typesOfWork = (): AnyRecordType[] =>
  offered.all().filter(({ work }) => work !== undefined);

export const typesWithGroupColumn = (): AnyRecordType[] =>
  offered.all().filter(({ groupColumn }) => groupColumn !== undefined);

export const typesWithDecisions = (): AnyRecordType[] =>
  offered.all().filter(({ decisions }) => decisions !== undefined);

/** Returns null if there is no id, no such record, no owner, or no feature that knows the type. */
export async function ownerOf(db: Db, type: RecordName, id: string | null): Promise<string | null> {
  const known = offered.get(type);
  if (id === null || !known?.owner) return null;
  const row = await known.table.find(db, id);
  return row && !isDeleted(row) ? known.owner(row) : null;
}
