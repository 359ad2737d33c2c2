// Token usage is counted per caller and UTC day; the instance itself is a caller, too.
import { sql } from 'kysely';
import { dayOf } from '../platform/limits/day.ts';
import type { Db } from '../platform/postgres/tables.ts';

interface AiUsageTable {
  caller: string;
  day: string;
  tokens: number;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    ai_usage: AiUsageTable;
  }
}

/** Suggestions for new incidents are charged to this id, which no client can have. */
export const SUGGESTIONS_CALLER = 'instance:suggestions';

export async function tokensUsedToday(db: Db, caller: string, now: Date): Promise<number> {
  const { rows } = await sql<{ tokens: string }>`
    select tokens from ai_usage where caller = ${caller} and day = ${dayOf(now)}::date`.execute(db);
  return Number(rows[0]?.tokens ?? 0);
}

export async function addUsage(db: Db, caller: string, now: Date, tokens: number): Promise<void> {
  await sql`
    insert into ai_usage (caller, day, tokens) values (${caller}, ${dayOf(now)}::date, ${tokens})
    on conflict (caller, day) do update set tokens = ai_usage.tokens + excluded.tokens`.execute(db);
}

export async function purgeExpiredUsage(db: Db, now: Date): Promise<void> {
  await sql`delete from ai_usage where day < ${dayOf(now)}::date - 31`.execute(db);
}
