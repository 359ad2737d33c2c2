// Every write runs here: one transaction, and the finished answer is known before it commits. So does a POST that
// writes nothing of its own, in no transaction: its key is claimed before, and its response stored after.
import { Readable } from 'node:stream';
import type { Tx } from '../../postgres/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { transact } from '../../postgres/transaction.ts';
import type { Reply, Finished } from '../request/context.ts';
import { type Attempt, claim, giveUpClaim, recall, remember } from './idempotency.ts';

const serialize = ({ body }: Reply): string | Readable =>
  body instanceof Readable ? body : JSON.stringify(body);

/**
 * Rolls back whatever `handle` throws. With a key, an answer that was given before is given again instead, and a
 * new one is stored with its effect: whoever died in between finds both or neither.
 */
export const write = (
  deps: Deps,
  attempt: Attempt | undefined,
  handle: (tx: Tx) => Promise<Reply>,
): Promise<Finished> =>
  transact(deps, async (tx) => {
    const { secretKey, now } = deps;
    const given = attempt && (await recall(tx, attempt, secretKey, now()));
    if (given) return given;
    const answer = await handle(tx);
    const body = serialize(answer);
    if (attempt && typeof body === 'string')
      await remember(tx, attempt, answer, body, secretKey, now());
    return { answer, body };
  });

/** Whatever `handle` throws, its key is free again. A process that dies in between leaves a claim that ends by itself. */
export async function runClaimed(
  deps: Deps,
  attempt: Attempt | undefined,
  handle: () => Promise<Reply>,
): Promise<Finished> {
  const { db, secretKey, now } = deps;
  const given = attempt && (await claim(db, attempt, secretKey, now()));
  if (given) return given;
  let answer: Reply;
  try {
    answer = await handle();
  } catch (error) {
    if (attempt) await giveUpClaim(db, attempt);
    throw error;
  }
  const body = serialize(answer);
  if (attempt && typeof body === 'string')
    await transact(deps, (tx) => remember(tx, attempt, answer, body, secretKey, now()));
  return { answer, body };
}
