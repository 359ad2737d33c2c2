import Type, { type Static } from 'typebox';
import { anyOf } from '../platform/http/output/pagination.ts';
import { announceMore, idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { resource } from '../records/index.ts';

/** Views exist for these lists; the values are their paths. */
export const viewedLists = {
  incidents: '/incidents',
  changes: '/changes',
  requests: '/requests',
  cis: '/cmdb/cis',
  articles: '/knowledge/articles',
} as const;
export type ViewedList = keyof typeof viewedLists;

/** The lists have records of these types. */
export const recordTypes = {
  incidents: 'incident',
  changes: 'change',
  requests: 'request',
  cis: 'ci',
  articles: 'article',
} as const satisfies Record<ViewedList, string>;
const listNames = Object.keys(viewedLists) as ViewedList[];

const audiences = ['me', 'group', 'everyone'] as const;
export type Audience = (typeof audiences)[number];

const ViewId = idText('View ids', { pattern: '^VIW[0-9A-Z]{7}$', example: 'VIW0000007' });

const name = Type.String({ maxLength: 255, pattern: '\\S' });
const list = oneOf(listNames, {
  description: `The list that the view shows. ${announceMore('lists')}`,
});
const query = Type.Record(Type.String({ maxLength: 50 }), Type.String({ maxLength: 2000 }), {
  description:
    'Parameters of the list by name, as in its URL, except `cursor`, `page` and `fields`.',
});
const columns = Type.Array(Type.String({ maxLength: 50 }), {
  maxItems: 50,
  uniqueItems: true,
  description:
    'Fields of the list in the order of the columns. If empty, the client chooses the columns.',
});
const column_widths = Type.Record(
  Type.String({ maxLength: 50 }),
  Type.Integer({ minimum: 40, maximum: 1200 }),
  {
    maxProperties: 40,
    description:
      'Widths of columns in pixels, by field. The client chooses the widths of other columns.',
  },
);
const audience = oneOf(audiences, {
  description:
    'me: its owner only, the default. group: members of `group`. everyone: all callers; only managers can share a view with everyone.',
});
const group = nullable(
  Type.String({ maxLength: 255, description: 'Name of the group, if the audience is group.' }),
);

const example = {
  id: 'VIW0000007',
  name: 'Unassigned P1',
  list: 'incidents',
  query: { priority: 'P1', without: 'assigned_to', sort: 'sla_breach_at', order: 'asc' },
  columns: ['priority', 'short_description', 'sla'],
  column_widths: { short_description: 480 },
  audience: 'group',
  group: 'Web Platform',
  owner: 'ada@example.com',
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const schemas = resource({
  title: 'View',
  id: ViewId,
  required: { name, list },
  optional: { query, columns, column_widths, audience },
  nullable: { group },
  readOnly: { owner: Type.String({ description: 'E-mail address of the owner.' }) },
  summary: [
    'name',
    'list',
    'query',
    'columns',
    'column_widths',
    'audience',
    'group',
    'owner',
    'created_at',
    'updated_at',
  ],
  update: { list: Type.Optional(list) },
  isDeletable: false,
  examples: {
    full: example,
    create: {
      name: example.name,
      list: 'incidents',
      query: example.query,
      columns: example.columns,
      column_widths: example.column_widths,
    },
    update: { audience: 'group', group: 'Web Platform' },
  },
});

export const View = schemas.Full;
export const ViewCreate = schemas.Create;
export type ViewCreate = Static<typeof ViewCreate>;
export const ViewUpdate = schemas.Update;
export type ViewUpdate = Static<typeof ViewUpdate>;
export const ViewDeleted = schemas.Deleted;

export const viewFilters = {
  list: Type.Optional(anyOf(oneOf(listNames), 'The list that the view shows.')),
  audience: Type.Optional(anyOf(oneOf(audiences), 'Audience.')),
};

export const viewParams = object({ id: ViewId });
