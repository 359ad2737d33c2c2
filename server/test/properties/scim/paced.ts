// Sends requests of a directory at the rate limit of its connector, some at the same time, and repeats those that are
// refused by it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Directory, ScimReply } from '../../support/scim-client.ts';

const AT_ONCE = 16;
const RATE_LIMITED = 429;

export interface Paced {
  send: Directory['send'];
  /** Runs `work` for each value, some at the same time. */
  forEach: <T>(
    values: readonly T[],
    work: (value: T, at: number) => Promise<void>,
  ) => Promise<void>;
  requests: () => number;
  limitedRequests: () => number;
}

export function pacedClient(directory: Directory, perSecond: number): Paced {
  let [requests, limited, nextAt] = [0, 0, performance.now()];
  const waitForSlot = async (): Promise<void> => {
    const now = performance.now();
    nextAt = Math.max(nextAt + 1000 / perSecond, now);
    if (nextAt > now) await sleep(nextAt - now);
  };
  const send: Directory['send'] = async (...request): Promise<ScimReply> => {
    await waitForSlot();
    requests += 1;
    const reply = await directory.send(...request);
    if (reply.status !== RATE_LIMITED) return reply;
    limited += 1;
    await sleep(Number(reply.headers.get('retry-after')) * 1000);
    return send(...request);
  };
  return {
    send,
    forEach: async (values, work) => {
      const waiting = [...values.entries()].values();
      const serve = async () => {
        for (const [at, value] of waiting) await work(value, at);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, serve));
    },
    requests: () => requests,
    limitedRequests: () => limited,
  };
}
