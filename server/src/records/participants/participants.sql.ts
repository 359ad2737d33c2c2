// People take part in a record of any type: the requester by a field of the record, the others by these rows.
import { type Generated, sql } from 'kysely';
import { personKey, presentAddress } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export const participantKinds = ['cc', 'watcher'] as const;
export type ParticipantKind = (typeof participantKinds)[number];

export const participantSources = ['added', 'watch', 'mention'] as const;
type ParticipantSource = (typeof participantSources)[number];

interface ParticipantsTable {
  id: Generated<string>;
  record_id: string;
  kind: ParticipantKind;
  email: string;
  source: ParticipantSource;
  added_by: string;
  added_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    participants: ParticipantsTable;
  }
}

/** A record has at most so many, besides the requester. */
export const MAX_PARTICIPANTS = 100;

export interface Participant {
  id: string;
  kind: ParticipantKind;
  email: string;
  source: ParticipantSource;
  /** All addresses of a person have the same key. */
  person: string;
}

/** Returns the participants in the order in which they were added; people who changed their address have the new one. */
export async function readParticipants(db: Db | Tx, recordId: string): Promise<Participant[]> {
  const email = sql.ref('participants.email');
  const { rows } = await sql<Participant>`
    select id, kind, ${presentAddress(email)} as email, source, ${personKey(email)} as person
    from participants where record_id = ${recordId} order by kind, id`.execute(db);
  return rows;
}

export interface KnownPerson {
  given: string;
  email: string;
  person: string;
}

/** Returns the present address and the key of the person with each address, in the same order. */
export async function findPeopleBehind(
  db: Db | Tx,
  addresses: readonly string[],
): Promise<KnownPerson[]> {
  if (addresses.length === 0) return [];
  const given = sql.ref('given');
  const { rows } = await sql<KnownPerson>`
    select given, ${presentAddress(given)} as email, ${personKey(given)} as person
    from unnest(${addresses}::text[]) with ordinality as sent (given, place) order by place`.execute(
    db,
  );
  return rows;
}

export interface NewParticipant {
  kind: ParticipantKind;
  email: string;
  source: ParticipantSource;
}

export async function insertParticipants(
  tx: Tx,
  recordId: string,
  participants: readonly NewParticipant[],
  by: { email: string; at: string },
): Promise<void> {
  if (participants.length === 0) return;
  const rows = participants.map((participant) => ({
    ...participant,
    record_id: recordId,
    added_by: by.email,
    added_at: by.at,
  }));
  await tx.insertInto('participants').values(rows).execute();
}

export async function deleteParticipants(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('participants').where('id', 'in', ids).execute();
}
