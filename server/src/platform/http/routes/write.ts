// Every write runs in one transaction, and its response is complete before the commit. A POST without effects on the
// database runs outside a transaction: its key is claimed before, and its response stored after.
import { Readable } from 'node:stream';
import type { Tx } from '../../postgres/tables.ts';
import type { Deps } from '../../runtime/deps.ts';
import { transact } from '../../postgres/transaction.ts';
import { awaitReplication } from '../../postgres/unreplicated-commits.ts';
import { JsonText, type Reply, type SerializedReply } from '../request/context.ts';
import { type Attempt, claim, releaseClaim, findOrLock, storeResponse } from './idempotency.ts';

const serialize = ({ body }: Reply): string | Readable => {
  if (body instanceof JsonText) return body.text;
  return body instanceof Readable ? body : JSON.stringify(body);
};

/**
 * Rolls back if `handle` or `beginCommit` throws. With a key, a stored response is returned instead, and a new one is stored
 * together with its effect, so that a crash leaves both or neither.
 */
export const write = (
  deps: Deps,
  attempt: Attempt | undefined,
  handle: (tx: Tx) => Promise<Reply>,
  beginCommit: () => void,
): Promise<SerializedReply> =>
  transact(deps, async (tx) => {
    const { keys, now } = deps;
    const given = attempt && (await findOrLock(tx, attempt, keys, now()));
    if (given) {
      // The first attempt may have failed because its effect had not reached the standby.
      await awaitReplication(tx);
      return given;
    }
    const response = await handle(tx);
    const body = serialize(response);
    if (attempt && typeof body === 'string')
      await storeResponse(tx, attempt, response, body, keys, now());
    beginCommit();
    return { response, body };
  });

/** Releases the key if `handle` throws. The claim of a process that crashes expires. */
export async function runClaimed(
  deps: Deps,
  attempt: Attempt | undefined,
  handle: () => Promise<Reply>,
): Promise<SerializedReply> {
  const { db, keys, now } = deps;
  const given = attempt && (await claim(db, attempt, keys, now()));
  if (given) return given;
  let response: Reply;
  try {
    response = await handle();
  } catch (error) {
    if (attempt) await releaseClaim(db, attempt);
    throw error;
  }
  const body = serialize(response);
  if (attempt && typeof body === 'string')
    await transact(deps, (tx) => storeResponse(tx, attempt, response, body, keys, now()));
  return { response, body };
}
