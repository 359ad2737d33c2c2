// Canaries are planted wherever a search reads text: in records, notes of each visibility, articles, catalog items and names.
import { type Json } from '../../support/harness.ts';
import type { Person, World } from '../../support/records.ts';
import type { Random } from '../../support/random.ts';

export interface Canary {
  /** The word occurs nowhere else, and has no ending that a search would ignore. */
  word: string;
  /** Says where it is. */
  place: string;
  type: string;
  id: string;
  /** A reader who gets the word from here may read it. */
  path: string;
  /** A text that is not searched may be read, but is never found by its words. */
  isSearched: boolean;
}

/** Every canary is beside this word, so that a search for it meets all of them. */
export const COMMON_WORD = 'turnstile';

const LETTERS = 'bcdfghjkmnpqrtvwxz'.split('');

export interface Cast {
  author: Person;
  opener: Person;
  requester: Person;
  assignee: Person;
  manager: Person;
}

export class Planter {
  readonly canaries: Canary[] = [];
  readonly #world: World;
  readonly #cast: Cast;
  readonly #random: Random;

  constructor(world: World, cast: Cast, random: Random) {
    this.#world = world;
    this.#cast = cast;
    this.#random = random;
  }

  async #send(method: string, path: string, by: Person, body?: Json): Promise<Json> {
    const { token } = by;
    const reply = await this.#world.instance.call(method, path, { token, body });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`);
    return reply.body;
  }

  #draw(): string {
    return `zq${Array.from({ length: 12 }, () => this.#random.pick(LETTERS)).join('')}`;
  }

  #add(canary: Omit<Canary, 'isSearched'> & { isSearched?: boolean }): void {
    this.canaries.push({ isSearched: true, ...canary });
  }

  /** The path of the single record is that of the list with its id. */
  async #record(
    [place, type, list]: readonly [place: string, type: string, list: string],
    by: Person,
    bodyOf: (word: string) => Json,
  ): Promise<string> {
    const word = this.#draw();
    const { id } = await this.#send('POST', list, by, bodyOf(word));
    this.#add({ word, place, type, id, path: `${list}/${id}` });
    return id;
  }

  async #notes(type: string, list: string, id: string): Promise<void> {
    const { author, manager } = this.#cast;
    for (const by of [author, manager]) {
      for (const visibility of ['public', 'team', 'private']) {
        const word = this.#draw();
        const body = `The ${COMMON_WORD} says ${word} today.`;
        await this.#send('POST', `${list}/${id}/notes`, by, { body, visibility });
        const place = `${visibility} note of the ${by.role} on a ${type}`;
        this.#add({ word, place, type, id, path: `${list}/${id}/notes?limit=200` });
      }
    }
  }

  async #incidents(): Promise<void> {
    const { opener, author, requester, assignee } = this.#cast;
    const texts = (word: string) => ({
      short_description: `A ${COMMON_WORD}`,
      description: `It shows ${word}.`,
    });
    const { email } = requester;
    const id = await this.#record(['an incident', 'incident', '/incidents'], author, (word) => ({
      ...texts(word),
      requester: email.toUpperCase(),
      assigned_to: assignee.email,
    }));
    await this.#notes('incident', '/incidents', id);
    const opened = await this.#record(
      ['an incident of the opener', 'incident', '/incidents'],
      opener,
      texts,
    );
    await this.#notes('incident', '/incidents', opened);
    const deleted = await this.#record(
      ['a deleted incident', 'incident', '/incidents'],
      opener,
      texts,
    );
    await this.#notes('incident', '/incidents', deleted);
    await this.#send('DELETE', `/incidents/${deleted}`, this.#world.admin);
  }

  async #requests(): Promise<void> {
    const { opener, requester, author } = this.#cast;
    const texts = (word: string) => ({ short_description: `A ${COMMON_WORD} ${word}` });
    const id = await this.#record(['a request', 'request', '/requests'], author, (word) => ({
      ...texts(word),
      requested_for: requester.email,
    }));
    await this.#notes('request', '/requests', id);
    const deleted = await this.#record(
      ['a deleted request', 'request', '/requests'],
      opener,
      texts,
    );
    // The API deletes no requests, but a deleted one must not be found.
    await this.#world.instance.sql('update service_requests set deleted_at = now() where id = $1', [
      deleted,
    ]);
  }

  async #changes(): Promise<void> {
    const id = await this.#record(
      ['a change', 'change', '/changes'],
      this.#cast.author,
      (word) => ({ short_description: `A ${COMMON_WORD} ${word}` }),
    );
    await this.#notes('change', '/changes', id);
  }

  async #articles(): Promise<void> {
    const { author, manager } = this.#cast;
    const list = '/knowledge/articles';
    const draft = (place: string) =>
      this.#record([place, 'article', list], author, (word) => ({
        title: `The ${COMMON_WORD}`,
        body: `Say ${word}.`,
      }));
    const publish = async (id: string) => {
      await this.#send('PATCH', `${list}/${id}`, author, { state: 'review' });
      await this.#send('POST', `${list}/${id}/publish`, manager);
    };
    await draft('a draft');
    const review = await draft('an article in review');
    await this.#send('PATCH', `${list}/${review}`, author, { state: 'review' });
    const published = await draft('a published article');
    await publish(published);
    const word = this.#draw();
    await this.#send('PATCH', `${list}/${published}`, author, { body: `Say ${word}.` });
    const pending = { place: 'a pending revision', type: 'article', isSearched: false };
    this.#add({ ...pending, word, id: published, path: `${list}/${published}` });
    const deleted = await draft('a deleted article');
    await publish(deleted);
    await this.#send('DELETE', `${list}/${deleted}`, this.#world.admin);
  }

  async #items(): Promise<void> {
    const { admin } = this.#world;
    const list = '/catalog/items';
    const draft = (place: string) =>
      this.#record([place, 'item', list], admin, (word) => ({
        name: `A ${COMMON_WORD}`,
        category: 'Doors',
        summary: `It opens with ${word}.`,
      }));
    const publish = (id: string) => this.#send('POST', `${list}/${id}/publish`, admin, {});
    /** Agents and above can read it, but a search offers only what one may order. */
    const hide = () => Object.assign(this.canaries.at(-1) ?? {}, { isSearched: false });
    await draft('a draft of an item');
    hide();
    const retired = await draft('a retired item');
    hide();
    await publish(retired);
    await this.#send('POST', `${list}/${retired}/retire`, admin, {});
    const published = await draft('a published item');
    await publish(published);
    const word = this.#draw();
    await this.#send('PATCH', `${list}/${published}`, admin, { summary: `Say ${word}.` });
    const pending = { place: 'a revision of an item', type: 'item', isSearched: false };
    this.#add({ ...pending, word, id: published, path: `${list}/${published}` });
  }

  async #others(): Promise<void> {
    await this.#record(['a CI', 'ci', '/cmdb/cis'], this.#cast.author, (name) => ({
      name,
      class: 'server',
      location: COMMON_WORD,
    }));
    for (const active of [true, false]) {
      const word = this.#draw();
      const email = `${word}@example.com`;
      const name = `Tessa ${word}`;
      const body = { email, name, roles: ['requester'] };
      const { id } = await this.#send('POST', '/users', this.#world.admin, body);
      if (!active) await this.#send('PATCH', `/users/${id}`, this.#world.admin, { active });
      const place = active ? 'a person' : 'a person who has left';
      this.#add({ word, place, type: 'person', id, path: `/directory/${email}` });
    }
  }

  /** Plants one canary in each place. */
  async plant(): Promise<void> {
    await this.#incidents();
    await this.#requests();
    await this.#changes();
    await this.#articles();
    await this.#items();
    await this.#others();
  }
}
