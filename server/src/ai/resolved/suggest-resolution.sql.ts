// A suggested resolution is saved with the incidents that it quotes, and does not change the version of its incident.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { insertTasks, addTask } from '../../platform/background/tasks.sql.ts';
import type { ExemplarText } from './neighbours.sql.ts';

interface AiQuotesTable {
  quoted_id: string;
  incident_id: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    ai_quotes: AiQuotesTable;
  }
}

export interface NewIncident extends ExemplarText {
  version: number;
}

/** Returns undefined if the incident is deleted or resolved, or has a suggestion. */
export async function findWithoutSuggestion(db: Db, id: string): Promise<NewIncident | undefined> {
  const { rows } = await sql<NewIncident>`
    select id, version, short_description, description from incidents
    where id = ${id} and deleted_at is null and ai_suggested_resolution = ''
      and state not in ('resolved', 'closed', 'cancelled')`.execute(db);
  return rows[0];
}

export interface Suggestion {
  text: string;
  /** The text quotes the incidents with these ids. */
  quoted: readonly string[];
}

/** Locks the incidents, so that none is deleted or reopened before the suggestion is saved. */
async function areQuotable(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from incidents where id = any(${ids}::text[]) and deleted_at is null and state in ('resolved', 'closed')
    order by id for share`.execute(tx);
  return rows.length === ids.length;
}

/**
 * Returns the version of the incident; undefined if another run was first, or if a quoted incident is no longer resolved.
 * In the second case a task computes the suggestion again.
 */
export async function saveSuggestion(
  tx: Tx,
  id: string,
  { text, quoted }: Suggestion,
): Promise<number | undefined> {
  if (!(await areQuotable(tx, quoted))) {
    await addTask(tx, 'suggest-resolution', id);
    return undefined;
  }
  const { rows } = await sql<{ version: number }>`
    update incidents set ai_suggested_resolution = ${text}
    where id = ${id} and deleted_at is null and ai_suggested_resolution = '' returning version`.execute(
    tx,
  );
  if (rows[0])
    await sql`
      insert into ai_quotes (quoted_id, incident_id) select unnest(${quoted}::text[]), ${id}
      on conflict do nothing`.execute(tx);
  return rows[0]?.version;
}

/** Empties the suggestions that quote the incident, and adds tasks that compute them again. */
export async function dropSuggestionsQuoting(tx: Tx, quotedId: string): Promise<void> {
  await sql`
    with quoting as materialized (
      select incident_id from ai_quotes where quoted_id = ${quotedId}
    ), dropped as (
      delete from ai_quotes where incident_id in (select incident_id from quoting)
    ), emptied as (
      update incidents set ai_suggested_resolution = '' where id in (select incident_id from quoting) returning id
    )
    ${insertTasks('suggest-resolution')(sql`select id as record_id from emptied`)}`.execute(tx);
}
