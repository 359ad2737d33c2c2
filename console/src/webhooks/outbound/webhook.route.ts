// An outbound webhook and the first page of its deliveries are fetched before its page is shown.
import { queryClient, webhookQuery } from '../../api/index.ts';
import { LAYOUT, type ListSearch, pick } from '../../search/index.ts';
import { deliveriesOf } from '../deliveries/deliveries.list.ts';

const tabs = ['deliveries', 'charts', 'settings'] as const;
export type WebhookTab = (typeof tabs)[number];

export interface WebhookSearch extends ListSearch {
  tab?: WebhookTab;
}

const filters = ['status', 'event', 'record', 'since'];

export const webhookRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): WebhookSearch => {
    const tab = tabs.find((one) => one === raw['tab']);
    return { ...pick(raw, [...filters, ...LAYOUT]), ...(tab && { tab }) };
  },
  loaderDeps: ({ search }: { search: WebhookSearch }) => pick(search, filters),
  loader: async ({
    params: { id },
    deps,
  }: {
    params: { id: string };
    deps: Record<string, string>;
  }) => {
    const deliveries = deliveriesOf(id, deps);
    // A list that was left earlier is shown as it was, then updated.
    if (deliveries.hasBegun) void deliveries.poll().catch(() => undefined);
    await Promise.all([queryClient.ensureQueryData(webhookQuery(id)), deliveries.begin()]);
  },
};
