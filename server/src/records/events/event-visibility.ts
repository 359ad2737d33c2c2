// Event visibility of all record types: a caller reads the events of the records it may read, with restricted data.
import { type RawBuilder, sql } from 'kysely';
import type { EventVisibility, StoredEvent } from '../../events/index.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import type { Scope } from '../../platform/lists/list-spec.ts';
import type { Viewer } from '../../platform/context.ts';
import {
  asVariant,
  factsAbout,
  readsDeleted,
  rulesFor,
  seenBy,
  variantIn,
  variantsFor,
  viewerOf,
} from './event-variants.ts';
import { readableTypes, type RegisteredType, registeredType } from '../record-type.ts';

type Reader = Pick<RequestContext, 'actor' | 'deps'>;

/**
 * Callers of reach `own` do not see team notes. An event that only adds such a note is filtered out here, so that
 * pages stay full; if it has other changes too, `show` removes the note.
 */
function conditionOf(type: RegisteredType, viewer: Viewer): RawBuilder<boolean> {
  const ofType = sql<boolean>`record_type = ${type.type}`;
  if (viewer.reach === 'all' || !type.visibility) return ofType;
  const table = sql.table(type.tableName);
  return sql<boolean>`(${ofType} and exists (
      select from ${table} where ${table}.id = events.record_id and ${type.visibility.where(viewer)})
    and (data #>> '{note,visibility}' is null or data #>> '{note,visibility}' = 'public'
      or (data -> 'changes') - 'work_notes_count' <> '{}'))`;
}

function scope({ actor }: Pick<Viewer, 'actor'>): Scope {
  const views = readableTypes().map((type) => ({ type, viewer: viewerOf(type, { actor }) }));
  if (views.every(({ viewer }) => viewer?.reach === 'all')) return { key: 'all' };
  const conditions = views.flatMap(({ type, viewer }) =>
    viewer ? [conditionOf(type, viewer)] : [],
  );
  const reaches = views.map(({ type, viewer }) => `${type.type}=${viewer?.reach ?? 'none'}`);
  return {
    key: `${reaches.join()} ${actor.email}`,
    where: sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`,
  };
}

/** The events of a page, each with the data that the caller may read. */
async function show(
  { actor, deps }: Reader,
  events: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const rules = rulesFor(actor);
  const restricted = events.filter(({ record_type }) => !rules(record_type)?.isUnrestricted);
  const facts = await factsAbout(deps.db, restricted);
  return events.map((event) => asVariant(event, variantIn(rules, event, facts)));
}

export const recordEventVisibility: EventVisibility = {
  scope,
  show,
  facts: factsAbout,
  variantsFor,
  sees: seenBy,
  asVariant,
};

/** True if the record is deleted and the caller may not read stored copies of it, such as a delivery's body. */
export async function isHiddenAsDeleted(
  request: Reader,
  { record_type, record_id }: Pick<StoredEvent, 'record_type' | 'record_id'>,
): Promise<boolean> {
  const type = registeredType(record_type);
  if (!type?.readers || readsDeleted(type, request)) return false;
  const { rows } = await sql<{ is_deleted: boolean }>`
    select deleted_at is not null as is_deleted
    from ${sql.table(type.tableName)} where id = ${record_id}`.execute(request.deps.db);
  return rows[0]?.is_deleted ?? false;
}
