// How many notes an incident has for each reader, from what its row keeps of them.
import type { Visibility } from './notes.schema.ts';
import type { NoteView } from './notes.sql.ts';

export interface NoteCounts {
  total: number;
  public: number;
  /** By author, who may read their own. */
  private: Record<string, number>;
}

interface Counted {
  work_notes_count: number;
  /** Null if there are none. */
  note_counts: NoteCounts | null;
}

const NONE: NoteCounts = { total: 0, public: 0, private: {} };

/** The same with one note more. */
export function withNote(
  { note_counts }: Counted,
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

/** Those in the view: as many as a list of the notes has for this reader. */
export function countReadable(row: Counted, { visibilities, viewer }: NoteView): number {
  const counts = row.note_counts ?? NONE;
  const allPrivate = Object.values(counts.private).reduce((sum, n) => sum + n, 0);
  const byVisibility: Record<Visibility, number> = {
    public: counts.public,
    team: row.work_notes_count - counts.public - allPrivate,
    private: allPrivate,
  };
  const own = visibilities.includes('private') ? 0 : (counts.private[viewer] ?? 0);
  return visibilities.reduce((sum, visibility) => sum + byVisibility[visibility], own);
}
