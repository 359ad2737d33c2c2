// The columns of the queue.
import type { Column } from '../../ui/layout/grid.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { Priority, SlaClock, State } from '../../ui/marks/record-marks.tsx';
import { Present } from '../present.tsx';
import type { Sort } from './queue.search.ts';
import type { QueueRow } from './queue.store.ts';
import styles from './queue.module.css';

const shortName = (email: string | null): string | null => email?.split('@', 1)[0] ?? null;

const Missing = () => <span className={styles.missing}>–</span>;

interface ColumnActions {
  onToggle: (id: string, isRange: boolean) => void;
  onSort: (sort: Sort) => void;
}

/** The same array until the sort changes: rows compare it to decide whether to render. */
export function queueColumns(
  sort: string | undefined,
  order: string | undefined,
  { onToggle, onSort }: ColumnActions,
): readonly Column<QueueRow>[] {
  const sorting = (name: Sort) => ({
    direction: sort === name ? ((order ?? 'desc') as 'asc' | 'desc') : undefined,
    toggle: () => onSort(name),
  });
  return [
    {
      id: 'select',
      header: null,
      label: 'Selected',
      width: '32px',
      render: ({ id }, { isSelected }) => (
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={isSelected}
          tabIndex={-1}
          aria-label={`Select ${id}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(id, event.shiftKey);
          }}
          onChange={() => undefined}
        />
      ),
    },
    {
      id: 'priority',
      header: 'Prio',
      label: 'Priority',
      width: '64px',
      sort: sorting('priority'),
      render: ({ priority }) => <Priority value={priority} />,
    },
    {
      id: 'id',
      header: 'Id',
      width: '104px',
      render: ({ id }) => <span className={styles.id}>{id}</span>,
    },
    {
      id: 'title',
      header: 'Title',
      width: 'minmax(160px, 1fr)',
      render: ({ id, short_description, left }) => (
        <>
          {/* The row handles a plain click; the address is for others, and costs less than a link of the router. */}
          <a href={`/console/incidents/${id}`} className={styles.title} tabIndex={-1}>
            {short_description}
          </a>
          {left !== undefined && <span className={styles.left}>→ {left}</span>}
        </>
      ),
    },
    {
      id: 'state',
      header: 'State',
      width: '116px',
      render: ({ state }) => <State value={state} />,
    },
    {
      id: 'sla',
      header: 'SLA',
      width: '96px',
      align: 'end',
      sort: sorting('sla_breach_at'),
      render: ({ sla }) => <SlaClock sla={sla} />,
    },
    {
      id: 'assignee',
      header: 'Assignee',
      width: '132px',
      render: ({ assigned_to }) =>
        assigned_to === null ? (
          <Missing />
        ) : (
          <span title={assigned_to}>{shortName(assigned_to)}</span>
        ),
    },
    {
      id: 'group',
      header: 'Group',
      width: '132px',
      isWide: true,
      render: ({ assignment_group }) => assignment_group ?? <Missing />,
    },
    {
      id: 'category',
      header: 'Category',
      width: '132px',
      isWide: true,
      render: ({ category }) => category ?? <Missing />,
    },
    {
      id: 'external',
      header: 'External id',
      width: '132px',
      isWide: true,
      render: ({ external_id }) => external_id ?? <Missing />,
    },
    {
      id: 'notes',
      header: 'Notes',
      width: '64px',
      align: 'end',
      isWide: true,
      render: ({ work_notes_count }) => work_notes_count,
    },
    {
      id: 'created',
      header: 'Created',
      width: '88px',
      align: 'end',
      isWide: true,
      sort: sorting('created_at'),
      render: ({ created_at }) => <Instant at={created_at} />,
    },
    {
      id: 'updated',
      header: 'Updated',
      width: '88px',
      align: 'end',
      isWide: true,
      sort: sorting('updated_at'),
      render: ({ updated_at }) => <Instant at={updated_at} />,
    },
    {
      id: 'presence',
      header: null,
      label: 'People who have it open',
      width: '28px',
      render: ({ id }) => <Present id={id} most={1} />,
    },
  ];
}
