// The history of a record is a sequence of requests at given times. Records refer to each other by key.
import type { Person } from '../data/people.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type RecordName = 'ci' | 'incident' | 'change' | 'request' | 'item' | 'settings';

/** A step is one request on the record with this key. */
export interface Step {
  type: RecordName;
  key: string;
  at: number;
  by: Person;
  action: string;
  input: object;
}

/** Returns a placeholder for the id of a record, alone or within a text; it is replaced once the record is created. */
export const ref = (key: string): string => `{${key}}`;

const REFERENCE = /\{([a-z0-9-]+)\}/g;

/** Replaces references with ids. */
export function resolve<T>(input: T, idOf: (key: string) => string): T {
  const json = JSON.stringify(input).replaceAll(REFERENCE, (_, key: string) => idOf(key));
  return JSON.parse(json) as T;
}

/** Steps after `now` are omitted. `Inputs` has the input of each action. */
export class History<Inputs extends { [action in keyof Inputs]: object }> {
  readonly steps: Step[] = [];
  readonly #record: Pick<Step, 'type' | 'key'>;
  readonly #now: number;
  #at = 0;

  constructor(type: RecordName, key: string, now: number) {
    this.#record = { type, key };
    this.#now = now;
  }

  at<Action extends keyof Inputs & string>(
    time: number,
    by: Person,
    action: Action,
    input: Inputs[Action],
  ): this {
    this.#at = Math.round(time);
    if (this.#at < this.#now) this.steps.push({ ...this.#record, at: this.#at, by, action, input });
    return this;
  }

  after<Action extends keyof Inputs & string>(
    waitMs: number,
    by: Person,
    action: Action,
    input: Inputs[Action],
  ): this {
    return this.at(this.#at + Math.round(waitMs), by, action, input);
  }
}
