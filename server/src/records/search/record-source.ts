// A record is found by its id, by the words of its list, and by the words of the notes that the caller may read.
import type { TSchema } from 'typebox';
import type { Viewer } from '../../platform/context.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import { list } from '../../platform/lists/list.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { noteView } from '../notes/notes.rights.ts';
import { type RecordType, recordUrls, type VersionedRow } from '../record-type.ts';
import { findVisible, scopeOf, viewerOf } from '../visibility.ts';
import { findNotes, type FoundNote, type Headlines, readHeadlines } from './search.sql.ts';
import type { SearchedType, SearchGroup, SearchRequest, SearchSource } from './search-source.ts';

interface RowSummary {
  id: string;
  title: string;
  state?: string;
}

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

/** The notes of so many own records are searched, newest records first. */
const MAX_OWN_RECORDS = 200;

/** Returns the id that a query is, in any case; undefined if it has not the form of one. */
export function typedId(q: string, schema: TSchema): string | undefined {
  const typed = q.trim().toUpperCase();
  const { pattern = '' } = schema as { pattern?: string };
  return new RegExp(pattern, 'u').test(typed) ? typed : undefined;
}

export function recordSource<Row extends VersionedRow>(
  record: ListedType<Row>,
  { type, id, state, text }: SourceOptions<Row>,
): SearchSource {
  const spec = record.table.list as unknown as ListSpec;
  const title = record.labelColumn ?? 'id';
  const summarize = (row: Readonly<Record<string, unknown>>): RowSummary => ({
    id: String(row['id']),
    title: String(row[title]),
    state: String(row[state]),
  });

  /** Without `q` it reads the newest records that the caller may see. */
  const readNewest = async (
    { deps, now }: SearchRequest,
    viewer: Viewer,
    { limit, q }: { limit: number; q?: string },
  ) => {
    const request = { now, q, filters: {}, scope: scopeOf(record, viewer), limit };
    const { rows, total } = await list(deps, spec, {
      ...request,
      fields: [title, state],
      sort: spec.mainSort,
      order: 'desc',
    });
    return { found: rows.map(summarize), total };
  };

  const findInNotes = async (request: SearchRequest, viewer: Viewer): Promise<FoundNote[]> => {
    if (!record.notes) return [];
    const { deps, q, limit } = request;
    const within =
      viewer.reach === 'all'
        ? undefined
        : (await readNewest(request, viewer, { limit: MAX_OWN_RECORDS })).found.map(
            (one) => one.id,
          );
    const view = noteView(record.notes, viewer);
    return findNotes(deps.db, { table: record.table, q, view, within, limit });
  };

  const findById = async ({ deps, q }: SearchRequest, viewer: Viewer): Promise<RowSummary[]> => {
    const typed = typedId(q, id);
    const row = typed && (await findVisible<Row>(deps.db, record, typed, viewer));
    return row ? [summarize(row as never)] : [];
  };

  const findByNotes = async ({ deps }: SearchRequest, notes: readonly FoundNote[]) => {
    const rows = await Promise.all(
      notes.map(({ record_id }) => record.table.find(deps.db, record_id)),
    );
    return rows.flatMap((row) => (row ? [summarize(row as never)] : []));
  };

  return {
    type,
    async search(request): Promise<SearchGroup | undefined> {
      const viewer = viewerOf(record, request);
      if (!viewer) return undefined;
      const { deps, q, limit, baseUrl, hasWords } = request;
      const byId = await findById(request, viewer);
      const words = hasWords ? await readNewest(request, viewer, { limit, q }) : undefined;
      const notes = hasWords ? await findInNotes(request, viewer) : [];
      const known = new Map([...byId, ...(words?.found ?? [])].map((one) => [one.id, one]));
      const others = notes.filter(({ record_id }) => !known.has(record_id));
      const found = [...known.values(), ...(await findByNotes(request, others))].slice(0, limit);
      const ids = found.map((one) => one.id);
      const headlines = hasWords
        ? await readHeadlines(deps.db, { table: record.table.name, title, text, q, ids, notes })
        : new Map<string, Headlines>();
      const total = words?.total;
      return {
        ...(byId.length > 0 && { isId: true as const }),
        // Records that only a note matches are not counted.
        ...(total && !total.isLowerBound && others.length === 0 && { total: total.total }),
        hits: found.map((one) => ({
          ...one,
          url: recordUrls(record, one.id, baseUrl).url,
          highlights: highlightsOf(headlines.get(one.id) ?? {}, ['title', 'text', 'note']),
        })),
      };
    },
  };
}
