// A commit that waits for a synchronous standby may be cancelled, as by `pg_cancel_backend`. PostgreSQL then commits
// without the standby, warns and reports success, although a failover would lose the write. Such a commit is turned into
// an error, as if the connection had been lost: its outcome is unknown, and the caller may retry it.
import { sql } from 'kysely';
import type pg from 'pg';
import { suspectHost } from './hosts/primary.ts';
import type { Tx } from './tables.ts';

/** The message of the warning is translated and its code is a general one; the function that sends it identifies it. */
const SENT_BY = 'SyncRepWaitForLSN';

export function failUnreplicatedCommits(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { connection: pg.Connection };
  connection.on('notice', ({ routine }: { routine?: string }) => {
    if (routine !== SENT_BY) return;
    suspectHost(client);
    const error = new Error('Connection terminated: a commit was not replicated to the standby');
    // The success may follow in the same packet, so the statement must fail before the next message is read.
    connection.emit('error', error);
    connection.stream.destroy();
  });
}

/**
 * Makes the commit of a transaction that only reads wait for the standby, too. What it has read may be the effect of an
 * earlier commit that is not replicated yet; the standby receives the log in order.
 */
export const awaitReplication = (tx: Tx): Promise<unknown> =>
  sql`select pg_logical_emit_message(true, 'signalbox', '')`.execute(tx);
