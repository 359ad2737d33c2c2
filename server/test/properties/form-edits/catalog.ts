// The item whose form is edited, over HTTP: it is saved, published, retired and ordered. Everything that was published or
// ordered is remembered as it was read then.
import { isDeepStrictEqual } from 'node:util';
import type { Question } from '../../../src/forms/index.ts';
import type { Instance, Json, Reply } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';
import { drawDefault } from '../forms/draw.values.ts';
import { answerNaively } from '../forms/naive.ts';
import { throughJson } from '../forms/storable.ts';
import type { FormStore } from './walk.ts';

export class CatalogItem implements FormStore {
  readonly faults: string[] = [];
  readonly #instance: Instance;
  readonly #id: string;
  /** Paths lead to the texts of their responses. */
  readonly #published = new Map<string, string>();
  readonly #ordered = new Map<string, string>();
  readonly #versions: number[] = [];
  #live: { form: readonly Question[]; name: string } | undefined;
  #name = 'Laptop';
  comparisons = 0;

  private constructor(instance: Instance, id: string) {
    this.#instance = instance;
    this.#id = id;
  }

  static async create(instance: Instance, form: readonly Question[]): Promise<CatalogItem> {
    const body = { name: 'Laptop', category: 'Devices', form };
    const reply = await instance.call('POST', '/catalog/items', { body });
    if (reply.status !== 201) throw new Error(reply.text);
    return new CatalogItem(instance, reply.body.id);
  }

  get published(): number {
    return this.#published.size;
  }

  get ordered(): number {
    return this.#ordered.size;
  }

  get #path(): string {
    return `/catalog/items/${this.#id}`;
  }

  #call(method: string, path: string, body?: Json): Promise<Reply> {
    return this.#instance.call(method, path, body === undefined ? {} : { body });
  }

  async #ok(method: string, path: string, body?: Json): Promise<Reply> {
    const reply = await this.#call(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply;
  }

  async save(form: readonly Question[]): Promise<readonly Question[]> {
    await this.#ok('PATCH', this.#path, { form });
    const { body } = await this.#ok('GET', this.#path);
    // The edit of a published item waits.
    if (this.#live && body.state === 'published')
      this.#compare('the live form', body.form, this.#live.form);
    return body.pending?.form ?? body.form;
  }

  async rename(name: string): Promise<void> {
    await this.#ok('PATCH', this.#path, { name });
    this.#name = name;
  }

  #compare(what: string, actual: unknown, expected: unknown): void {
    this.comparisons += 1;
    if (!isDeepStrictEqual(actual, expected))
      this.faults.push(
        `${what} of ${this.#id} is ${JSON.stringify(actual)}\nit was ${JSON.stringify(expected)}`,
      );
  }

  /** Returns whether the form was published; `pointers` are the parts that must be refused. */
  async publish(form: readonly Question[], pointers: readonly string[]): Promise<boolean> {
    const reply = await this.#call('POST', `${this.#path}/publish`);
    const isSame = isDeepStrictEqual(this.#live, { form, name: this.#name });
    if (reply.status === 409 && isSame) return false;
    if (reply.status !== 200) {
      this.#compare('the status', reply.status, 400);
      const named: string[] = (reply.body.errors ?? []).map(({ pointer }: Json) => partOf(pointer));
      // A response has a limited number of faults.
      const parts = [...new Set(named)];
      this.#compare('the faults', parts, pointers.slice(0, Math.max(1, parts.length)));
      return false;
    }
    this.#compare('the faults', [], pointers);
    const { version, published_version } = reply.body;
    this.#compare('the version', published_version, version);
    this.#live = { form: throughJson(form), name: this.#name };
    this.#versions.push(version);
    const path = `${this.#path}/versions/${version}`;
    const { text, body } = await this.#ok('GET', path);
    this.#compare('the published form', [body.form, body.name], [form, this.#name]);
    this.#published.set(path, text);
    return true;
  }

  async retire(): Promise<void> {
    await this.#ok('POST', `${this.#path}/retire`);
    this.#live = undefined;
  }

  /** Orders the item as it is published, while its revision waits. */
  async order(random: Random): Promise<void> {
    if (!this.#live) return;
    const { form, name } = this.#live;
    const drawn = form.flatMap((question): [string, unknown][] =>
      question.required || random.chance(0.6)
        ? [[question.key, drawDefault(random, question)]]
        : [],
    );
    const given = Object.fromEntries(drawn);
    const { visible, answers, faults } = answerNaively(form, given);
    const reply = await this.#instance.call('POST', '/requests', {
      as: 'requester',
      body: { item_id: this.#id, answers: given },
    });
    if (faults.length > 0) return this.#compare('the status', reply.status, 400);
    if (reply.status !== 201) return void this.faults.push(`an order: ${reply.text}`);
    const questions = form
      .filter(({ key }) => visible.includes(key))
      .map(({ key, label, type, choices }) => ({ key, label, type, choices }));
    const { body } = reply;
    this.#compare(
      'the order',
      [body.item, body.item_version, body.answers, body.questions],
      [name, this.#versions.at(-1), answers, questions],
    );
    const path = `/requests/${body.id}`;
    this.#ordered.set(path, (await this.#ok('GET', path)).text);
  }

  /** Reads some of what was published or ordered again; without a limit, all of it. */
  async readAgain(random: Random, most = Infinity): Promise<void> {
    for (const remembered of [this.#published, this.#ordered]) {
      const chosen =
        most === Infinity ? [...remembered] : random.shuffle([...remembered]).slice(0, most);
      for (const [path, text] of chosen)
        this.#compare(path, (await this.#ok('GET', path)).text, text);
    }
    const { body } = await this.#ok('GET', `${this.#path}/versions?limit=200`);
    const listed = body.data.map(({ version }: Json) => version);
    this.#compare('the versions', listed, this.#versions.toReversed().slice(0, 200));
  }
}

/** `/form/3/show_if/all/0/field` is part of `/form/3/show_if`. */
const partOf = (pointer: string): string => pointer.split('/').slice(0, 4).join('/');
