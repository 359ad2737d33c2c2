// Reads a list again whenever what is shown beside it was read again, so that both say the same.
import { useEffect, useRef } from 'react';
import type { List, ListRow } from './list.store.ts';

/** `readAt` is when the other was read; undefined for a list that stands alone. */
export function usePolled<R extends ListRow>(list: List<R>, readAt: number | undefined): void {
  const last = useRef(readAt);
  useEffect(() => {
    if (readAt === undefined || readAt === last.current) return;
    last.current = readAt;
    // The rows stay as they are; the next time tries again.
    void list.poll().catch(() => undefined);
  }, [list, readAt]);
}
