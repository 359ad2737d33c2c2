import { queryOptions } from '@tanstack/react-query';
import type { ApiKey, ApiKeyCreate, NotificationPreferences, Session } from '@signalbox/sdk';
import { client } from './client.ts';

export type { ApiKey, Session } from '@signalbox/sdk';

/** Nobody has more keys or sessions. */
const MAX_OWN = 200;

export const apiKeysQuery = queryOptions({
  queryKey: ['profile', 'api-keys'],
  queryFn: async ({ signal }): Promise<ApiKey[]> =>
    (await client.apiKeys.list({ limit: MAX_OWN }, { signal })).data,
  staleTime: 10_000,
});

export const createApiKey = (key: ApiKeyCreate) => client.apiKeys.create(key);
export const deleteApiKey = (id: string) => client.apiKeys.delete(id);

export type NotificationKind = keyof NotificationPreferences['email'];

export const preferencesQuery = queryOptions({
  queryKey: ['profile', 'notifications'],
  queryFn: ({ signal }) => client.notifications.getPreferences({ signal }),
  staleTime: 10_000,
});

export const updatePreferences = (kind: NotificationKind, isOn: boolean) =>
  client.notifications.updatePreferences({ email: { [kind]: isOn } });

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: async ({ signal }): Promise<Session[]> =>
    (await client.sessions.list({ limit: MAX_OWN }, { signal })).data,
  staleTime: 5_000,
});

export const endSession = (id: string) => client.sessions.end(id);
