// A job is fetched before its page is shown; `rows` says which results are listed.
import { jobQuery, queryClient } from '../api/index.ts';
import { pick } from '../search/index.ts';

export interface JobSearch {
  rows?: string;
}

export const jobRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): JobSearch => pick(raw, ['rows']),
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.ensureQueryData(jobQuery(id));
  },
};
