import { openStates } from '../../api/index.ts';
import { IdCell, type ListColumn, PersonCell, TextCell, TitleCell } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { Priority } from '../../ui/marks/record-marks.tsx';
import { HeldState } from '../hold/held-state.tsx';
import { Present } from '../present.tsx';
import { LastReply, ReplyDot } from './last-reply.tsx';
import { nextTargetOf } from './next-target.ts';
import { NextClock, RowClock } from './row-clock.tsx';
import type { IncidentListRow } from './incidents.list.ts';

type Column = ListColumn<IncidentListRow>;

/** Nobody waits for an answer about an incident that has ended. */
const isOpen = (state: string): boolean => openStates.some((one) => one === state);

/** Lists sorted so have the record first whose running target is breached first. */
const byNext = { by: 'next_target_at', first: 'asc' } as const;

const all: readonly Column[] = [
  {
    id: 'priority',
    header: 'Prio',
    label: 'Priority',
    width: '64px',
    sort: { by: 'priority', first: 'asc' },
    render: ({ priority }) => <Priority value={priority} />,
  },
  { id: 'id', header: 'Id', width: '104px', render: ({ id }) => <IdCell>{id}</IdCell> },
  {
    id: 'title',
    field: 'short_description',
    header: 'Title',
    width: 'minmax(240px, 1fr)',
    render: ({ id, short_description, state, last_reply_by, left }) => (
      <TitleCell left={left}>
        {last_reply_by === 'requester' && isOpen(state) && <ReplyDot />}
        {/* The row handles a plain click; the address is for others, and costs less than a link of the router. */}
        <a href={`/console/incidents/${id}`} tabIndex={-1}>
          {short_description}
        </a>
      </TitleCell>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '116px',
    render: ({ state, on_hold_until }) => <HeldState state={state} until={on_hold_until} isShort />,
  },
  {
    id: 'sla',
    header: 'SLA',
    width: '112px',
    align: 'end',
    sort: { by: 'sla_breach_at', first: 'asc' },
    text: ({ sla }) => sla.breach_at,
    render: (row) => <RowClock row={row} />,
  },
  {
    id: 'next',
    field: 'next_target',
    header: 'Next target',
    width: '120px',
    align: 'end',
    isWide: true,
    isExtra: true,
    sort: byNext,
    text: (row) => nextTargetOf(row)?.breach_at ?? '',
    render: (row) => <NextClock row={row} />,
  },
  {
    id: 'assignee',
    field: 'assigned_to',
    header: 'Assignee',
    width: '144px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  {
    id: 'group',
    field: 'assignment_group',
    header: 'Group',
    width: '132px',
    isWide: true,
    render: ({ assignment_group }) => <TextCell text={assignment_group} />,
  },
  {
    id: 'requester',
    header: 'Requester',
    width: '144px',
    isWide: true,
    isExtra: true,
    render: ({ requester }) => <PersonCell email={requester} />,
  },
  {
    id: 'category',
    header: 'Category',
    width: '132px',
    isWide: true,
    isExtra: true,
    render: ({ category }) => <TextCell text={category} />,
  },
  {
    id: 'external',
    field: 'external_id',
    header: 'External id',
    width: '132px',
    isWide: true,
    isExtra: true,
    render: ({ external_id }) => <TextCell text={external_id} />,
  },
  {
    id: 'notes',
    field: 'work_notes_count',
    header: 'Notes',
    width: '64px',
    align: 'end',
    isWide: true,
    isExtra: true,
    render: ({ work_notes_count }) => work_notes_count,
  },
  {
    id: 'reply',
    field: 'last_reply_at',
    header: 'Last reply',
    width: '184px',
    isWide: true,
    isExtra: true,
    render: ({ last_reply_by, last_reply_at }) => (
      <LastReply by={last_reply_by} at={last_reply_at} />
    ),
  },
  {
    id: 'created',
    field: 'created_at',
    header: 'Created',
    width: '108px',
    align: 'end',
    isWide: true,
    isExtra: true,
    sort: { by: 'created_at', first: 'desc' },
    render: ({ created_at }) => <Instant at={created_at} />,
  },
  {
    id: 'updated',
    field: 'updated_at',
    header: 'Updated',
    width: '108px',
    align: 'end',
    isWide: true,
    sort: { by: 'updated_at', first: 'desc' },
    render: ({ updated_at }) => <Instant at={updated_at} />,
  },
  {
    id: 'presence',
    header: null,
    label: 'People who have it open',
    width: '28px',
    isFixed: true,
    render: ({ id }) => <Present id={id} most={1} />,
  },
];

const override = (
  columns: readonly Column[],
  ids: readonly string[],
  part: Partial<Column>,
): readonly Column[] =>
  columns.map((column) => (ids.includes(column.id) ? { ...column, ...part } : column));

/** Each form has another one for lists that are sorted by the next target, whose SLA column shows it. */
const withNext = (columns: readonly Column[]) => ({
  plain: columns,
  next: override(columns, ['sla'], {
    sort: byNext,
    render: (row) => <NextClock row={row} />,
  }),
});

const forms = {
  all: withNext(all),
  unassigned: withNext(override(all, ['assignee'], { isExtra: true })),
  besideDrawer: withNext(override(all, ['id', 'assignee', 'presence'], { isWide: true })),
};

const formOf = ({ without, peek }: ListSearch) => {
  if (without === 'assigned_to' || without === 'assigned_to,merged_into') return forms.unassigned;
  return peek === undefined ? forms.all : forms.besideDrawer;
};

/** A list of unassigned incidents needs no assignee; beside the drawer there is no room for columns that it repeats. */
export const incidentColumns = (search: ListSearch): readonly Column[] =>
  formOf(search)[search['sort'] === byNext.by ? 'next' : 'plain'];
