// Reads an active user with their groups, open records and CIs in two statements.
import { sql } from 'kysely';
import type { Viewer } from '../../platform/context.ts';
import { userOfAddress } from '../../platform/postgres/addresses.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { type RecordOfPerson, recordsOfPersonSql } from '../../records/index.ts';
import { groupsOfMemberSql } from '../groups/groups.sql.ts';
import { MAX_RECORDS } from './person.schema.ts';

interface Known {
  id: string;
  name: string;
  email: string;
  previous_emails: string[];
  title: string | null;
  department: string | null;
  site: string | null;
  away_until: string | null;
}

interface Concerning {
  groups: string[];
  open_records: RecordOfPerson[];
  cis: RecordOfPerson[];
}

/** Finds a person by a former address, too. Lists only records that the viewer may read. */
export async function findPerson(
  db: Db,
  viewer: Viewer,
  email: string,
): Promise<(Known & Concerning) | undefined> {
  const {
    rows: [known],
  } = await sql<Known>`
    select id, name, email, previous_emails, title, department, site, away_until
    from users where id = ${userOfAddress(sql`${email}::text`)} and active`.execute(db);
  if (!known) return undefined;
  const addresses = [known.email, ...known.previous_emails];
  const { rows } = await sql<Concerning>`
    select array(${groupsOfMemberSql(known.email)}) as groups,
      ${recordsOfPersonSql('open', viewer, addresses, MAX_RECORDS)} as open_records,
      ${recordsOfPersonSql('stateless', viewer, addresses, MAX_RECORDS)} as cis`.execute(db);
  return rows[0] && { ...known, ...rows[0] };
}
