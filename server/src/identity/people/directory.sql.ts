// The directory in PostgreSQL: active users and groups.
import { type RawBuilder, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';

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
  filters: { kind: { column: 'kind', test: 'in', type: 'text' } },
  total: 'bounded',
};

const literalPattern = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** The name or the e-mail address begins with the text, in any case. */
export const beginsWith = (text: string): RawBuilder<boolean> => {
  const pattern = sql`${`${literalPattern(text.toLowerCase())}%`}`;
  return sql<boolean>`(lower(name) like ${pattern} or lower(email) like ${pattern})`;
};
