// Rebuilds past writes from the audit trail: each record as it was before them, and what each changed.
import type { FieldDiff } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type AnyAutomation, findNotes, type NoteRow } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';
import { byId, hasId, type PastEntry, readPast } from './past.sql.ts';

/** People and systems asked for these changes; those of rules are not among them. */
export interface PastWrite {
  at: string;
  recordId: string;
  isCreation: boolean;
  changes: FieldDiff;
  note: NoteRow | undefined;
}

export interface Past {
  /** The oldest comes first. */
  writes: PastWrite[];
  /** Each record as it was before the first of its writes. */
  before: ReadonlyMap<string, Row>;
  isComplete: boolean;
}

const CUSTOM = 'custom.';
const NOTE = 'work_note';

const withValue = (row: Row, field: string, value: unknown): Row => {
  if (field.startsWith(CUSTOM)) {
    const { [field.slice(CUSTOM.length)]: _, ...others } = row.custom_values ?? {};
    const values = value === null ? others : { ...others, [field.slice(CUSTOM.length)]: value };
    return { ...row, custom_values: Object.keys(values).length > 0 ? values : null };
  }
  return field in row ? { ...row, [field]: value } : row;
};

/** Sets one side of each change in a row. */
export const withChanges = (row: Row, changes: FieldDiff, side: 'from' | 'to'): Row =>
  Object.entries(changes).reduce(
    (next, [field, change]) => withValue(next, field, change[side]),
    row,
  );

const READ_AT_ONCE = 500;

async function readRows(
  db: Db | Tx,
  { type }: AnyAutomation,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const some = ids.slice(at, at + READ_AT_ONCE);
    const found = await type.table.findSome(db, hasId(some), byId, READ_AT_ONCE);
    for (const row of found) rows.set(row.id, row);
  }
  return rows;
}

async function readNotes(
  db: Db | Tx,
  entries: readonly PastEntry[],
): Promise<ReadonlyMap<string, NoteRow>> {
  const ids = entries.flatMap(({ changes }) => (changes?.[NOTE]?.to as string | undefined) ?? []);
  const notes = new Map<string, NoteRow>();
  for (let at = 0; at < ids.length; at += READ_AT_ONCE)
    for (const note of await findNotes(db, ids.slice(at, at + READ_AT_ONCE)))
      notes.set(note.id, note);
  return notes;
}

const isOfRule = ({ cause }: PastEntry): boolean =>
  cause?.kind === 'rule' || cause?.kind === 'rule_chain';

/** The entries of one version are of one write. */
const joinEntries = (entries: readonly PastEntry[], creation: string): PastWrite | undefined => {
  const asked = entries.filter((one) => !isOfRule(one));
  const [first] = asked;
  if (!first) return undefined;
  const changes: FieldDiff = {};
  for (const entry of asked)
    for (const [field, { from, to }] of Object.entries(entry.changes ?? {}))
      changes[field] = { from: changes[field]?.from ?? from, to };
  const isCreation = asked.some(({ kind }) => kind === creation);
  return { at: first.at, recordId: first.record_id, isCreation, changes, note: undefined };
};

/** The texts of a duplicate are not part of what a rule could change, so only creations and updates count. */
export async function readPastWrites(
  db: Db | Tx,
  automation: AnyAutomation,
  since: string,
  limit: number,
): Promise<Past> {
  const { type } = automation.type;
  const kinds = ['created', 'updated'].map((verb) => `${type}.${verb}`);
  const { entries, isComplete } = await readPast(db, kinds, since, limit);
  const ids = [...new Set(entries.map(({ record_id }) => record_id))];
  const [rows, notes] = [await readRows(db, automation, ids), await readNotes(db, entries)];
  const known = entries.filter(({ record_id }) => rows.has(record_id));
  // The newest come first, so each step undoes one entry.
  for (const { record_id, changes } of known) {
    const row = rows.get(record_id);
    if (row) rows.set(record_id, withChanges(row, changes ?? {}, 'from'));
  }
  const groups = Map.groupBy(
    known.toReversed(),
    ({ record_id, record_version }) => `${record_id} ${record_version}`,
  );
  const writes = [...groups.values()].flatMap((group) => {
    const write = joinEntries(group, `${type}.created`);
    return write ? [{ ...write, note: notes.get((write.changes[NOTE]?.to as string) ?? '') }] : [];
  });
  return { writes, before: rows, isComplete };
}
