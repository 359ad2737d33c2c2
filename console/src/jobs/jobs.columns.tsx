// The columns and filters of the list of jobs.
import { Link } from '@tanstack/react-router';
import type { JobRow } from '../api/index.ts';
import { type FilterRow, type ListColumn, TextCell, TitleCell } from '../lists/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { State } from '../ui/marks/record-marks.tsx';
import { jobName, statusLabels } from './job.words.ts';

export const jobColumns: readonly ListColumn<JobRow>[] = [
  {
    id: 'title',
    header: 'Job',
    width: 'minmax(160px, 1fr)',
    render: (job) => (
      <TitleCell>
        <Link to="/jobs/$id" params={{ id: job.id }} tabIndex={-1}>
          {jobName(job)}
        </Link>
        {job.dry_run && ' (dry run)'}
      </TitleCell>
    ),
  },
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
    render: ({ processed, total }) => `${processed} of ${total}`,
  },
  {
    id: 'failed',
    header: 'Failed',
    width: '80px',
    align: 'end',
    render: ({ failed }) => (failed > 0 ? failed : <TextCell text={null} />),
  },
  {
    id: 'created',
    header: 'Created',
    width: '112px',
    align: 'end',
    isOnNarrow: true,
    render: ({ created_at }) => <Instant at={created_at} />,
  },
  {
    id: 'finished',
    header: 'Finished',
    width: '112px',
    align: 'end',
    isWide: true,
    render: ({ finished_at }) =>
      finished_at === null ? <TextCell text={null} /> : <Instant at={finished_at} />,
  },
];

export const jobFilters: readonly FilterRow[] = [
  { name: 'status', label: 'Status', values: statusLabels },
];
