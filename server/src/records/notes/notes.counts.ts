// The number of notes that a reader can see is computed from counts in the row of their record.
import { isSamePerson } from '../../platform/context.ts';
import type { Visibility } from './notes.schema.ts';

/** The view also includes the viewer's own private notes. */
export interface NoteView {
  visibilities: readonly Visibility[];
  /** The viewer has these addresses, or had them. */
  addresses: readonly string[];
}

export interface NoteCounts {
  total: number;
  public: number;
  /** Private notes are counted by author, because authors may read their own. */
  private: Record<string, number>;
}

export interface RowWithCounts {
  work_notes_count: number;
  /** The value is null if there are no notes. */
  note_counts: NoteCounts | null;
}

const NONE: NoteCounts = { total: 0, public: 0, private: {} };

export function withNote(
  { note_counts }: Pick<RowWithCounts, 'note_counts'>,
  { visibility, author }: { visibility: Visibility; author: string },
): NoteCounts {
  const counts = note_counts ?? NONE;
  const own = counts.private[author] ?? 0;
  return {
    total: counts.total + 1,
    public: counts.public + (visibility === 'public' ? 1 : 0),
    private: visibility === 'private' ? { ...counts.private, [author]: own + 1 } : counts.private,
  };
}

/** Returns the row of a record with more notes. */
export function withNotes<Row extends object>(
  row: Row,
  notes: readonly { visibility: Visibility; author: string }[],
): Row {
  if (notes.length === 0) return row;
  const { work_notes_count = 0, note_counts = null } = row as Partial<RowWithCounts>;
  const counts = notes.reduce<NoteCounts | null>(
    (sum, note) => withNote({ note_counts: sum }, note),
    note_counts,
  );
  return { ...row, work_notes_count: work_notes_count + notes.length, note_counts: counts };
}

/** Returns the `total` of the note list for this reader. */
export function countReadable(row: RowWithCounts, { visibilities, addresses }: NoteView): number {
  const counts = row.note_counts ?? NONE;
  const sumOf = (some: [author: string, n: number][]) => some.reduce((sum, [, n]) => sum + n, 0);
  const byAuthor = Object.entries(counts.private);
  const allPrivate = sumOf(byAuthor);
  const byVisibility: Record<Visibility, number> = {
    public: counts.public,
    team: row.work_notes_count - counts.public - allPrivate,
    private: allPrivate,
  };
  const own = visibilities.includes('private')
    ? 0
    : sumOf(byAuthor.filter(([author]) => addresses.some((one) => isSamePerson(author, one))));
  return visibilities.reduce((sum, visibility) => sum + byVisibility[visibility], own);
}
