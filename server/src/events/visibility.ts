// The features that own the records decide which events a caller may read, and how much of each.
import type { Actor } from '../platform/context.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import type { Scope } from '../platform/lists/list-spec.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { StoredEvent } from './payload.ts';

/** A caller reads one variant of an event. Variants are few, so that a stream serialises each event a few times for all its readers. */
export type EventVariant = 'whole' | 'own' | 'deleted' | 'without_count' | 'without_notes';

/** Rows of the events' records have the columns that the rules read. */
export type RecordFacts = ReadonlyMap<string, object>;

export interface EventVisibility {
  scope: (request: RequestContext) => Scope;
  show: (request: RequestContext, events: readonly StoredEvent[]) => Promise<StoredEvent[]>;
  /** The facts serve any number of callers. */
  facts: (
    db: Db,
    events: readonly Pick<StoredEvent, 'record_type' | 'record_id'>[],
  ) => Promise<RecordFacts>;
  /** Returns the rule of one caller, which is undefined for events that the caller may not read. */
  variantsFor: (
    actor: Actor,
  ) => (event: StoredEvent, facts: RecordFacts) => EventVariant | undefined;
  /** Returns whether a caller may read a record that is not deleted. */
  sees: (
    actor: Actor,
  ) => (record: Pick<StoredEvent, 'record_type' | 'record_id'>, facts: RecordFacts) => boolean;
  asVariant: (event: StoredEvent, variant: EventVariant, facts: RecordFacts) => StoredEvent;
}
