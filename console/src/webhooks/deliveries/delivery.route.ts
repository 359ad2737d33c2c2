// A delivery is fetched before its page is shown.
import { deliveryQuery, queryClient } from '../../api/index.ts';

export const deliveryRouteOptions = {
  loader: async ({ params: { id } }: { params: { id: string } }) => {
    await queryClient.ensureQueryData(deliveryQuery(id));
  },
};
