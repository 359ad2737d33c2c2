// Saving a form of the drawer: the list and the record follow, and the drawer shows what was saved.
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { queryClient } from '../api/index.ts';
import type { DefinedList, ListRow } from '../lists/index.ts';
import { toast } from '../ui/overlays/toast.tsx';

interface Saving<R extends ListRow, T> {
  list: DefinedList<R>;
  save: () => Promise<T>;
  keyOf: (saved: T) => QueryKey;
  rowOf: (saved: T) => R;
  text: (saved: T) => string;
  onSaved: (saved: T) => void;
}

export function useSaving<R extends ListRow, T>({
  list,
  save,
  keyOf,
  rowOf,
  text,
  onSaved,
}: Saving<R, T>) {
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      queryClient.setQueryData(keyOf(saved), rowOf(saved));
      for (const open of list.all()) void open.reload();
      toast(text(saved));
      onSaved(saved);
    },
  });
}

/** The id in the URL of a drawer with a new record. */
export const NEW = 'new';
