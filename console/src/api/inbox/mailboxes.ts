// Mailboxes are the addresses that people write to.
import { queryOptions } from '@tanstack/react-query';
import type { MailboxCreate, MailboxTest, MailboxUpdate } from '@signalbox/sdk';
import { client } from '../client.ts';
import { queryClient } from '../query-client.ts';

export type { Mailbox, MailboxCreate, MailboxTest } from '@signalbox/sdk';

const mailboxKey = (id: string) => ['mailboxes', id];

/** The health of a mailbox changes by itself, so it is read so often. */
const HEALTH_MS = 10_000;

export const mailboxQuery = (id: string) =>
  queryOptions({
    queryKey: mailboxKey(id),
    queryFn: ({ signal }) => client.mailboxes.get(id, { signal }),
    refetchInterval: HEALTH_MS,
  });

/** The list is read again as often as this query. */
export const mailboxesReadQuery = queryOptions({
  queryKey: ['mailboxes', 'read'],
  queryFn: () => Date.now(),
  refetchInterval: HEALTH_MS,
});

export const createMailbox = (mailbox: MailboxCreate) => client.mailboxes.create(mailbox);
export const updateMailbox = (id: string, patch: MailboxUpdate, version: number) =>
  client.mailboxes.update(id, patch, { ifMatch: version });
export const deleteMailbox = (id: string, version: number) =>
  client.mailboxes.delete(id, { ifMatch: version });

const testKey = (id: string) => [...mailboxKey(id), 'test'];

export const mailboxTestQuery = (id: string) =>
  queryOptions({
    queryKey: testKey(id),
    queryFn: ({ signal }): Promise<MailboxTest> => client.mailboxes.test(id, { signal }),
    retry: false,
  });

/**
 * Components that read the query show the result, or why there is none. An earlier result is dropped at once, and a test that
 * still runs is given up.
 */
export async function testMailbox(id: string): Promise<void> {
  void queryClient.resetQueries({ queryKey: testKey(id) });
  await queryClient.fetchQuery({ ...mailboxTestQuery(id), staleTime: 0 }).catch(() => undefined);
}

export const forgetMailboxTest = (id: string): void =>
  queryClient.removeQueries({ queryKey: testKey(id) });
