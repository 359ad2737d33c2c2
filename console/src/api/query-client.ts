// The cache of responses. The SDK retries, so the cache does not.
import { QueryClient } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a request fails at once, and the page says so; it does not wait in silence.
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
