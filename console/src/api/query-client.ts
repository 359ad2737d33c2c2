// The SDK retries, so the cache of responses does not.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network, a request fails at once and the page says so, instead of waiting in silence.
    queries: {
      retry: false,
      networkMode: 'always',
      staleTime: 15_000,
      gcTime: 300_000,
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
