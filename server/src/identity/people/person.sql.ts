// Reads an active user with their groups, open records and CIs in one statement.
import { sql } from 'kysely';
import type { Viewer } from '../../platform/context.ts';
import { isAddress } from '../../platform/postgres/addresses.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { type RecordOfPerson, recordsOfPersonSql } from '../../records/index.ts';
import { groupsOfMemberSql } from '../groups/groups.sql.ts';
import { MAX_RECORDS } from './person.schema.ts';

interface PersonRow {
  name: string;
  email: string;
  title: string | null;
  department: string | null;
  site: string | null;
  away_until: string | null;
  groups: string[];
  open_records: RecordOfPerson[];
  cis: RecordOfPerson[];
}

/** Lists only records that the viewer may read. */
export async function findPerson(
  db: Db,
  viewer: Viewer,
  email: string,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`
    select name, email, title, department, site, away_until, array(${groupsOfMemberSql(email)}) as groups,
      ${recordsOfPersonSql('open', viewer, email, MAX_RECORDS)} as open_records,
      ${recordsOfPersonSql('stateless', viewer, email, MAX_RECORDS)} as cis
    from users where ${isAddress('users.email', email)} and active`.execute(db);
  return rows[0];
}
