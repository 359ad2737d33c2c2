import type { TaskSummary } from '../api/index.ts';
import {
  idColumn,
  type ListColumn,
  PersonCell,
  TextCell,
  timeColumn,
  titleColumn,
} from '../lists/index.ts';
import { waitText } from '../records/index.ts';
import { NextStep, nextStepOf } from './next-step.tsx';
import { State } from '../ui/marks/record-marks.tsx';
import type { WorkRow } from './work.rows.ts';

const isWaiting = ({ state, is_ready }: TaskSummary): boolean => state === 'open' && !is_ready;

export const workColumns: readonly ListColumn<WorkRow>[] = [
  idColumn({ isOnNarrow: true }),
  titleColumn(({ name }) => name, { to: '/tasks/$id', header: 'Task', field: 'name' }),
  {
    id: 'request',
    header: 'Request',
    width: 'minmax(120px, 1fr)',
    isWide: true,
    text: ({ request }) => `${request.id} ${request.short_description}`,
    render: ({ request }) => <TextCell text={request.short_description} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '112px',
    isOnNarrow: true,
    render: (task) => <State value={isWaiting(task) ? 'waiting' : task.state} />,
  },
  {
    id: 'waits',
    header: 'Waits for',
    width: 'minmax(96px, 160px)',
    isWide: true,
    text: ({ waits_for }) => waits_for.map(({ name }) => name).join(', '),
    render: (task) => <TextCell text={waitText(task)?.replace('Waits for ', '')} />,
  },
  {
    id: 'assignee',
    field: 'assigned_to',
    header: 'Assignee',
    width: '132px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  {
    id: 'group',
    field: 'assignment_group',
    header: 'Group',
    width: '120px',
    render: ({ assignment_group }) => <TextCell text={assignment_group} />,
  },
  timeColumn({
    id: 'due',
    field: 'due_at',
    header: 'Due',
    isOnNarrow: true,
    at: ({ due_at }) => due_at,
    kind: () => 'due',
  }),
  {
    id: 'step',
    header: 'Next step',
    width: '96px',
    isFixed: true,
    text: (task) => nextStepOf(task)?.label ?? '',
    render: (task) => <NextStep task={task} />,
  },
];
