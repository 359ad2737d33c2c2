// The data of the pages of inbound webhooks is fetched before they are shown.
import { inboundQuery, queryClient, templatesQuery } from '../../api/index.ts';
import { LAYOUT, type ListSearch, pick } from '../../search/index.ts';
import { eventsOf } from './inbound.list.ts';

const tabs = ['playground', 'events', 'settings'] as const;
type InboundTab = (typeof tabs)[number];

export interface InboundSearch extends ListSearch {
  tab?: InboundTab;
  /** The payload of this received event is tried. */
  event?: string;
}

export const inboundRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): InboundSearch => {
    const tab = tabs.find((one) => one === raw['tab']);
    return { ...pick(raw, ['status', 'event', ...LAYOUT, 'peek']), ...(tab && { tab }) };
  },
  loaderDeps: ({ search }: { search: InboundSearch }) => pick(search, ['status']),
  loader: async ({
    params: { id },
    deps,
  }: {
    params: { id: string };
    deps: Record<string, string>;
  }) => {
    await Promise.all([queryClient.ensureQueryData(inboundQuery(id)), eventsOf(id, deps).begin()]);
  },
};

export const inboundCreateRouteOptions = {
  validateSearch: (raw: Record<string, unknown>): { template?: string } => pick(raw, ['template']),
  loader: async () => {
    await queryClient.ensureQueryData(templatesQuery);
  },
};
