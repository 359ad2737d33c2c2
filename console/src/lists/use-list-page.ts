// Keys, buttons and clicks run the same actions of a list: move, open, peek, filter, reload, select.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { faultOf, queryClient, recordQuery, type RecordType } from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { type ListQuery, type ListSearch, type SearchChange, withPeek } from '../search/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import type { GridHandle } from '../ui/layout/grid.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import type { DefinedList } from './define-list.ts';
import { listCommands } from './list.keys.ts';
import type { ListRow } from './list.rows.ts';
import { REPLACED, useIsReplaced } from './use-is-replaced.ts';
import { useSelection } from './use-selection.ts';

interface ListPageOptions<R extends ListRow> {
  definition: DefinedList<R>;
  within?: ListQuery | undefined;
  onOpen?: ((row: R, query: ListQuery) => void) | undefined;
  hasPeek: boolean;
  hasFilters: boolean;
  canSelect: boolean;
}

/** The record of the active row is fetched, so that it opens at once and its next states are known. */
const PREFETCH_MS = 150;

function usePrefetch(type: string | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (id: string | undefined) => {
    clearTimeout(timer.current);
    if (id === undefined || type === undefined) return;
    const ref = { type: type as RecordType, id };
    timer.current = setTimeout(() => void queryClient.prefetchQuery(recordQuery(ref)), PREFETCH_MS);
  };
}

/** A list that replaces another on the same page takes the focus from the link that was pressed. */
function useFocusOfNext(list: unknown, focus: () => void) {
  const shown = useRef(list);
  useEffect(() => {
    if (shown.current === list) return;
    shown.current = list;
    if (document.activeElement?.matches('a, body')) focus();
  });
}

export function useListPage<R extends ListRow>({
  definition,
  within,
  onOpen,
  hasPeek,
  hasFilters,
  canSelect,
}: ListPageOptions<R>) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as ListSearch;
  const query = definition.queryOf({ ...search, ...within });
  const list = definition.of(query);
  useSyncExternalStore(list.subscribe, list.version);
  const { rows } = list;
  const grid = useRef<GridHandle>(null);
  const [isFiltering, setFiltering] = useState(false);
  const isReplaced = useIsReplaced(definition.queryOf);
  const prefetch = usePrefetch(definition.recordType);
  const focus = () => grid.current?.focus();
  useFocusOfNext(list, focus);

  const go = (change: SearchChange, replace = false) =>
    void navigate({ to: '.', search: change as never, replace });
  const showPeek = (id: string | undefined) => go((before) => withPeek(before, id), true);
  const closePeek = () => {
    showPeek(undefined);
    focus();
  };
  const move = (index: number) => {
    list.activate(index);
    grid.current?.scrollTo(list.activeIndex);
    const id = rows.idAt(list.activeIndex);
    prefetch(id);
    if (search['peek'] !== undefined) showPeek(id);
  };
  const open = (index: number) => {
    const row = rows.at(index);
    if (!row) return;
    list.activate(index);
    if (onOpen) onOpen(row, query);
    else showPeek(row.id);
  };
  // Rows compare the function to decide whether to render, so it stays the same.
  const opening = useRef(open);
  useEffect(() => {
    opening.current = open;
  });
  const click = useCallback((index: number, event: React.MouseEvent) => {
    // The link in the row handles modified clicks, which open another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opening.current(index);
  }, []);
  /** The rows stay if they cannot be reloaded. */
  const reload = () =>
    void list.reload().catch((error: unknown) => {
      const text = `The list could not be reloaded. ${faultText(faultOf(error))}`;
      toast(text, { id: 'reload', tone: 'red', forMs: 15_000 });
    });

  const active = rows.idAt(list.activeIndex);
  const unavailable = isReplaced
    ? REPLACED
    : active === undefined
      ? 'The list has no rows.'
      : undefined;
  const onRow = (run: () => void) => ({ run, unavailable });
  const toggle = useSelection({ list, isOn: canSelect, unavailable, move });
  const escape = () => {
    if (list.selected.size > 0) list.clearSelection();
    else closePeek();
  };
  const canEscape = search['peek'] !== undefined || list.selected.size > 0;
  useCommands(listCommands, {
    'list.next': onRow(() => move(list.activeIndex + 1)),
    'list.previous': onRow(() => move(list.activeIndex - 1)),
    'list.open': onRow(() => open(list.activeIndex)),
    ...(hasPeek && { 'list.peek': onRow(() => showPeek(active)) }),
    ...(hasFilters && { 'list.filter': () => setFiltering(true) }),
    'list.showNew': reload,
    'list.reload': reload,
    ...(canEscape && { 'list.escape': escape }),
  });

  return {
    search,
    query,
    list,
    grid,
    go,
    click,
    toggle,
    reload,
    closePeek,
    isFiltering,
    setFiltering,
  };
}
