// Messages that mailboxes have received, and decisions about those that were not applied.
import { queryOptions } from '@tanstack/react-query';
import type { Message } from '@signalbox/sdk';
import { client } from '../client.ts';

export type { Message } from '@signalbox/sdk';

const messageKey = (id: string) => ['mail', 'message', id] as const;

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: messageKey(id),
    queryFn: ({ signal }) => client.mail.get(id, { signal }),
    // A message that waits is processed within a moment.
    refetchInterval: ({ state }) => (state.data?.state === 'received' ? 1000 : false),
  });

export type MailDecision = 'release' | 'discard' | 'reprocess';

export const decideMessage = (id: string, decision: MailDecision): Promise<Message> =>
  client.mail[decision](id);

export const attachMessage = (id: string, recordId: string): Promise<Message> =>
  client.mail.attach(id, { record_id: recordId });

/** Messages of these states wait for somebody to decide. */
export const waitingMailQuery = queryOptions({
  queryKey: ['mail', 'waiting'],
  queryFn: async ({ signal }): Promise<number> =>
    (await client.mail.list({ state: ['held', 'failed'], limit: 1 }, { signal })).total ?? 0,
  staleTime: 10_000,
  refetchInterval: 60_000,
});

export const downloadMessage = (id: string): Promise<Blob> => client.mail.download(id);
