import type { JobRow } from '../api/index.ts';
import {
  type FilterRow,
  type ListColumn,
  TextCell,
  timeColumn,
  titleColumn,
} from '../lists/index.ts';
import { State } from '../ui/marks/record-marks.tsx';
import { jobName, statusLabels } from './job.words.ts';

export const jobColumns: readonly ListColumn<JobRow>[] = [
  titleColumn((job) => jobName(job), {
    to: '/jobs/$id',
    field: 'operation',
    header: 'Job',
    text: (job) => `${jobName(job)}${job.dry_run ? ' (dry run)' : ''}`,
    after: ({ dry_run }) => dry_run && ' (dry run)',
  }),
  {
    id: 'status',
    header: 'Status',
    width: '128px',
    isOnNarrow: true,
    render: ({ status }) => <State value={status} />,
  },
  {
    id: 'processed',
    header: 'Processed',
    width: '112px',
    align: 'end',
    isOnNarrow: true,
    text: ({ processed, total }) => `${processed} of ${total}`,
    render: ({ processed, total }) => `${processed} of ${total}`,
  },
  {
    id: 'failed',
    header: 'Failed',
    width: '80px',
    align: 'end',
    render: ({ failed }) => (failed > 0 ? failed : <TextCell text={null} />),
  },
  timeColumn({
    id: 'created',
    field: 'created_at',
    header: 'Created',
    align: 'end',
    at: ({ created_at }) => created_at,
    isOnNarrow: true,
  }),
  timeColumn({
    id: 'finished',
    field: 'finished_at',
    header: 'Finished',
    align: 'end',
    at: ({ finished_at }) => finished_at,
    isWide: true,
  }),
];

export const jobFilters: readonly FilterRow[] = [
  { name: 'status', label: 'Status', values: statusLabels },
  { name: 'dry_run', label: 'Dry run', values: { true: 'Yes', false: 'No' } },
];
