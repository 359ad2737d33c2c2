// Processes that start at the same time bootstrap one after the other.
import { sql } from 'kysely';
import type { Tx } from '../platform/postgres/tables.ts';

export const lockBootstrap = (tx: Tx): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('signalbox_bootstrap'))`.execute(tx);
