// One list has the inbound webhooks, the other the events that one of them received.
import {
  type InboundEvent,
  type InboundRow,
  listInbound,
  listInboundEvents,
} from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';

export const inboundList = defineList<InboundRow>({ filters: [], read: listInbound });

export const eventList = defineList<InboundEvent>({
  filters: ['status', 'webhook'],
  read: listInboundEvents,
});

export const eventsOf = (handle: string, search: ListSearch) =>
  eventList.of(eventList.queryOf({ ...search, webhook: handle }));
