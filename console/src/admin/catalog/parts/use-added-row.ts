import { useEffect, useRef, useState } from 'react';

/** Focuses the first field of a row that was added, or of the one beside that which was removed. */
export function useAddedRow() {
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (focus?.id === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${focus.id}"] input`)?.focus();
  }, [focus]);
  return { list, focusRow: (id: string | undefined) => setFocus({ id }) };
}
