// The AI endpoints read every record with the rights of the caller.
import { changes } from '../../changes/index.ts';
import { cis } from '../../cmdb/index.ts';
import { may, type Permission } from '../../identity/index.ts';
import { incidents } from '../../incidents/index.ts';
import { articles } from '../../knowledge/index.ts';
import type { Actor, Viewer } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { list } from '../../platform/lists/list.ts';
import type { ListSpec, Scope } from '../../platform/lists/list-spec.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readRecord } from '../../records/index.ts';
import type { ContextType } from '../ai.schema.ts';
import { cut, inWords } from '../../platform/text.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface FoundRecord {
  type: ContextType;
  id: string;
  version: number;
  title: string;
  fields: Fields;
}

interface Readable {
  permission: Permission;
  noun: string;
  title: string;
  /** The model reads these fields in this order, and never notes: callers may read different ones. */
  shownFields: readonly string[];
  read(db: Db, id: string, viewer: Viewer): Promise<Fields>;
  scope(viewer: Viewer): Scope;
  list: ListSpec<never>;
}

const unfiltered = { key: 'all' };

const readables: Record<ContextType, Readable> = {
  incident: {
    permission: 'incidents.read',
    noun: 'Incident',
    title: 'short_description',
    shownFields: [
      'state',
      'priority',
      'category',
      'subcategory',
      'assignment_group',
      'assigned_to',
      'ci_id',
      'parent_problem_id',
      'change_id',
      'created_at',
      'resolved_at',
      'description',
      'resolution',
    ],
    read: async (db, id, viewer) => ({ ...(await readRecord(db, incidents, id, viewer)) }),
    scope: (viewer) => incidents.visibility?.scope(viewer) ?? unfiltered,
    list: incidents.table.list,
  },
  change: {
    permission: 'changes.read',
    noun: 'Change',
    title: 'short_description',
    shownFields: [
      'state',
      'type',
      'risk',
      'priority',
      'assignment_group',
      'planned_start_at',
      'planned_end_at',
      'ci_ids',
      'incident_ids',
      'description',
      'implementation_plan',
      'backout_plan',
    ],
    read: async (db, id, viewer) => ({ ...(await readRecord(db, changes, id, viewer)) }),
    scope: () => unfiltered,
    list: changes.table.list,
  },
  ci: {
    permission: 'cmdb.read',
    noun: 'CI',
    title: 'name',
    shownFields: [
      'class',
      'status',
      'environment',
      'criticality',
      'owner',
      'support_group',
      'fqdn',
      'ip_address',
      'location',
    ],
    read: async (db, id, viewer) => ({ ...(await readRecord(db, cis, id, viewer)) }),
    scope: () => unfiltered,
    list: cis.table.list,
  },
  article: {
    permission: 'articles.read',
    noun: 'Article',
    title: 'title',
    shownFields: ['summary', 'body'],
    read: async (db, id, viewer) => {
      const article = await readRecord(db, articles, id, viewer);
      // Only published articles feed the AI.
      if (article.state !== 'published') throw notFound(`Published article ${id}`);
      return { ...article };
    },
    scope: () => ({ key: 'published', filters: { state: ['published'] } }),
    list: articles.table.list,
  },
};

/** Cached responses depend on all of these, because an endpoint may read each type. */
export const readPermissions: readonly Permission[] = Object.values(readables).map(
  ({ permission }) => permission,
);

const viewerOf = (actor: Actor, { permission }: Readable): Viewer | undefined => {
  const reach = reachOf(may(permission), actor);
  return reach && { actor, reach };
};

const toFoundRecord = (type: ContextType, fields: Fields): FoundRecord => ({
  type,
  id: String(fields['id']),
  version: Number(fields['version'] ?? 0),
  title: (fields[readables[type].title] ?? '') as string,
  fields,
});

/** Responds 404 for a record that the caller may not read. */
export async function readFor(
  db: Db,
  actor: Actor,
  { type, id }: { type: ContextType; id: string },
): Promise<FoundRecord> {
  const readable = readables[type];
  const viewer = viewerOf(actor, readable);
  if (!viewer) throw notFound(`${readable.noun} ${id}`);
  return toFoundRecord(type, await readable.read(db, id, viewer));
}

export interface RecordSearch {
  q?: string | undefined;
  filters: Record<string, readonly string[]>;
  limit: number;
}

/** Returns the newest first; none for a caller who may not read the type. */
export async function searchFor(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  type: ContextType,
  { q, filters, limit }: RecordSearch,
): Promise<FoundRecord[]> {
  const readable = readables[type];
  const viewer = viewerOf(actor, readable);
  if (!viewer) return [];
  const page = await list<{ id: string }>(
    deps,
    readable.list as unknown as ListSpec<{ id: string }>,
    {
      filters,
      q,
      scope: readable.scope(viewer),
      sort: 'created_at',
      order: 'desc',
      limit,
      now: deps.now(),
    },
  );
  // Each record is read by its id, because lists have neither versions nor all fields.
  const records = await Promise.all(
    page.rows.map(({ id }) => readable.read(deps.db, id, viewer).catch(() => undefined)),
  );
  return records.flatMap((fields) => (fields ? [toFoundRecord(type, fields)] : []));
}

const MAX_FIELD_LENGTH = 2000;

const valueText = (value: unknown): string =>
  cut(Array.isArray(value) ? value.join(', ') : String(value), MAX_FIELD_LENGTH);

/** Writes one line per field that has a value. */
export const recordText = ({ type, id, title, fields }: FoundRecord): string =>
  [
    `${readables[type].noun} ${id}: ${title}`,
    ...readables[type].shownFields.flatMap((name) => {
      const value = fields[name];
      const isEmpty = value === null || value === undefined || value === '';
      return isEmpty || (Array.isArray(value) && value.length === 0)
        ? []
        : [`${name}: ${valueText(value)}`];
    }),
  ].join('\n');

/** Writes id, state and title in one line. */
export const recordLine = ({ id, title, fields }: FoundRecord): string => {
  const marks = ['priority', 'risk', 'state', 'status', 'assignment_group']
    .map((name) => fields[name])
    .filter((value) => value !== null && value !== undefined && value !== '')
    .map((value) => inWords(String(value)));
  return `${id}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}: ${title}`;
};
