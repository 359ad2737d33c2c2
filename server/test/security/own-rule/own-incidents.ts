// A model of the own rule: an incident belongs to its opener and to its requester, by each of their addresses in any case.
import type { Json } from '../../support/harness.ts';
import { newCanary, type Person, type World } from '../../support/records.ts';
import { addressesOf, isAddressOf, type Mover } from './movers.ts';
import type { Random } from '../../support/random.ts';

export interface OwnIncident {
  id: string;
  opener: string;
  requester: string | null;
  isDeleted: boolean;
  noteId: string;
  attachmentId: string;
}

/** The rule is written once more here, so that a fault of the service is not repeated. */
export const isOwnedBy = (person: Mover, { opener, requester }: OwnIncident): boolean =>
  [opener, requester].some((one) => isAddressOf(person, one));

export const inAnyCase = (random: Random, address: string): string =>
  random.pick([address, address.toUpperCase(), address.toLowerCase()]);

/** Every incident has this word, so that a search finds all of them. */
export const COMMON_WORD = 'turnstile';

export class OwnIncidents {
  readonly rows: OwnIncident[] = [];
  readonly #world: World;
  readonly #people: readonly Mover[];
  readonly #agent: Person;
  readonly #random: Random;

  constructor(world: World, people: readonly Mover[], agent: Person, random: Random) {
    this.#world = world;
    this.#people = people;
    this.#agent = agent;
    this.#random = random;
  }

  async #send(method: string, path: string, by: Person, body?: Json): Promise<Json> {
    const { token } = by;
    const reply = await this.#world.instance.call(method, path, { token, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  }

  /** Returns somebody in some case, nobody, or the present requester in another case. */
  #drawRequester(row?: OwnIncident): string | null {
    const known = row ? [row.opener, ...(row.requester ? [row.requester] : [])] : [];
    const drawn = this.#random.pick([...this.#people.flatMap(addressesOf), ...known, null]);
    return drawn && inAnyCase(this.#random, drawn);
  }

  async create(): Promise<OwnIncident> {
    const opener = this.#random.pick([...this.#people, this.#agent, this.#agent]);
    const self = this.#people.find((one) => one === opener);
    const requester = self
      ? this.#random.pick([null, inAnyCase(this.#random, this.#random.pick(addressesOf(self)))])
      : this.#drawRequester();
    const isNamed = this.#random.chance(0.7);
    const { id } = await this.#send('POST', '/incidents', opener, {
      short_description: `${COMMON_WORD} ${newCanary()}`,
      ...(isNamed && { requester }),
    });
    const note = await this.#send('POST', `/incidents/${id}/notes`, this.#agent, {
      body: 'A file.',
      visibility: 'public',
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8=' }],
    });
    const row = {
      id,
      opener: opener.email,
      requester: isNamed ? requester : opener.email,
      isDeleted: false,
      noteId: note.id,
      attachmentId: note.attachments[0].id,
    };
    this.rows.push(row);
    return row;
  }

  async rename(): Promise<OwnIncident> {
    const row = this.#random.pick(this.rows.filter(({ isDeleted }) => !isDeleted));
    const requester = this.#drawRequester(row);
    await this.#send('PATCH', `/incidents/${row.id}`, this.#agent, { requester });
    return Object.assign(row, { requester });
  }

  async deleteOrRestore(): Promise<OwnIncident> {
    const row = this.#random.pick(this.rows);
    const path = `/incidents/${row.id}`;
    await (row.isDeleted
      ? this.#send('POST', `${path}/restore`, this.#world.admin)
      : this.#send('DELETE', path, this.#world.admin));
    return Object.assign(row, { isDeleted: !row.isDeleted });
  }

  /** Changes one incident, mostly its requester. */
  async write(): Promise<OwnIncident> {
    const hasShown = this.rows.some(({ isDeleted }) => !isDeleted);
    if (!hasShown || this.#random.chance(0.2)) return this.create();
    return this.#random.chance(0.15) ? this.deleteOrRestore() : this.rename();
  }
}
