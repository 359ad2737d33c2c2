// Every way to read incidents shows a person exactly the incidents that the own rule gives them.
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../support/harness.ts';
import type { World } from '../../support/records.ts';
import type { Random } from '../../support/random.ts';
import { addressesOf, isAddressOf, type Mover, tokenOf } from './movers.ts';
import { COMMON_WORD, inAnyCase, isOwnedBy, type OwnIncident } from './own-incidents.ts';

type Read = (path: string) => Promise<Json>;

const idsOf = (records: readonly { id: string }[]): string[] =>
  records.map(({ id }) => id).toSorted();

/** Follows the cursors of a list and returns the ids in their order. */
async function readPages(read: Read, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    ids.push(...page.data.map(({ id }: Json) => id));
    cursor = page.next_cursor ?? null;
  }
  return ids;
}

/** A search shows at most this many of a type. */
const MAX_FOUND = 25;

const sorts = ['created_at', 'updated_at', 'priority', 'sla_breach_at'];

export class OwnReads {
  /** Each is a difference between a response and the rule. */
  readonly faults: string[] = [];
  comparisons = 0;
  readonly #world: World;
  readonly #random: Random;

  constructor(world: World, random: Random) {
    this.#world = world;
    this.#random = random;
  }

  #compare(what: string, actual: unknown, expected: unknown): void {
    this.comparisons += 1;
    if (!isDeepStrictEqual(actual, expected))
      this.faults.push(
        `${what}: ${JSON.stringify(actual)}, by the rule ${JSON.stringify(expected)}`,
      );
  }

  /** The token has the address in any case. */
  async #tokenOf(person: Mover): Promise<string> {
    return tokenOf(this.#world, person, inAnyCase(this.#random, person.email));
  }

  /** Compares lists, counts and searches with all incidents, and the parts of `changed` with the rule. */
  async check(
    person: Mover,
    people: readonly Mover[],
    rows: readonly OwnIncident[],
    changed: readonly OwnIncident[],
  ): Promise<void> {
    const token = await this.#tokenOf(person);
    const read: Read = async (path) => {
      const { status, body, text } = await this.#world.instance.call('GET', path, { token });
      if (status !== 200) throw new Error(`GET ${path} as ${person.email}: ${text}`);
      return body;
    };
    const own = rows.filter((row) => isOwnedBy(person, row) && !row.isDeleted);
    await this.#checkLists(person, read, own);
    const other = this.#random.pick(people);
    const one = this.#random.pick(addressesOf(other));
    const address = encodeURIComponent(inAnyCase(this.#random, one));
    for (const [name, field] of [
      ['requester', 'requester'],
      ['opened_by', 'opener'],
    ] as const) {
      const { data, total } = await read(`/incidents?${name}=${address}&limit=200`);
      const expected = idsOf(own.filter((row) => isAddressOf(other, row[field])));
      this.#compare(`${name} ${other.email} as ${person.email}`, idsOf(data), expected);
      this.#compare(`total by ${name} as ${person.email}`, total, expected.length);
    }
    for (const row of changed) await this.#checkOne(person, token, row);
  }

  async #checkLists(person: Mover, read: Read, own: readonly OwnIncident[]): Promise<void> {
    const expected = idsOf(own);
    for (const query of ['limit=200', `limit=200&q=${COMMON_WORD}`]) {
      const { data, total } = await read(`/incidents?${query}`);
      this.#compare(`list ${query} as ${person.email}`, idsOf(data), expected);
      this.#compare(`total ${query} as ${person.email}`, total, expected.length);
    }
    const { groups } = await read(`/search?q=${COMMON_WORD}&types=incident&limit=${MAX_FOUND}`);
    const found: string[] = idsOf(groups[0]?.data ?? []);
    this.#compare(
      `search as ${person.email}`,
      [found.length, found.filter((id) => !expected.includes(id))],
      [Math.min(expected.length, MAX_FOUND), []],
    );
    const sort = `sort=${this.#random.pick(sorts)}&order=${this.#random.pick(['asc', 'desc'])}`;
    const { data: whole } = await read(`/incidents?${sort}&limit=200`);
    const inPages = await readPages(read, `/incidents?${sort}&limit=2`);
    this.#compare(
      `pages by ${sort} as ${person.email}`,
      inPages,
      whole.map(({ id }: Json) => id),
    );
    this.#compare(`all of ${sort} as ${person.email}`, idsOf(whole), expected);
    const counts = await read('/incidents/counts?by=state,priority');
    const addUp = (name: string) =>
      counts.by[name].reduce((sum: number, { count }: Json) => sum + count, 0);
    this.#compare(
      `counts as ${person.email}`,
      [counts.total, addUp('state'), addUp('priority')],
      [own.length, own.length, own.length],
    );
  }

  async #checkOne(person: Mover, token: string, row: OwnIncident): Promise<void> {
    const { id, noteId, attachmentId, isDeleted } = row;
    const isOwn = isOwnedBy(person, row);
    const parts = [
      '',
      '/notes',
      '/timeline',
      '/sla',
      `/notes/${noteId}/attachments/${attachmentId}`,
    ];
    for (const part of parts) {
      const path = `/incidents/${id}${part}`;
      const { status } = await this.#world.instance.call('GET', path, { token });
      this.#compare(`GET ${path} as ${person.email}`, status, isOwn && !isDeleted ? 200 : 404);
    }
    const { body } = await this.#world.instance.call('GET', `/events?record=${id}`, { token });
    this.#compare(`events of ${id} as ${person.email}`, body.data.length > 0, isOwn);
  }
}
