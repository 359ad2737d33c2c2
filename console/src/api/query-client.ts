// The cache of responses. The SDK retries, so the cache does not.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 15_000, gcTime: 300_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
