// One caller walks every route that reads: custom values are those of the model, and no response has a word of a hidden field.
import { isDeepStrictEqual } from 'node:util';
import { routes } from '../../../src/app.ts';
import type { Json, Reply } from '../../support/harness.ts';
import { fillPath, type Person, type World } from '../../support/records.ts';
import { COMMON_WORD, type CustomizedRecord, paths } from './customized-records.ts';
import { customOf, type Expected } from './expected.ts';
import { type Field, type Fields, isShown } from './fields.ts';

export interface Reader {
  person: Person;
  /** It is true for agents, managers and auditors, who read all records of every type. */
  isAgent: boolean;
}

const inOrder = (ids: readonly string[]): string[] => ids.toSorted();

/** Two responses that differ only in this name say the same. */
const withoutName = ({ status, text }: Reply, name: string): string =>
  `${status} ${text.replaceAll(name, '*').replaceAll(/"(request_id|instance)":"[^"]*"/g, '')}`;

const isStream = (path: string): boolean => path.endsWith('/stream');

export class Walk {
  readonly faults: string[] = [];
  comparisons = 0;
  readonly #world: World;
  readonly #fields: Fields;
  readonly #expected: Expected;
  readonly #rows: readonly CustomizedRecord[];
  readonly #reader: Reader;

  constructor(
    world: World,
    fields: Fields,
    expected: Expected,
    rows: readonly CustomizedRecord[],
    reader: Reader,
  ) {
    this.#world = world;
    this.#fields = fields;
    this.#expected = expected;
    this.#rows = rows;
    this.#reader = reader;
  }

  get #name(): string {
    return this.#reader.person.role;
  }

  get #readable(): CustomizedRecord[] {
    const { person, isAgent } = this.#reader;
    return this.#rows.filter(({ owners }) => isAgent || owners.includes(person));
  }

  get #ids(): Set<string> {
    return new Set(this.#rows.map(({ id }) => id));
  }

  #compare(what: string, actual: unknown, expected: unknown): void {
    this.comparisons += 1;
    if (!isDeepStrictEqual(actual, expected))
      this.faults.push(
        `${what} as ${this.#name}: ${JSON.stringify(actual)}, by the model ${JSON.stringify(expected)}`,
      );
  }

  /** Every response is searched for words of hidden fields. A response repeats what its URL names. */
  async call(method: string, path: string, body?: Json, headers?: Record<string, string>) {
    const { token } = this.#reader.person;
    const reply = await this.#world.instance.call(method, path, {
      token,
      ...(body && { body }),
      ...(headers && { headers }),
    });
    if (reply.status >= 500) this.faults.push(`${method} ${path}: ${reply.text}`);
    if (this.#reader.isAgent) return reply;
    const sent = `${path} ${JSON.stringify(body)}`;
    const hidden = this.#fields.findHidden(reply.text).filter((word) => !sent.includes(word));
    this.comparisons += 1;
    if (hidden.length > 0)
      this.faults.push(`${method} ${path} as ${this.#name} shows ${hidden.join()}: ${reply.text}`);
    return reply;
  }

  async #pages(path: string): Promise<Json[]> {
    const records: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body, status, text } = await this.call(
        'GET',
        `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      if (status !== 200) throw new Error(`GET ${path} as ${this.#name}: ${text}`);
      records.push(...body.data);
      cursor = body.next_cursor ?? null;
    }
    return records;
  }

  async #checkRecord(row: CustomizedRecord): Promise<void> {
    const { type, path, values } = row;
    const { isAgent } = this.#reader;
    const { status, body, text } = await this.call('GET', path);
    if (status !== 200) return void this.faults.push(`GET ${path} as ${this.#name}: ${text}`);
    const expected = this.#expected.values(type, values, isAgent);
    this.#compare(`GET ${path}`, body.custom ?? {}, expected);
    const timeline = await this.#pages(`${path}/timeline?order=asc&limit=200`);
    const entries = timeline.filter(({ delivery }) => !delivery).map(({ changes }) => changes);
    this.#compare(
      `GET ${path}/timeline`,
      entries.map(customOf).filter((changes) => Object.keys(changes).length > 0),
      this.#expected.history(row, isAgent),
    );
    // An entry of nothing but hidden values would say that there are some.
    const empty = entries.filter((changes) => changes && Object.keys(changes).length === 0);
    if (!isAgent) this.#compare(`empty entries of ${path}`, empty, []);
  }

  /** An export reads all pages of a list with all fields. */
  async #checkLists(type: keyof typeof paths): Promise<void> {
    const rows = this.#readable.filter((row) => row.type === type);
    const shown = Object.fromEntries(
      rows.map((row) => [row.id, this.#expected.values(type, row.values, this.#reader.isAgent)]),
    );
    for (const query of [
      'fields=custom&limit=200',
      'fields=custom&limit=3&sort=updated_at',
      `fields=custom&limit=200&q=${COMMON_WORD}`,
    ]) {
      const records = await this.#pages(`${paths[type]}?${query}`);
      const known = records.filter(({ id }) => this.#ids.has(id));
      const actual = Object.fromEntries(known.map(({ id, custom }) => [id, custom]));
      this.#compare(`GET ${paths[type]}?${query}`, actual, shown);
    }
  }

  /** A filter by a field that is hidden says no more than one by a key that no field has. */
  async #checkFilters(type: keyof typeof paths): Promise<void> {
    const { isAgent } = this.#reader;
    const unknown = this.#fields.draw();
    const lists = [paths[type], ...(type === 'incident' ? ['/incidents/counts?by=state'] : [])];
    for (const field of this.#fields.of(type)) {
      const { key, filterable } = field;
      for (const list of lists) {
        const url = (name: string, value: string) =>
          `${list}${list.includes('?') ? '&' : '?'}cf.${name}=${encodeURIComponent(value)}`;
        const value = this.#findText(field);
        if (isShown(field, isAgent) && filterable) {
          if (value === undefined || list.includes('?')) continue;
          const found = await this.#pages(`${url(key, value)}&limit=200`);
          const ids = inOrder(found.map(({ id }) => id).filter((id) => this.#ids.has(id)));
          const rows = this.#readable.filter((row) => row.type === type);
          const expected = inOrder(this.#expected.matches(rows, key, value));
          this.#compare(`cf.${key}`, ids, expected);
        } else {
          const hidden = await this.call('GET', url(key, value ?? 'x'));
          const none = await this.call('GET', url(unknown, value ?? 'x'));
          this.#compare(url('*', ''), withoutName(hidden, key), withoutName(none, unknown));
        }
      }
    }
  }

  #findText({ record_type: type, key }: Field): string | undefined {
    const values = this.#rows.filter((row) => row.type === type).map((row) => row.values[key]);
    const value = values.flat().find((one) => one !== undefined);
    return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
  }

  /** Words of custom values are not searched, so nobody finds a record by one. */
  async #checkSearch(): Promise<void> {
    await this.call('GET', `/search?q=${COMMON_WORD}&limit=25`);
    for (const row of this.#rows.slice(0, 4)) {
      const [word] = Object.values(row.values).flatMap(
        (value) => /zq[a-z]{12}/.exec(JSON.stringify(value)) ?? [],
      );
      if (word === undefined) continue;
      const { body } = await this.call('GET', `/search?q=${word}`);
      this.#compare(`search for ${word}`, body.groups, []);
    }
  }

  /** A body with a hidden key is refused as one with an unknown key is. */
  async #checkWrites(): Promise<void> {
    const { isAgent, person } = this.#reader;
    if (isAgent) return;
    const unknown = this.#fields.draw();
    for (const type of ['incident', 'request'] as const) {
      const row = this.#readable.find((one) => one.type === type);
      if (!row) continue;
      for (const field of this.#fields.of(type).filter((one) => !isShown(one, false))) {
        const custom = (key: string) => ({ [key]: row.values[field.key] ?? 'x' });
        const requests: [string, string, (key: string) => Json][] = [
          ['PATCH', row.path, (key) => ({ custom: custom(key) })],
          ['POST', paths[type], (key) => ({ short_description: 'x', custom: custom(key) })],
        ];
        for (const [method, path, bodyOf] of requests) {
          const hidden = await this.call(method, path, bodyOf(field.key));
          const none = await this.call(method, path, bodyOf(unknown));
          const [one, other] = [withoutName(hidden, field.key), withoutName(none, unknown)];
          this.#compare(`${method} ${path}`, one, other);
        }
      }
      const stale = await this.call(
        'PATCH',
        row.path,
        { short_description: 'x' },
        { 'if-match': '"0"' },
      );
      const { changed_fields: changed = [] } = stale.body;
      const shown = this.#expected.history(row, false).flatMap((diff) => Object.keys(diff));
      this.#compare(
        `fields that changed of ${row.path} for ${person.email}`,
        inOrder(changed.filter((name: string) => name.startsWith('custom.'))),
        inOrder([...new Set(shown)]),
      );
    }
  }

  /** Reads all other routes, with the ids that they name; words of hidden fields are in no response. */
  async #readRoutes(ids: Readonly<Record<string, string>>): Promise<void> {
    const known = Object.values(paths) as string[];
    for (const { method, path, query } of routes) {
      if (method !== 'GET' || isStream(path)) continue;
      const { fields } = (query?.properties ?? {}) as { fields?: { items?: { enum?: string[] } } };
      const all = fields?.items?.enum ? `fields=${fields.items.enum.join()}&limit=200` : '';
      const ofType = known.find((one) => path.startsWith(`${one}/:id`));
      const named = ofType
        ? this.#rows.filter((row) => row.path.startsWith(`${ofType}/`)).map(({ id }) => id)
        : [ids[path.split('/:')[0] ?? ''] ?? 'missing'];
      // Each part of a record is read once for a record that the caller reads and once for another one.
      for (const id of named.slice(0, path.includes(':') ? 2 : 1)) {
        const url = fillPath(path, { id });
        await this.call('GET', all ? `${url}${url.includes('?') ? '&' : '?'}${all}` : url);
      }
    }
  }

  async check(ids: Readonly<Record<string, string>>): Promise<void> {
    const { isAgent } = this.#reader;
    for (const row of this.#readable) await this.#checkRecord(row);
    const types: readonly (keyof typeof paths)[] = isAgent
      ? (Object.keys(paths) as (keyof typeof paths)[])
      : ['incident', 'request'];
    for (const type of types) {
      await this.#checkLists(type);
      await this.#checkFilters(type);
    }
    await this.#checkSearch();
    await this.#checkWrites();
    if (!isAgent) await this.#readRoutes(ids);
    const { data } = (await this.call('GET', '/fields?limit=200')).body;
    const shown = this.#fields.all.filter(
      (field) => isShown(field, isAgent) && (isAgent || types.includes(field.record_type)),
    );
    this.#compare(
      'GET /fields',
      inOrder(data.map(({ key }: Json) => key)),
      inOrder(shown.map(({ key }) => key)),
    );
  }

  /** Reads all events of the records, the oldest first. */
  async events(): Promise<Json[]> {
    const pages = await this.#pages('/events?order=asc&limit=200');
    return pages.filter(({ record }) => this.#ids.has(record.id));
  }
}
