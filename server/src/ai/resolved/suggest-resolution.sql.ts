// The suggested resolution of an incident. It is not part of what the version counts.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { ExemplarText } from './neighbours.sql.ts';

export interface NewIncident extends ExemplarText {
  version: number;
}

/** Undefined if the incident is deleted or resolved, or has a suggestion. */
export async function findWithoutSuggestion(db: Db, id: string): Promise<NewIncident | undefined> {
  const { rows } = await sql<NewIncident>`
    select id, version, short_description, description from incidents
    where id = ${id} and deleted_at is null and ai_suggested_resolution = ''
      and state not in ('resolved', 'closed', 'cancelled')`.execute(db);
  return rows[0];
}

/** Returns the version of the incident; undefined if another run was first. */
export async function saveSuggestion(
  tx: Tx,
  id: string,
  text: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update incidents set ai_suggested_resolution = ${text}
    where id = ${id} and deleted_at is null and ai_suggested_resolution = '' returning version`.execute(
    tx,
  );
  return rows[0]?.version;
}
