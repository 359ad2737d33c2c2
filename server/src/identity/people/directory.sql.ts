// The view `directory` contains active users and groups.
import { type RawBuilder, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { comparableAddress } from '../../platform/postgres/addresses.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { may } from '../roles.ts';

interface DirectoryRow {
  kind: 'person' | 'group';
  id: string;
  name: string;
  email: string | null;
}

export const directoryList: ListSpec<DirectoryRow> = {
  name: 'directory',
  table: 'directory',
  columns: ['kind', 'id', 'name', 'email'],
  large: [],
  sorts: { name: 'text' },
  mainSort: 'name',
  filters: {
    kind: { column: 'kind', test: 'in', type: 'text' },
    email: { column: 'email', test: 'in', type: 'text', isAddress: true },
  },
  total: 'bounded',
};

const literalPattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Matches the beginning of the name or of the e-mail address, regardless of case. */
export const beginsWith = (text: string): RawBuilder<boolean> => {
  const pattern = sql`${`${literalPattern(text.toLowerCase())}%`}`;
  return sql<boolean>`(lower(name) like ${pattern} or lower(email) like ${pattern})`;
};

/** More words than a name has are ignored. */
const MAX_WORDS = 6;

interface Person {
  id: string;
  name: string;
  email: string;
}

/** Finds active users in whose name every word of the text begins a word, or whose address begins with the text. */
export async function findPeople(db: Db, text: string, limit: number): Promise<Person[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const ofName = words.map((word) => sql`' ' || lower(name) like ${`% ${literalPattern(word)}%`}`);
  const { rows } = await sql<Person>`
    select id, name, email from directory
    where kind = 'person' and ((${sql.join(ofName, sql` and `)})
      or lower(email) like ${`${literalPattern(words.join(' '))}%`})
    order by name, id limit ${limit}`.execute(db);
  return rows;
}

/** Members without a user have no entry in the directory. */
export const isMemberOf = (group: string): RawBuilder<boolean> => sql<boolean>`(
  kind = 'person' and ${comparableAddress('email')} in (
    select lower(member) from groups, unnest(groups.members) as member where groups.name = ${group}))`;

/** An assignee must be allowed to change incidents. */
export const isAssignable: RawBuilder<boolean> = sql<boolean>`
  id in (select users.id from users
    where users.active and users.roles && ${Object.keys(may('incidents.edit_all_fields'))}::text[])`;
