// Which events a caller may read, and how much of each; supplied by the features that own the records.
import type { Actor } from '../platform/context.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import type { Scope } from '../platform/lists/list-spec.ts';
import type { Db } from '../platform/postgres/tables.ts';
import type { StoredEvent } from './payload.ts';

/** How much of an event a caller reads. Few, so that a stream serialises each event a few times for all its readers. */
export type EventVariant = 'whole' | 'deleted' | 'without_count' | 'without_notes';

/** The rows of the events' records, with the columns that the rules read. */
export type RecordFacts = ReadonlyMap<string, object>;

export interface EventVisibility {
  scope: (request: RequestContext) => Scope;
  show: (request: RequestContext, events: readonly StoredEvent[]) => Promise<StoredEvent[]>;
  /** For any number of callers. */
  facts: (
    db: Db,
    events: readonly Pick<StoredEvent, 'record_type' | 'record_id'>[],
  ) => Promise<RecordFacts>;
  /** The rule of one caller: undefined where it may not read the event. */
  variantsFor: (
    actor: Actor,
  ) => (event: StoredEvent, facts: RecordFacts) => EventVariant | undefined;
  /** Whether a caller may read a record that is not deleted. */
  sees: (
    actor: Actor,
  ) => (record: Pick<StoredEvent, 'record_type' | 'record_id'>, facts: RecordFacts) => boolean;
  asVariant: (event: StoredEvent, variant: EventVariant) => StoredEvent;
}
