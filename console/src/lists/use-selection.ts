// Rows are selected by boxes and keys.
import { useCallback } from 'react';
import { useCommands } from '../keys/index.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { selectCommands } from './list.keys.ts';
import type { ListRow } from './list.rows.ts';
import { type List, MAX_SELECTED } from './list.store.ts';

interface SelectionOptions<R extends ListRow> {
  list: List<R>;
  /** The keys do nothing in a list without a selection. */
  isOn: boolean;
  /** Says why no row can be selected now. */
  unavailable: string | undefined;
  move: (index: number) => void;
}

export function useSelection<R extends ListRow>({
  list,
  isOn,
  unavailable,
  move,
}: SelectionOptions<R>) {
  const toggle = useCallback(
    (id: string, isRange = false) => {
      const index = list.rows.indexOf(id) ?? 0;
      if (isRange) {
        const [first, last] = [list.activeIndex, index].toSorted((a, b) => a - b);
        for (let at = first ?? index; at <= (last ?? index); at += 1) {
          const between = list.rows.idAt(at);
          if (between !== undefined) list.select(between, true);
        }
      } else list.select(id, !list.selected.has(id));
      list.activate(index);
      if (list.selected.size >= MAX_SELECTED)
        toast(`At most ${MAX_SELECTED} records can be changed at once.`, { id: 'max-selected' });
    },
    [list],
  );
  const selectActive = () => {
    const id = list.rows.idAt(list.activeIndex);
    if (id !== undefined) list.select(id, true);
  };
  const extend = (step: 1 | -1) => {
    selectActive();
    move(list.activeIndex + step);
    selectActive();
  };
  const selectFirst = () => {
    for (let index = 0; index < Math.min(MAX_SELECTED, list.rows.length); index += 1)
      list.selected.add(list.rows.idAt(index) ?? '');
    list.notify();
  };
  const onRow = (run: () => void) => ({ run, unavailable });
  useCommands(
    selectCommands,
    isOn
      ? {
          'list.select': onRow(() => {
            const id = list.rows.idAt(list.activeIndex);
            if (id !== undefined) toggle(id);
          }),
          'list.extendDown': onRow(() => extend(1)),
          'list.extendUp': onRow(() => extend(-1)),
          'list.selectAll': onRow(selectFirst),
        }
      : {},
  );
  return toggle;
}
