// The lists of one kind that were opened last stay in memory, by their query.
import type { ListQuery } from '../search/index.ts';

/** People move back and forth between few lists. */
const MAX_OPEN = 4;

export class OpenLists<L> {
  readonly #lists = new Map<string, L>();
  readonly #create: (query: ListQuery) => L;

  constructor(create: (query: ListQuery) => L) {
    this.#create = create;
  }

  readonly of = (query: ListQuery): L => {
    const key = JSON.stringify(query);
    const list = this.#lists.get(key) ?? this.#create(query);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    for (const old of [...this.#lists.keys()].slice(0, -MAX_OPEN)) this.#lists.delete(old);
    return list;
  };

  readonly all = (): Iterable<L> => this.#lists.values();
}
