import { type Generated, type Selectable, sql } from 'kysely';
import { presentGroupSql } from '../identity/index.ts';
import { type Actor, addressesOf, isOwnAddress } from '../platform/context.ts';
import { isOneOfAddresses } from '../platform/postgres/addresses.ts';
import { recordTable, type RowVisibility } from '../records/index.ts';
import type { Audience, ViewedList } from './views.schema.ts';

interface ViewsTable {
  id: Generated<string>;
  name: string;
  list: ViewedList;
  query: Record<string, string>;
  columns: string[];
  column_widths: Record<string, number>;
  audience: Audience;
  group: string | null;
  owner: string;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    views: ViewsTable;
  }
}

export type ViewRow = Selectable<ViewsTable> & {
  /** Addresses of members are in lower case. */
  group_members?: string[] | null;
};

const membersSql = sql`
  (select array(select lower(member) from unnest(groups.members) as member) from groups
   where views.audience = 'group' and groups.name = ${presentGroupSql(sql`views."group"`)})`;

export const viewTable = recordTable<ViewRow, 'id' | 'version' | 'group_members', 'deleted_by'>({
  table: 'views',
  columns: [
    'id',
    'name',
    'list',
    'query',
    'columns',
    'column_widths',
    'audience',
    'group',
    'owner',
    'version',
    'created_at',
    'updated_at',
    'deleted_at',
    'deleted_by',
  ],
  json: ['query', 'column_widths'],
  hidden: ['deleted_by'],
  related: { group_members: () => membersSql },
  deleted: 'hidden',
  list: {
    large: ['query'],
    filters: {
      list: { column: 'list', test: 'in', type: 'text' },
      audience: { column: 'audience', test: 'in', type: 'text' },
    },
  },
});

const isVisibleTo = (actor: Actor) => sql<boolean>`(
  ${isOneOfAddresses('views.owner', addressesOf(actor))} or views.audience = 'everyone' or ${actor.email.toLowerCase()} = any(${membersSql}::text[]))`;

/** The owner, the members of its group, or everyone can see a view. */
export const viewVisibility: RowVisibility<ViewRow> = {
  canSee: ({ owner, audience, group_members }, { actor }) =>
    isOwnAddress(actor, owner) ||
    audience === 'everyone' ||
    group_members?.includes(actor.email.toLowerCase()) === true,
  scope: ({ actor }) => ({ key: actor.email.toLowerCase(), where: isVisibleTo(actor) }),
  where: ({ actor }) => isVisibleTo(actor),
};
