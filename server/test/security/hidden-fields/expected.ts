// The model: what a caller reads of a record's custom values, of its timeline and of its events.
import type { Json } from '../../support/harness.ts';
import type { CustomizedRecord } from './customized-records.ts';
import { type Fields, isShown, type Values } from './fields.ts';

const PREFIX = 'custom.';

export class Expected {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  #isShown(type: string, key: string, isAgent: boolean): boolean {
    return this.#fields.of(type).some((field) => field.key === key && isShown(field, isAgent));
  }

  values(type: string, values: Values, isAgent: boolean): Values {
    const shown = Object.entries(values).filter(([key]) => this.#isShown(type, key, isAgent));
    return Object.fromEntries(shown);
  }

  /** An agent reads all entries and events as they are stored, also those of fields that are gone. */
  changes(type: string, changes: Json, isAgent: boolean): Json {
    const shown = Object.entries(changes).filter(
      ([name]) =>
        isAgent ||
        !name.startsWith(PREFIX) ||
        this.#isShown(type, name.slice(PREFIX.length), false),
    );
    return Object.fromEntries(shown);
  }

  /** Returns the changes of custom values, the oldest first; an entry that has no other changes is not shown. */
  history({ type, diffs }: CustomizedRecord, isAgent: boolean): Json[] {
    return diffs
      .map((diff) => this.changes(type, diff, isAgent))
      .filter((diff) => Object.keys(diff).length > 0);
  }

  /** Returns the event that a requester reads, given that of an agent. */
  ownEvent(type: string, event: Json): Json {
    const { custom, changes, ...data } = event.data;
    return {
      ...event,
      data: {
        ...data,
        ...(custom && { custom: this.values(type, custom, false) }),
        ...(changes && { changes: this.changes(type, changes, false) }),
      },
    };
  }

  /** Returns the ids of records that have the value, for a caller who reads these rows. */
  matches(rows: readonly CustomizedRecord[], key: string, text: string): string[] {
    const has = ({ values }: CustomizedRecord) =>
      [values[key]].flat().some((value) => value === text || JSON.stringify(value) === text);
    return rows.filter(has).map(({ id }) => id);
  }
}

/** Only the parts of entries that are about custom values. */
export const customOf = (changes: Json): Json =>
  Object.fromEntries(Object.entries(changes ?? {}).filter(([name]) => name.startsWith(PREFIX)));
