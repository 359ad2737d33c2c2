// While an item is edited, the service says what a publication would report. Gaps are shown once somebody has tried to
// publish; a reference that leads nowhere is shown at once.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemPreviewQuery } from '../../api/index.ts';
import type { Fields } from '../../conditions/index.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { type Faults, faultsByPointer, faultsByRow, NO_FAULTS } from './item.faults.ts';
import { type ItemPart, type ItemValues, writeItem } from './item.values.ts';
import type { ItemEditor } from './use-item-editor.ts';

const WAIT_MS = 600;

/** These parts refer to others. */
const REFERENCES = /^\/(audience|form\/\d+\/show_if|tasks\/\d+\/depends_on)/;

interface Found {
  faults: Faults;
  values: ItemValues;
}

const NO_ROWS: ReadonlyMap<string, Faults> = new Map();

const partOf = (pointer: string): string => pointer.split('/', 2)[1] ?? '';

/** Faults of parts that were edited since are left out. */
function current({ faults, values }: Found, now: ItemValues): Faults {
  const isSameValue = (pointer: string) => {
    const part = partOf(pointer) as ItemPart;
    return !Object.hasOwn(values, part) || values[part] === now[part];
  };
  const remaining = [...faults].filter(([pointer]) => isSameValue(pointer));
  return remaining.length === 0 ? NO_FAULTS : new Map(remaining);
}

export interface ItemFaults {
  /** The number of faults that keep the item from being published; undefined while it is not known. */
  count: number | undefined;
  /** The number of refusals of the last request that are shown. */
  marked: number;
  own: Faults;
  rows: (part: 'form' | 'approvals' | 'tasks') => ReadonlyMap<string, Faults>;
  /** Messages about no part of the form. */
  elsewhere: string[];
}

export function useItemFaults(editor: ItemEditor, fields: Fields): ItemFaults {
  const { values, refused, isAttempted } = editor;
  const settled = useDebounced(values, WAIT_MS);
  const body = useMemo(() => writeItem(settled, fields), [settled, fields]);
  const { data, isPlaceholderData } = useQuery({
    ...itemPreviewQuery(body),
    placeholderData: keepPreviousData,
  });
  const previewed = useMemo(() => (data ? faultsByPointer(data.faults) : NO_FAULTS), [data]);
  const shown = new Map([
    ...[...previewed].filter(([pointer]) => isAttempted || REFERENCES.test(pointer)),
    ...current(refused, values),
  ]);
  const isPart = (pointer: string) => Object.hasOwn(values, partOf(pointer));
  return {
    count: data && !isPlaceholderData ? previewed.size : undefined,
    marked: [...current(refused, values).keys()].filter(isPart).length,
    own: shown,
    rows: (part) =>
      shown.size === 0
        ? NO_ROWS
        : new Map([
            ...faultsByRow(shown, part, data ? settled : values),
            ...faultsByRow(current(refused, values), part, refused.values),
          ]),
    elsewhere: [...refused.faults].flatMap(([pointer, message]) =>
      isPart(pointer) ? [] : [message],
    ),
  };
}
