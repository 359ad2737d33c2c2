import { redirect } from '@tanstack/react-router';
import { queryClient, recordQuery } from '../api/index.ts';
import { LAYOUT, type ListSearch, pick } from '../search/index.ts';

/** The list is loaded with its page, because only agents open it. */
export const workRoute = {
  validateSearch: (search: Record<string, unknown>): ListSearch => pick(search, LAYOUT),
  loader: async (): Promise<void> => {
    const { workList } = await import('./work.rows.ts');
    await workList.route.loader({ deps: {} });
  },
  shouldReload: false,
};

/** A task is worked on at the page of its request. */
export const taskRoute = {
  beforeLoad: async ({ params: { id } }: { params: { id: string } }): Promise<void> => {
    const task = await queryClient.ensureQueryData(recordQuery({ type: 'task', id }));
    throw redirect({
      to: '/requests/$id',
      params: { id: task.request_id },
      search: { task: id },
      replace: true,
    });
  },
};
