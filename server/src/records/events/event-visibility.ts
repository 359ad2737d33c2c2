// A caller reads the events of the records that it may read, with restricted data.
import { type RawBuilder, sql } from 'kysely';
import {
  eventNames,
  type EventVisibility,
  recordOf,
  type StoredEvent,
} from '../../events/index.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import type { Scope } from '../../platform/lists/list-spec.ts';
import type { Viewer } from '../../platform/context.ts';
import {
  asVariant,
  factsAbout,
  readsDeleted,
  rulesFor,
  recordAccessFor,
  variantIn,
  variantsFor,
} from './event-variants.ts';
import { type AnyRecordType, readableTypes, typeNamed } from '../record-type.ts';
import { viewerOf } from '../visibility.ts';

type Reader = Pick<RequestContext, 'actor' | 'deps'>;

/**
 * Callers of reach `own` see neither team notes nor the watchers whom one mentions. An event that only adds such a note is
 * filtered out here, so that pages stay full; if it has other changes too, `show` removes the note.
 */
const ADDS_MORE_THAN_TEAM_NOTE = sql<boolean>`(data #>> '{note,visibility}' is null
  or data #>> '{note,visibility}' = 'public' or (data -> 'changes') - 'work_notes_count' - 'watchers' <> '{}')`;

/** Nor do they see who watches a record. */
const CHANGES_MORE_THAN_WATCHERS = sql<boolean>`(not coalesce((data -> 'changes') ? 'watchers', false)
  or data ? 'note' or (data -> 'changes') - 'watchers' <> '{}')`;

/** Reads deleted records separately from the others, because the indexes by person are partial. */
const ownRecords = (type: AnyRecordType, viewer: Viewer): RawBuilder<unknown>[] => {
  const isOwn = type.visibility?.where(viewer) ?? sql<boolean>`true`;
  const parts = type.table.keepsDeleted
    ? [sql`deleted_at is null and ${isOwn}`, sql`deleted_at is not null and ${isOwn}`]
    : [isOwn];
  return parts.map(
    (where) =>
      sql`select ${sql.lit(type.type)} as type, id from ${sql.table(type.table.name)} where ${where}`,
  );
};

interface View {
  type: AnyRecordType;
  viewer: Viewer;
}

const EVENTS = sql`select id, type, record_id, occurred_at from events where record_type`;

/**
 * Begins at the records of the caller and reads their events by an index: in order of time, a caller with few events
 * would read the whole log. `offset 0` keeps the planner from joining in the other direction, whatever it estimates.
 */
function readableEvents(views: readonly View[]): RawBuilder<unknown> {
  const isOwn = ({ type, viewer }: View) => viewer.reach === 'own' && type.visibility !== undefined;
  const records = views.filter(isOwn).flatMap(({ type, viewer }) => ownRecords(type, viewer));
  const none = sql`select null as type, null as id where false`;
  const ownEvents = sql`select event.* from (${sql.join([none, ...records], sql` union all `)}) as own
    cross join lateral (
      ${EVENTS} = own.type and record_id = own.id and ${ADDS_MORE_THAN_TEAM_NOTE}
        and ${CHANGES_MORE_THAN_WATCHERS} offset 0) as event`;
  const others = views
    .filter((view) => !isOwn(view))
    .map(({ type }) => sql`${EVENTS} = ${type.type}`);
  return sql.join([ownEvents, ...others], sql` union all `);
}

const readsEvents = ({ type, visibility }: AnyRecordType, { reach }: Viewer): boolean =>
  (reach === 'all' || !visibility?.hidesEvents) &&
  eventNames.some((name) => recordOf(name) === type);

function scope({ actor }: Pick<Viewer, 'actor'>): Scope {
  const views = readableTypes().map((type) => ({ type, viewer: viewerOf(type, { actor }) }));
  if (views.every(({ viewer }) => viewer?.reach === 'all')) return { key: 'all' };
  const reaches = views.map(({ type, viewer }) => `${type.type}=${viewer?.reach ?? 'none'}`);
  const withEvents = views.flatMap(({ type, viewer }) =>
    viewer && readsEvents(type, viewer) ? [{ type, viewer }] : [],
  );
  return {
    key: `${reaches.join()} ${actor.email.toLowerCase()}`,
    rows: readableEvents(withEvents),
  };
}

/** Removes the data that the caller may not read from the events of a page. */
async function show(
  { actor, deps }: Reader,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const rules = rulesFor(actor);
  const restricted = events.filter(({ record_type }) => !rules(record_type)?.isUnrestricted);
  const facts = await factsAbout(deps.db, restricted);
  return events.map((event) => asVariant(event, variantIn(rules, event, facts), facts));
}

export const recordEventVisibility: EventVisibility = {
  scope,
  show,
  facts: factsAbout,
  variantsFor,
  sees: recordAccessFor,
  asVariant,
};

/** True if the record is deleted and the caller may not read stored copies of it, such as a delivery's body. */
export async function isHiddenAsDeleted(
  request: Reader,
  { record_type, record_id }: Pick<StoredEvent, 'record_type' | 'record_id'>,
): Promise<boolean> {
  const type = typeNamed(record_type);
  if (!type?.readers || readsDeleted(type, request)) return false;
  const { rows } = await sql<{ is_deleted: boolean }>`
    select deleted_at is not null as is_deleted
    from ${sql.table(type.table.name)} where id = ${record_id}`.execute(request.deps.db);
  return rows[0]?.is_deleted ?? false;
}
