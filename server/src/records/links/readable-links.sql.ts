// Links of a record are read with the records at their other ends, of which the viewer must be able to read each.
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../platform/context.ts';
import type { ListRequest, ListSpec, Page } from '../../platform/lists/list-spec.ts';
import { MAX_PAGE_BYTES } from '../../platform/lists/rows.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type AnyRecordType, readableTypes, stateColumnOf } from '../record-type.ts';
import { viewerOf } from '../visibility.ts';
import type { LinkField, LinkKind } from './link-fields.ts';

export interface LinkRow {
  id: string;
  kind: LinkKind;
  /** The record of the list is the first end of an `out` link. */
  direction: 'out' | 'in';
  /** The link follows from this field of its first end. */
  field: string | null;
  type: string;
  record_id: string;
  short_description: string;
  /** A type without states has null. */
  state: string | null;
}

export interface LinkedRecord {
  type: AnyRecordType;
  row: { id: string; created_at: string };
}

type Window = Pick<ListRequest, 'order' | 'limit' | 'after'>;

/** One part reads the links with records of one type in one direction. */
interface Part {
  other: AnyRecordType;
  id: RawBuilder<unknown>;
  kind: RawBuilder<unknown>;
  direction: LinkRow['direction'];
  field?: string;
  join?: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

const columnOf = ({ table }: AnyRecordType, column: string): RawBuilder<string> =>
  sql.ref<string>(`${table.name}.${column}`);

const stateOf = (type: AnyRecordType): RawBuilder<unknown> => {
  const column = stateColumnOf(type);
  return column === undefined ? sql`null::text` : columnOf(type, column);
};

/** Selects the records of a type that the viewer may read; null if there are none. */
function readableOf(
  type: AnyRecordType,
  { actor }: Pick<Viewer, 'actor'>,
): RawBuilder<boolean> | null {
  const viewer = viewerOf(type, { actor });
  if (!viewer) return null;
  const isPresent = type.table.keepsDeleted
    ? sql`${columnOf(type, 'deleted_at')} is null`
    : sql`true`;
  return viewer.reach === 'own' && type.visibility
    ? sql<boolean>`(${isPresent} and ${type.visibility.where(viewer)})`
    : sql<boolean>`(${isPresent})`;
}

const storedParts = ({ row }: LinkedRecord, other: AnyRecordType): Part[] =>
  (
    [
      ['out', 'source', 'target'],
      ['in', 'target', 'source'],
    ] as const
  ).map(([direction, own, end]) => ({
    other,
    id: sql.ref('record_links.id'),
    kind: sql.ref('record_links.kind'),
    direction,
    join: sql`join record_links on ${sql.ref(`record_links.${end}_id`)} = ${columnOf(other, 'id')}`,
    where: sql`${sql.ref(`record_links.${own}_id`)} = ${row.id} and ${sql.ref(`record_links.${end}_type`)} = ${other.type}`,
  }));

/** The id of a link that follows from a field. */
const fieldLinkId = (field: string, id: string): string => `${field}.${id}`;

const kindOf = (
  { kind }: LinkField,
  created: RawBuilder<string>,
  createdOther: RawBuilder<string>,
): RawBuilder<unknown> =>
  typeof kind === 'function' ? kind(created, createdOther) : sql`${kind}::text`;

const fieldsTo = (from: AnyRecordType, to: AnyRecordType): readonly LinkField[] =>
  (from.linkFields ?? []).filter((field) => field.to === to.type);

const fieldParts = ({ type, row }: LinkedRecord, other: AnyRecordType): Part[] => {
  const own = sql<string>`${row.created_at}::timestamptz`;
  const createdOther = columnOf(other, 'created_at');
  return [
    ...fieldsTo(type, other).map((field) => ({
      other,
      id: sql`${fieldLinkId(field.column, row.id)}::text`,
      kind: kindOf(field, own, createdOther),
      direction: 'out' as const,
      field: field.column,
      where: sql`${columnOf(other, 'id')} = ${(row as Record<string, unknown>)[field.column]}::text`,
    })),
    ...fieldsTo(other, type).map((field) => ({
      other,
      id: sql`${`${field.column}.`}::text || ${columnOf(other, 'id')}`,
      kind: kindOf(field, createdOther, own),
      direction: 'in' as const,
      field: field.column,
      where: sql`${columnOf(other, field.column)} = ${row.id}`,
    })),
  ];
};

const selectPart = (
  { other, id, kind, direction, field, join = sql``, where }: Part,
  readable: RawBuilder<boolean>,
  condition: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
  rest: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const sorted = sql`(${id}) collate "C"`;
  return sql`(select ${sorted} as id, ${kind} as kind, ${direction}::text as direction, ${field ?? null}::text as field,
      ${other.type}::text as type, ${columnOf(other, 'id')} as record_id,
      ${columnOf(other, other.labelColumn ?? 'id')} as short_description, ${stateOf(other)} as state
    from ${sql.table(other.table.name)} ${join}
    where ${where} and ${readable} and ${condition(sorted)} ${rest})`;
};

/** Reads the links in one statement: a part for each type at the other end, with the rule of that type. */
async function selectLinks(
  db: Db | Tx,
  record: LinkedRecord,
  viewer: Pick<Viewer, 'actor'>,
  condition: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
  { order, limit }: Pick<Window, 'order' | 'limit'>,
): Promise<LinkRow[]> {
  const rest = sql`order by 1 ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit}`;
  const parts = readableTypes().flatMap((other) => {
    const readable = readableOf(other, viewer);
    return readable
      ? [...storedParts(record, other), ...fieldParts(record, other)].map((part) =>
          selectPart(part, readable, condition, rest),
        )
      : [];
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<LinkRow>`${sql.join(parts, sql` union all `)} ${rest}`.execute(db);
  return rows;
}

export const linkList: ListSpec<LinkRow> = {
  name: 'record_links',
  table: 'record_links',
  columns: ['id', 'kind', 'direction', 'field', 'type', 'record_id', 'short_description', 'state'],
  large: [],
  sorts: { id: 'text' },
  mainSort: 'id',
  filters: {},
  total: 'none',
};

/** Reads a page in the order of the ids. */
export const readLinks =
  (record: LinkedRecord, viewer: Pick<Viewer, 'actor'>) =>
  async (
    { db }: { db: Db | Tx },
    _spec: ListSpec<LinkRow>,
    { order, limit, after }: Window,
  ): Promise<Page<LinkRow>> => {
    const last = after?.[1];
    const further = (id: RawBuilder<unknown>) =>
      last === undefined
        ? sql`true`
        : sql`${id} ${order === 'asc' ? sql`>` : sql`<`} ${last}::text`;
    const rows = await selectLinks(db, record, viewer, further, { order, limit: limit + 1 });
    return {
      rows: rows.slice(0, limit),
      hasMore: rows.length > limit,
      mostBytes: MAX_PAGE_BYTES,
      isCut: false,
    };
  };

export async function findReadableLink(
  db: Db | Tx,
  record: LinkedRecord,
  viewer: Pick<Viewer, 'actor'>,
  linkId: string,
): Promise<LinkRow | undefined> {
  const isIt = (id: RawBuilder<unknown>) => sql`${id} = ${linkId}::text`;
  return (await selectLinks(db, record, viewer, isIt, { order: 'asc', limit: 1 }))[0];
}

/** An entry about a link names the record at the other end. */
const OTHER_END = sql`coalesce(timeline.changes #>> '{links,to,record,id}', timeline.changes #>> '{links,from,record,id}')`;

/** Selects the entries of a timeline but those about links to records that the viewer may not read. */
export function readableEntries(viewer: Pick<Viewer, 'actor'>): RawBuilder<boolean> {
  const ends = readableTypes().flatMap((type) => {
    const readable = readableOf(type, viewer);
    return readable
      ? sql`exists (select from ${sql.table(type.table.name)} where ${columnOf(type, 'id')} = ${OTHER_END} and ${readable})`
      : [];
  });
  return sql<boolean>`(kind not like 'link.%' or ${sql.join([sql`false`, ...ends], sql` or `)})`;
}

const patternOf = ({ schema }: AnyRecordType): string | undefined => {
  const id: { pattern?: string } | undefined = schema?.properties['id'];
  return id?.pattern;
};

/** Returns the type whose ids have the form of this one. */
export const typeOfId = (id: string): AnyRecordType | undefined =>
  readableTypes().find((type) => {
    const pattern = patternOf(type);
    return pattern !== undefined && new RegExp(pattern, 'u').test(id);
  });
