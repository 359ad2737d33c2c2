import { infiniteQueryOptions } from '@tanstack/react-query';
import type { OwnSignIn } from '@signalbox/sdk';
import { client } from '../client.ts';
import { type ListPage, pageOf } from '../pages.ts';

export type { OwnSignIn } from '@signalbox/sdk';

const AT_ONCE = 10;

export const signInsQuery = infiniteQueryOptions({
  queryKey: ['profile', 'sign-ins'],
  queryFn: async ({ pageParam: cursor, signal }): Promise<ListPage<OwnSignIn>> =>
    pageOf<OwnSignIn>(
      await client.me.listSignIns(
        { limit: AT_ONCE, ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
  staleTime: 5_000,
});
