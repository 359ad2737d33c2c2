// The queue: views and filters in the URL, rows of any depth, keyboard triage, bulk changes.
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ListFoot } from '../../lists/index.ts';
import type { SearchChange } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { useRowHeight } from '../../ui/settings/density.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Grid, type GridHandle } from '../../ui/layout/grid.tsx';
import type { ActionKind } from '../actions/index.ts';
import { BulkBar } from './bulk-bar.tsx';
import { QueueFilterChips } from './filters.tsx';
import { IncidentPeek } from './peek.tsx';
import { type OpenAction, QueueDialogs } from './queue-dialogs.tsx';
import { arranged } from './queue.cols.ts';
import { queueColumns } from './queue.columns.tsx';
import { type QueueSearch, queryOf, sortedBy, withCols } from './queue.search.ts';
import { queueOf, type QueueRow } from './queue.store.ts';
import styles from './queue.module.css';
import { Toolbar } from './toolbar.tsx';
import { useQueueActions } from './use-queue-actions.ts';
import { useQueueKeys } from './use-queue-keys.ts';

const route = getRouteApi('/incidents');

const TINT_MS = 1000;

export function QueuePage() {
  // The loader has fetched its first page.
  const queue = queueOf(route.useLoaderDeps());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useSyncExternalStore(queue.subscribe, queue.version);
  const grid = useRef<GridHandle>(null);
  const rowHeight = useRowHeight();
  const [open, setOpen] = useState<OpenAction>();
  const [isFiltering, setFiltering] = useState(false);
  const viewsRef = useRef<HTMLButtonElement>(null);
  const go = (change: SearchChange<QueueSearch>) => void navigate({ search: change });
  const actions = useQueueActions(queue, search, grid, open?.kind === 'state');
  const onDialog = (kind: ActionKind) => setOpen({ kind, row: actions.active });
  useQueueKeys({
    queue,
    actions,
    onDialog,
    onFilter: () => setFiltering(true),
    viewsRef,
  });

  const columns = useMemo(
    () =>
      arranged(
        queueColumns(search.sort, search.order, {
          onToggle: actions.toggle,
          onSort: (sort) => void navigate({ search: (before) => sortedBy(before, sort) }),
        }),
        search.cols,
      ),
    [search.sort, search.order, search.cols, actions.toggle, navigate],
  );
  const { rows } = queue;
  const marksOf = (row: QueueRow) => ({
    isSelected: queue.selected.has(row.id),
    isTinted: row.changedAt !== undefined && Date.now() - row.changedAt < TINT_MS,
    isDimmed: row.left !== undefined,
  });
  const hasFilters = Object.keys(queryOf(search)).some(
    (name) => name !== 'sort' && name !== 'order',
  );

  return (
    <div className={styles.queue} data-peek={search.peek !== undefined || undefined}>
      {queue.selected.size > 0 ? (
        <BulkBar queue={queue} actions={actions} onDialog={onDialog} />
      ) : (
        <Toolbar
          queue={queue}
          search={search}
          viewsRef={viewsRef}
          isFiltering={isFiltering}
          onFilter={setFiltering}
          onSearch={go}
          onShowNew={actions.showNew}
        />
      )}
      <QueueFilterChips search={search} onChange={go} />
      {rows.length === 0 ? (
        <EmptyState
          title={hasFilters ? 'No incident matches' : 'There are no incidents'}
          actions={
            hasFilters && (
              <Button
                onClick={() =>
                  go(({ cols }) => withCols({ sort: 'created_at', order: 'desc' }, cols))
                }
              >
                Clear the filters
              </Button>
            )
          }
        >
          {hasFilters
            ? 'Remove a filter, or choose another view.'
            : 'They appear here as soon as one is created.'}
        </EmptyState>
      ) : (
        <Grid
          ref={grid}
          label="Incidents"
          columns={columns}
          count={rows.length}
          total={rows.isLowerBound ? undefined : rows.total}
          rowAt={(index) => rows.at(index)}
          idAt={(index) => rows.idAt(index)}
          marksOf={marksOf}
          rowHeight={rowHeight}
          activeIndex={queue.activeIndex}
          initialOffset={queue.offset}
          onRange={(first, last, offset) => queue.show(first, last, offset)}
          onOpen={actions.click}
        />
      )}
      <ListFoot list={queue} />
      {search.peek !== undefined && (
        <IncidentPeek id={search.peek} actions={actions} onDialog={onDialog} />
      )}
      <QueueDialogs
        queue={queue}
        actions={actions}
        open={open}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}
