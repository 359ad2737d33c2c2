// The view `directory` contains active users and groups.
import { type RawBuilder, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { comparableAddress } from '../../platform/postgres/addresses.ts';
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

/** Members without a user have no entry in the directory. */
export const isMemberOf = (group: string): RawBuilder<boolean> => sql<boolean>`(
  kind = 'person' and ${comparableAddress('email')} in (
    select lower(member) from groups, unnest(groups.members) as member where groups.name = ${group}))`;

/** An assignee must be allowed to change incidents. */
export const isAssignable: RawBuilder<boolean> = sql<boolean>`
  id in (select users.id from users
    where users.active and users.roles && ${Object.keys(may('incidents.edit_all_fields'))}::text[])`;
