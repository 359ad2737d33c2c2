// Queues the job that notifies of an update, and reads what the job needs: the audit entries of the update, and who has
// been notified of it already.
import { sql } from 'kysely';
import type { FieldDiff } from '../../events/index.ts';
import { leastIdAt } from '../../platform/ids.ts';
import { personKey } from '../../platform/postgres/addresses.ts';
import type { ChainLink } from '../../platform/context.ts';
import { deferredWrite } from '../../platform/postgres/statements.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Mention } from '../../records/index.ts';

export const NOTICE_JOB = 'notify-of-update';

/** Names an update; what it changed is in its audit entries. */
export interface UpdateReference {
  type: string;
  id: string;
  version: number;
  at: string;
  request_id: string;
  /** The subject of the caller's token, to which the limits of mentions apply. */
  caller: string;
  mentions: readonly Mention[];
  without_mail: boolean;
  /** A job of an earlier release has none. */
  chain?: readonly ChainLink[] | undefined;
}

const insertJob = deferredWrite('notify of update', (texts) => ({
  compile: () =>
    sql`select graphile_worker.add_job(${sql.lit(NOTICE_JOB)}, payload := ${null}::text::json)
      from (select ${null}::boolean as mentions_somebody) as written
      where mentions_somebody
        or exists (select from participants where record_id = ${null} and kind = 'watcher')`.compile(
      texts,
    ),
}));

/** Most records have no watchers, and need no job. */
export const queueNotices = (tx: Tx, update: UpdateReference): Promise<void> =>
  insertJob(tx, [JSON.stringify(update), update.mentions.length > 0, update.id]);

interface UpdateEntry {
  actor: string;
  changes: FieldDiff | null;
}

const DAY_MS = 86_400_000;

/** Returns the entries of the update in their order. Their ids begin with the time of PostgreSQL, whose clock may differ. */
export async function readEntries(
  tx: Tx,
  { type, id, version, at }: UpdateReference,
): Promise<UpdateEntry[]> {
  const { rows } = await sql<UpdateEntry>`
    select actor, changes from entries
    where record_id = ${id} and at = ${at}::timestamptz and record_type = ${type} and record_version = ${version}
      and id >= ${leastIdAt(Date.parse(at) - DAY_MS)}::uuid
    order by id`.execute(tx);
  return rows;
}

/** A job that runs twice at the same time notifies once. */
export const lockNotices = (tx: Tx, { id }: UpdateReference): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('notices of ' || ${id}::text, 0))`.execute(tx);

/** Returns the keys of the people who have a notification of this version, by this job or by the update itself. */
export async function findNotified(
  tx: Tx,
  { id, version, at }: UpdateReference,
): Promise<Set<string>> {
  const { rows } = await sql<{ person: string }>`
    select distinct ${personKey(sql.ref('recipient'))} as person from notifications
    where subject = ${id} and created_at >= ${at}::timestamptz and (data ->> 'version')::int = ${version}`.execute(
    tx,
  );
  return new Set(rows.map(({ person }) => person));
}
