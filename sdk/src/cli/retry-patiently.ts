// Commands that transfer many records outlast a failover of the service, and say so while they wait.
import type { ConnectOptions } from './command.ts';
import type { Terminal } from './terminal/terminal.ts';

/** Only the time limits the retries, as in the SDK. */
export const retryPatiently = (terminal: Pick<Terminal, 'message'>): ConnectOptions => ({
  maxRetries: Infinity,
  onRetry: ({ code }, delayMs) =>
    terminal.message(
      `The request failed (${code}) and is retried in ${Math.ceil(delayMs / 1000)} s.`,
    ),
});
