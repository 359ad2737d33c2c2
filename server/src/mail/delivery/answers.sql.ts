import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

interface AutomaticAnswersTable {
  id: Generated<string>;
  address: string;
  record_id: string;
  answered_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    automatic_answers: AutomaticAnswersTable;
  }
}

/** Two mails of one sender at once are answered one after the other. */
export const lockAnswers = (tx: Tx, address: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`automatic answers ${address}`}, 0))`.execute(
    tx,
  );

export async function readRecentAnswers(tx: Tx, address: string, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ answered_at: string }>`
    select answered_at from automatic_answers
    where address = ${address} and answered_at > ${since.toISOString()}::timestamptz`.execute(tx);
  return rows.map(({ answered_at: at }) => new Date(at));
}

export const insertAnswer = (tx: Tx, answer: Omit<AutomaticAnswersTable, 'id'>): Promise<unknown> =>
  tx.insertInto('automatic_answers').values(answer).execute();

const MAX_PURGED = 1000;

/** Returns true if there may be more. */
export async function deleteAnswers(db: Db, before: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from automatic_answers where id in (
      select id from automatic_answers where answered_at < ${before.toISOString()}::timestamptz
      limit ${MAX_PURGED})`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
