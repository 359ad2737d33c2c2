// Statements that claim deliveries decide by this row themselves, so that no cached state lets one through.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

interface OutgoingTable {
  base_url: string | null;
  held_since: string | null;
  released_at: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    outgoing: OutgoingTable;
  }
}

export type OutgoingRow = OutgoingTable;

/** Selects whether a process at this address may send now. A loopback address, null, is not compared. */
export const mayBeSent = (ownUrl: string | null): RawBuilder<boolean> =>
  sql`(not exists (select from outgoing where held_since is not null or base_url <> ${ownUrl}::text))`;

export const readOutgoing = (db: Db | Tx): Promise<OutgoingRow> =>
  db
    .selectFrom('outgoing')
    .select(['base_url', 'held_since', 'released_at'])
    .executeTakeFirstOrThrow();

const locks = { update: sql`for update`, share: sql`for share` };

/** A shared lock keeps the row as it is until the transaction ends. */
export const lockOutgoing = (tx: Tx, kind: keyof typeof locks = 'update'): Promise<OutgoingRow> =>
  tx
    .selectFrom('outgoing')
    .select(['base_url', 'held_since', 'released_at'])
    .modifyEnd(locks[kind])
    .executeTakeFirstOrThrow();

/** The first process stores its address; later ones change nothing. */
export const storeFirstUrl = (db: Db, ownUrl: string): Promise<unknown> =>
  db.updateTable('outgoing').set({ base_url: ownUrl }).where('base_url', 'is', null).execute();

/** Keeps the time of an earlier hold: a command that is repeated does not make it look younger. */
export const holdOutgoing = (tx: Tx, at: string): Promise<unknown> =>
  sql`update outgoing set held_since = coalesce(held_since, ${at}::timestamptz)`.execute(tx);

export const releaseOutgoing = (tx: Tx, ownUrl: string | null, at: string): Promise<unknown> =>
  sql`
    update outgoing set held_since = null, released_at = ${at}::timestamptz,
      base_url = coalesce(${ownUrl}::text, base_url)`.execute(tx);
