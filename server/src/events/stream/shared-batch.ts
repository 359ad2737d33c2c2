// A batch of events serves all streams of the process: each event is serialised once per variant.
import { loggedEvent } from '../payload.ts';
import type { EventVariant, EventVisibility, RecordFacts } from '../visibility.ts';
import { eventIdOf, isAfter, type StreamPosition } from './position.ts';
import type { StreamedEvent } from './stream.sql.ts';

export interface BatchReader {
  cursor: StreamPosition;
  types: ReadonlySet<string> | undefined;
  records: ReadonlySet<string> | undefined;
  variantOf: ReturnType<EventVisibility['variantsFor']>;
}

interface BatchSource {
  identity: string;
  instance: string;
  asVariant: EventVisibility['asVariant'];
}

export class SharedBatch {
  readonly events: readonly StreamedEvent[];
  /** Everything up to here was read. */
  readonly end: StreamPosition;
  readonly readAt = performance.now();
  readonly #facts: RecordFacts;
  readonly #source: BatchSource;
  readonly #blocks: Partial<Record<EventVariant, Buffer>>[];

  constructor(
    events: readonly StreamedEvent[],
    end: StreamPosition,
    facts: RecordFacts,
    source: BatchSource,
  ) {
    this.events = events;
    this.end = end;
    this.#facts = facts;
    this.#source = source;
    this.#blocks = events.map(() => ({}));
  }

  #blockOf(index: number, event: StreamedEvent, variant: EventVariant): Buffer {
    const blocks = this.#blocks[index] ?? {};
    const { identity, instance, asVariant } = this.#source;
    return (blocks[variant] ??= Buffer.from(
      `id: ${eventIdOf(identity, event.at)}\nevent: ${event.type}\ndata: ${JSON.stringify(
        loggedEvent(asVariant(event, variant, this.#facts), instance),
      )}\n\n`,
    ));
  }

  /** Returns the events of the batch that this reader may read and has not received yet. */
  blocksFor({ cursor, types, records, variantOf }: BatchReader): Buffer[] {
    const blocks: Buffer[] = [];
    for (const [index, event] of this.events.entries()) {
      if (types && !types.has(event.type)) continue;
      if (records && !records.has(event.record_id)) continue;
      if (!isAfter(event.at, cursor)) continue;
      const variant = variantOf(event, this.#facts);
      if (variant) blocks.push(this.#blockOf(index, event, variant));
    }
    return blocks;
  }

  /** Counts the bytes of the events that are serialised so far. */
  get bytes(): number {
    return this.#blocks.reduce(
      (sum, blocks) => sum + Object.values(blocks).reduce((part, { length }) => part + length, 0),
      0,
    );
  }
}
