import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../lists/index.ts';
import { jobColumns, jobFilters } from './jobs.columns.tsx';
import { jobList } from './jobs.list.ts';

export function JobsPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      list={jobList}
      heading="Jobs"
      columns={jobColumns}
      filters={jobFilters}
      onOpen={({ id }) => void navigate({ to: '/jobs/$id', params: { id } })}
      empty={{
        title: 'There are no jobs',
        text: 'A job appears here when you change several incidents at once or import CIs in bulk. Finished jobs are kept for some days.',
      }}
    />
  );
}
