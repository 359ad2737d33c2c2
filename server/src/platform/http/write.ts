// Every write runs here: one transaction, and the finished answer is known before it commits.
import { Readable } from 'node:stream';
import { type Tx, withFreshPlans } from '../db.ts';
import type { Deps } from '../deps.ts';
import { transact } from '../transact.ts';
import type { Answer } from './call.ts';

/** An answer with the exact bytes that will be sent, or the stream they come from. */
export interface Finished {
  answer: Answer;
  body: string | Readable;
}

export const serialize = ({ body }: Answer): string | Readable =>
  body instanceof Readable ? body : JSON.stringify(body);

/**
 * Rolls back whatever `handle` throws. What must commit with the effect of a write and needs its
 * answer, such as an idempotency key, belongs between `handle` and the end of the transaction.
 */
export const write = (deps: Deps, handle: (tx: Tx) => Promise<Answer>): Promise<Finished> =>
  withFreshPlans(() =>
    transact(deps, async (tx) => {
      const answer = await handle(tx);
      return { answer, body: serialize(answer) };
    }),
  );
