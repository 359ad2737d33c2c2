// The current row of a record decides how much of its events a caller may read, without a query per caller.
import { type RawBuilder, sql } from 'kysely';
import type { EventVariant, RecordFacts, StoredEvent } from '../../events/index.ts';
import type { Actor, Viewer } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import {
  type CustomFields,
  customFieldsReader,
  noCustomFields,
} from '../../platform/runtime/custom-fields.ts';
import { hasCustom, withPublicCustom } from '../custom/custom.present.ts';
import { countReadable, type RowWithCounts } from '../notes/notes.counts.ts';
import { noteView } from '../notes/notes.rights.ts';
import {
  type AnyRecordType,
  fieldsHiddenFromOwn,
  typeNamed,
  type VersionedRow,
} from '../record-type.ts';
import { viewerOf } from '../visibility.ts';

type Row = VersionedRow & Record<string, unknown>;
type Reference = Pick<StoredEvent, 'record_type' | 'record_id'>;

const keyOf = ({ record_type, record_id }: Reference): string => `${record_type} ${record_id}`;

/** The facts have the definitions of custom fields under this key, if one of the events has values. */
const FIELDS = 'fields';
const readDefinitions = customFieldsReader();

const columnsOf = ({ table, notes, visibility }: AnyRecordType): RawBuilder<unknown>[] => [
  ...[
    'id',
    ...(table.keepsDeleted ? ['deleted_at'] : []),
    ...(notes ? ['work_notes_count', 'note_counts'] : []),
    ...(visibility?.columns ?? []),
  ].map((column) => sql.ref(column)),
  ...Object.entries(visibility?.related ?? {}).map(
    ([name, value]) => sql`${value()} as ${sql.ref(name)}`,
  ),
];

/** Reads the columns that the rules need, with one statement per record type. */
export async function factsAbout(
  db: Db,
  references: readonly (Reference & { data?: object })[],
): Promise<RecordFacts> {
  const facts = new Map<string, object>();
  if (references.some(({ data }) => data && hasCustom(data)))
    facts.set(FIELDS, await readDefinitions(db));
  for (const [name, some] of Map.groupBy(references, ({ record_type }) => record_type)) {
    const type = typeNamed(name);
    if (!type?.readers) continue;
    const ids = [...new Set(some.map(({ record_id }) => record_id))];
    const { rows } = await sql<Row>`
      select ${sql.join(columnsOf(type))}
      from ${sql.table(type.table.name)} where id = any(${ids}::text[])`.execute(db);
    for (const row of rows) facts.set(keyOf({ record_type: name, record_id: row.id }), row);
  }
  return facts;
}

export const readsDeleted = (
  { readers }: Pick<AnyRecordType, 'readers'>,
  { actor }: Pick<Viewer, 'actor'>,
): boolean => readers !== undefined && reachOf(readers.deleted, actor) !== undefined;

interface Data {
  id: string;
  sequence: number;
  note?: { visibility: string };
  changes?: Record<string, unknown>;
}

const withoutCount = ({ work_notes_count: _, ...others }: Record<string, unknown> = {}) => others;

const withoutWatchers = ({ watchers: _, ...others }: Record<string, unknown>) => others;

/** Keep in step with `ADDS_MORE_THAN_TEAM_NOTE` in event-visibility.ts. */
const onlyAddsTeamNote = ({ note, changes }: Data): boolean =>
  note !== undefined &&
  note.visibility !== 'public' &&
  Object.keys(withoutWatchers(withoutCount(changes))).length === 0;

const changesWatchers = ({ changes = {} }: Data): boolean => 'watchers' in changes;

/** Keep in step with `CHANGES_MORE_THAN_WATCHERS` in event-visibility.ts. */
const onlyChangesWatchers = (data: Data): boolean =>
  changesWatchers(data) && data.note === undefined && Object.keys(data.changes ?? {}).length === 1;

/** Evaluates the rules of one caller for one record type once. */
function rulesOf(type: AnyRecordType, actor: Actor) {
  const viewer = viewerOf(type, { actor });
  if (!viewer) return undefined;
  const { visibility, notes } = type;
  const view = notes && noteView(notes, viewer);
  const seesAll = viewer.reach === 'all' || !visibility;
  const seesDeleted = readsDeleted(type, viewer);
  const hidesNotes = (row: Row): boolean =>
    view !== undefined &&
    countReadable(row as unknown as RowWithCounts, view) < Number(row['work_notes_count']);
  return {
    isUnrestricted: seesAll && seesDeleted && (!view || view.visibilities.includes('private')),
    canSee: (row: Row): boolean => seesAll || visibility.canSee(row, viewer),
    canSeeEvent: (data: Data): boolean =>
      seesAll || (!visibility.hidesEvents && !onlyAddsTeamNote(data) && !onlyChangesWatchers(data)),
    seesDeleted,
    variantOf: (row: Row | undefined, data: object): EventVariant => {
      const hasHidden =
        type.hiddenFromOwn !== undefined || hasCustom(data) || changesWatchers(data as Data);
      const whole = viewer.reach === 'own' && hasHidden ? 'own' : 'whole';
      if (!row) return whole;
      if (row['deleted_at'] && !seesDeleted) return 'deleted';
      if (!hidesNotes(row)) return whole;
      return viewer.reach === 'all' ? 'without_count' : 'without_notes';
    },
    seesAll,
  };
}

type Rules = ReturnType<typeof rulesOf>;

/** Caches the rules of one caller by record type. */
export function rulesFor(actor: Actor): (type: string) => Rules {
  const rules = new Map<string, Rules>();
  return (name) => {
    if (!rules.has(name)) {
      const type = typeNamed(name);
      rules.set(name, type && rulesOf(type, actor));
    }
    return rules.get(name);
  };
}

/** Returns, for a stream, the variant that the caller reads; undefined if the caller may not read the event. */
export function variantsFor(
  actor: Actor,
): (event: StoredEvent, facts: RecordFacts) => EventVariant | undefined {
  const rules = rulesFor(actor);
  return (event, facts) => {
    const rule = rules(event.record_type);
    if (!rule) return undefined;
    if (rule.isUnrestricted) return 'whole';
    const row = facts.get(keyOf(event)) as Row | undefined;
    const canSee =
      rule.seesAll || (row && rule.canSee(row) && rule.canSeeEvent(event.data as Data));
    return canSee ? rule.variantOf(row, event.data) : undefined;
  };
}

/** Returns whether the caller may read the record; false if it is deleted. */
export function recordAccessFor(actor: Actor): (record: Reference, facts: RecordFacts) => boolean {
  const rules = rulesFor(actor);
  return (record, facts) => {
    const row = facts.get(keyOf(record)) as Row | undefined;
    return (
      row !== undefined && !row['deleted_at'] && rules(record.record_type)?.canSee(row) === true
    );
  };
}

/** Expects a page that contains only events that the caller may read. */
export const variantIn = (
  rules: ReturnType<typeof rulesFor>,
  event: StoredEvent,
  facts: RecordFacts,
): EventVariant =>
  rules(event.record_type)?.variantOf(facts.get(keyOf(event)) as Row | undefined, event.data) ??
  'whole';

/** Reduces the data to the deletion, so that copies of the record in other systems can follow it. */
const deletionOnly = ({ id, sequence, changes }: Data): object => ({
  id,
  sequence,
  ...(changes?.['deleted'] !== undefined && { changes: { deleted: changes['deleted'] } }),
});

/** These variants are for callers of reach `own`. */
const ofOwn = new Set<EventVariant>(['own', 'without_notes']);

const withoutHidden = (type: string, data: Data, fields: CustomFields): Data => {
  const hidden = fieldsHiddenFromOwn(typeNamed(type) ?? {});
  const { changes, ...rest } = withPublicCustom(type, fields, data);
  const shown = Object.entries(changes ?? {}).filter(([field]) => !hidden.includes(field));
  return { ...rest, ...(changes && { changes: Object.fromEntries(shown) }) };
};

/** The event's count includes all notes, so it is omitted if the caller may not read all of them. */
const withoutHiddenNotes =
  (readsTeamNotes: boolean) =>
  ({ note, changes, ...rest }: Data): object => ({
    ...rest,
    ...(changes && { changes: withoutCount(changes) }),
    ...(note && (readsTeamNotes || note.visibility === 'public') && { note }),
  });

const variants: Record<EventVariant, (data: Data) => object> = {
  whole: (data) => data,
  own: (data) => data,
  deleted: deletionOnly,
  without_count: withoutHiddenNotes(true),
  without_notes: withoutHiddenNotes(false),
};

export function asVariant(
  event: StoredEvent,
  variant: EventVariant,
  facts: RecordFacts,
): StoredEvent {
  if (variant === 'whole') return event;
  // Without the definitions, no custom value is shown.
  const fields = (facts.get(FIELDS) ?? noCustomFields) as CustomFields;
  const stored = event.data as Data;
  const data = ofOwn.has(variant) ? withoutHidden(event.record_type, stored, fields) : stored;
  return { ...event, data: variants[variant](data) };
}
