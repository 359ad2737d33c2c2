// A list is read again whenever the content beside it is, so that both agree.
import { useEffect, useRef } from 'react';
import type { ListRow } from './list.rows.ts';
import type { List } from './list.store.ts';

/** `readAt` is the time at which the other content was read; undefined for a list that stands alone. */
export function usePolled<R extends ListRow>(list: List<R>, readAt: number | undefined): void {
  const last = useRef(readAt);
  useEffect(() => {
    if (readAt === undefined || readAt === last.current) return;
    last.current = readAt;
    // If it fails, the rows stay as they are until the next time.
    void list.poll().catch(() => undefined);
  }, [list, readAt]);
}
