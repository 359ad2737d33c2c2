// A record is found by its id, by the words of its list, and by the words of the notes that the caller may read.
import type { TSchema } from 'typebox';
import type { Viewer } from '../../platform/context.ts';
import { highlightsOf } from '../../platform/lists/highlights.ts';
import { list } from '../../platform/lists/list.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { viewerOf } from '../events/event-variants.ts';
import { noteView } from '../notes/notes.rights.ts';
import { isDeleted, type RecordType, recordUrls, type VersionedRow } from '../record-type.ts';
import { scopeOf } from '../visibility.ts';
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

/** Returns the record whose id the query is, in any case, if the caller may see it. */
export async function findVisibleById<Row extends VersionedRow>(
  // eslint-disable-next-line typescript/no-explicit-any
  { table, visibility }: Pick<RecordType<Row, any>, 'table' | 'visibility'>,
  id: TSchema,
  { deps, q }: Pick<SearchRequest, 'deps' | 'q'>,
  viewer: Viewer,
): Promise<Row | undefined> {
  const typed = q.trim().toUpperCase();
  const { pattern = '' } = id as { pattern?: string };
  if (!new RegExp(pattern, 'u').test(typed)) return undefined;
  const row = await table.find(deps.db, typed);
  const isVisible = row && !isDeleted(row) && (visibility?.canSee(row, viewer) ?? true);
  return isVisible ? row : undefined;
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

  return {
    type,
    async search(request): Promise<SearchGroup | undefined> {
      const viewer = viewerOf(record, request);
      if (!viewer) return undefined;
      const { deps, q, limit, baseUrl } = request;
      const named = await findVisibleById(record, id, request, viewer);
      const byId = named ? [summarize(named as never)] : [];
      const words = request.hasWords ? await readNewest(request, viewer, { limit, q }) : undefined;
      const notes = request.hasWords ? await findInNotes(request, viewer) : [];
      const known = [...byId, ...(words?.found ?? [])];
      const rows = await Promise.all(
        notes
          .filter((note) => !known.some((one) => one.id === note.record_id))
          .map((note) => record.table.find(deps.db, note.record_id)),
      );
      const ofNotes = rows.flatMap((row) => (row ? [summarize(row as never)] : []));
      const found = [...new Map([...known, ...ofNotes].map((one) => [one.id, one])).values()].slice(
        0,
        limit,
      );
      const ids = found.map((one) => one.id);
      const headlines = request.hasWords
        ? await readHeadlines(deps.db, { table: record.table.name, title, text, q, ids, notes })
        : new Map<string, Headlines>();
      const total = ofNotes.length === 0 && !words?.total?.isLowerBound ? words?.total : undefined;
      return {
        ...(byId.length > 0 && { isId: true as const }),
        ...(total && { total: Math.max(total.total, found.length) }),
        hits: found.map((one) => ({
          ...one,
          url: recordUrls(record, one.id, baseUrl).url,
          highlights: highlightsOf(headlines.get(one.id) ?? {}, ['title', 'text', 'note']),
        })),
      };
    },
  };
}
