// A record is found by its id, by the words of its list, and by the words of the notes that the caller may read.
import type { TSchema } from 'typebox';
import type { Viewer } from '../../platform/context.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import { list } from '../../platform/lists/list.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { noteView } from '../notes/notes.rights.ts';
import { type RecordType, recordUrls, type VersionedRow } from '../record-type.ts';
import { findVisible, scopeOf, viewerOf } from '../visibility.ts';
import { findNotes, type FoundNote, type OwnRecords, readMarked } from './search.sql.ts';
import type { SearchedType, SearchGroup, SearchRequest, SearchSource } from './search-source.ts';

interface SourceOptions<Row> {
  type: SearchedType;
  /** Ids are compared in capital letters. */
  id: TSchema;
  state: keyof Row & string;
  /** Fragments of this column show a match. */
  text: keyof Row & string;
}

// eslint-disable-next-line typescript/no-explicit-any
type ListedType<Row extends VersionedRow> = RecordType<Row, any> & {
  table: { list: ListSpec<never> };
};

/** The notes of so many own records, the newest, are searched before those of the others. */
const MAX_OWN_RECORDS = 200;

const patternOf = (schema: TSchema): string => (schema as { pattern?: string }).pattern ?? '';

/** Returns the id that a query is, in any case; undefined if it has not the form of one. */
export function typedId(q: string, schema: TSchema): string | undefined {
  const typed = q.trim().toUpperCase();
  return new RegExp(patternOf(schema), 'u').test(typed) ? typed : undefined;
}

/** The pattern of an id begins with its letters. */
const prefixOf = (schema: TSchema): string => /[A-Z]+/.exec(patternOf(schema))?.[0] ?? '';

export function recordSource<Row extends VersionedRow>(
  record: ListedType<Row>,
  { type, id, state, text }: SourceOptions<Row>,
): SearchSource {
  const spec = record.table.list as unknown as ListSpec;
  const title = record.labelColumn ?? 'id';
  const prefix = prefixOf(id);

  /** Without `q` it reads the newest records that the caller may see. */
  const readNewest = async (
    { deps, now }: SearchRequest,
    viewer: Viewer,
    { limit, q }: { limit: number; q?: string },
  ) => {
    const request = { now, q, filters: {}, scope: scopeOf(record, viewer), limit };
    const { rows, total, hasMore } = await list(deps, spec, {
      ...request,
      fields: ['id'],
      sort: spec.mainSort,
      order: 'desc',
      allowsBlank: true,
    });
    return { ids: rows.map((row) => String(row['id'])), total, hasMore };
  };

  const readOwn = async (
    request: SearchRequest,
    viewer: Viewer,
  ): Promise<OwnRecords | undefined> => {
    if (viewer.reach === 'all' || !record.visibility) return undefined;
    const { ids, hasMore } = await readNewest(request, viewer, { limit: MAX_OWN_RECORDS });
    return { ids, isComplete: !hasMore, where: record.visibility.where(viewer) };
  };

  const findInNotes = async (request: SearchRequest, viewer: Viewer): Promise<FoundNote[]> => {
    if (!record.notes) return [];
    const { deps, q, limit } = request;
    const own = await readOwn(request, viewer);
    if (own?.ids.length === 0) return [];
    const view = noteView(record.notes, viewer);
    return findNotes(deps.db, { table: record.table, prefix, q, view, own, limit });
  };

  return {
    type,
    async findById(request) {
      const typed = typedId(request.q, id);
      const viewer = viewerOf(record, request);
      if (!typed || !viewer) return undefined;
      const row = await findVisible<Row>(request.deps.db, record, typed, viewer);
      return (
        row && {
          id: row.id,
          title: String(row[title as keyof Row]),
          state: String(row[state]),
          url: recordUrls(record, row.id, request.baseUrl).url,
          highlights: [],
        }
      );
    },
    async search(request): Promise<SearchGroup | undefined> {
      const viewer = viewerOf(record, request);
      if (!viewer) return undefined;
      const { deps, q, limit, baseUrl } = request;
      const words = await readNewest(request, viewer, { limit, q });
      const notes = await findInNotes(request, viewer);
      const others = notes.flatMap((one) => (words.ids.includes(one.record_id) ? [] : one));
      const ids = [...words.ids, ...others.map((one) => one.record_id)].slice(0, limit);
      const table = record.table.name;
      const found = await readMarked(deps.db, { table, title, state, text, q, ids, notes });
      const { total } = words;
      return {
        // Records that only a note matches are not counted.
        ...(total && !total.isLowerBound && others.length === 0 && { total: total.total }),
        hits: found.map(({ headlines, ...one }) => ({
          ...one,
          url: recordUrls(record, one.id, baseUrl).url,
          highlights: highlightsOf(headlines, ['title', 'text', 'note']),
        })),
      };
    },
  };
}
