// A list without rows says why there are none, and the next step.
import type { ReactNode } from 'react';
import { LAYOUT, type ListQuery, pick, type SearchChange } from '../search/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';

export interface ListEmptyText {
  title: string;
  text: ReactNode;
  /** The text explains the filters that are set, such as those of a view; otherwise it is shown if no filter is set. */
  isOfFilters?: boolean;
}

interface ListEmptyProps {
  query: ListQuery;
  empty: ListEmptyText;
  primary: ReactNode;
  go: (change: SearchChange) => void;
}

const isFiltered = (query: ListQuery): boolean =>
  Object.keys(query).some((name) => name !== 'sort' && name !== 'order');

export function ListEmpty({ query, empty, primary, go }: ListEmptyProps) {
  if (empty.isOfFilters || !isFiltered(query))
    return (
      <EmptyState title={empty.title} actions={primary}>
        {empty.text}
      </EmptyState>
    );
  const clear = () => go((before) => pick(before, ['sort', 'order', ...LAYOUT]));
  return (
    <EmptyState
      title="Nothing matches"
      actions={<Button onClick={clear}>Clear the filters</Button>}
    >
      Change or remove a filter.
    </EmptyState>
  );
}
