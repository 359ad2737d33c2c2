// Everybody searches for words that are hidden in records, notes, articles and names: each finds exactly the words that
// they can read at the record itself.
import { searchedTypes } from '../../../src/records/index.ts';
import { openWorld, type Person, type World } from '../../support/records.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { type Canary, COMMON_WORD, Planter } from './planted.ts';

type Sizes = Record<'rounds' | 'records' | 'canaries' | 'readers' | 'seed', number>;

const MAX_FOUND = 25;

/** So many other records and notes have the common word that searches do without the text index. */
async function fillCommon({ instance }: World, records: number): Promise<void> {
  await instance.sql(
    `insert into incidents (short_description, priority, priority_explicit, state, opened_by, sla_target_seconds,
       sla_breach_at, event_sequence, created_at, updated_at)
     select 'The ' || $2::text || ' ' || n, 'P3', true, 'closed', 'somebody@example.com', 86400, at, 1, at, at
     from generate_series(1, $1::int) as n, lateral (select now() - n * interval '1 minute' as at) as born`,
    [records, COMMON_WORD],
  );
  await instance.sql(
    `insert into work_notes (record_id, body, visibility, author, created_at)
     select id, 'The ' || $1::text || ' again.', (array['team', 'private', 'public'])[1 + abs(hashtext(id)) % 3], 'somebody@example.com', created_at
     from incidents where opened_by = 'somebody@example.com'`,
    [COMMON_WORD],
  );
  await instance.sql('vacuum analyze incidents, work_notes');
}

class Searcher {
  readonly faults: string[] = [];
  searches = 0;
  found = 0;
  hidden = 0;
  readonly #world: World;
  readonly #readable = new Map<string, string>();

  constructor(world: World) {
    this.#world = world;
  }

  async #get(path: string, { token }: Person): Promise<string> {
    const { status, text } = await this.#world.instance.call('GET', path, { token });
    if (status !== 200 && status !== 403 && status !== 404)
      throw new Error(`GET ${path}: ${status}`);
    return status === 200 ? text : '';
  }

  /** A reader reads each path once. */
  async #read(path: string, reader: Person): Promise<string> {
    const key = `${reader.email} ${path}`;
    const text = this.#readable.get(key) ?? (await this.#get(path, reader));
    this.#readable.set(key, text);
    return text;
  }

  async #search(query: string, reader: Person): Promise<string> {
    this.searches += 1;
    return this.#get(`/search?${query}&limit=${MAX_FOUND}`, reader);
  }

  async check(reader: Person, canary: Canary): Promise<void> {
    const { word, place, type, id, path, isSearched } = canary;
    const isReadable = (await this.#read(path, reader)).includes(word);
    const record = type === 'person' ? path : path.replace(/\/notes.*$/, '');
    const isSeen = (await this.#read(record, reader)) !== '';
    const expected = isReadable && isSearched;
    if (expected) this.found += 1;
    else this.hidden += 1;
    const others = searchedTypes.filter((one) => one !== type);
    const questions: [query: string, expected: boolean][] = [
      [`q=${word}`, expected],
      [`q=${word.slice(0, -2)}`, expected],
      [`q=${COMMON_WORD}+${word}`, expected && type !== 'person'],
      [`q=${word}&types=${type}`, expected],
      [`q=${word}&types=${others.join()}`, false],
    ];
    for (const [query, isExpected] of questions) {
      const text = await this.#search(query, reader);
      const isFound = text.includes(`"${id}"`);
      if (isFound !== isExpected || (text.includes(word) && !isReadable))
        this.faults.push(
          `${query} as ${reader.role} ${reader.email}: ${isFound ? 'found' : 'not found'} in ${place}, ${isReadable ? 'readable' : 'not readable'} at ${path}: ${text}`,
        );
    }
    if (type !== 'person') {
      const text = await this.#search(`q=${id.toLowerCase()}`, reader);
      if (text.includes(`"${id}"`) !== isSeen || (text.includes(word) && !isReadable))
        this.faults.push(`q=${id} as ${reader.role} ${reader.email}, ${place}: ${text}`);
    }
  }

  /** Every hit of the common word is a record that the reader sees, and no canary in it is hidden from the reader. */
  async checkCommon(reader: Person, canaries: readonly Canary[]): Promise<void> {
    const text = await this.#search(`q=${COMMON_WORD}`, reader);
    const { groups } = JSON.parse(text) as { groups: { data: { url: string }[] }[] };
    for (const { url } of groups.flatMap(({ data }) => data)) {
      const path = new URL(url).pathname.replace(/^.*\/api\/v1/, '');
      if ((await this.#read(path, reader)) === '')
        this.faults.push(`${COMMON_WORD} as ${reader.email} found ${path}`);
    }
    for (const { word, path, place } of canaries.filter((one) => text.includes(one.word)))
      if (!(await this.#read(path, reader)).includes(word))
        this.faults.push(`${COMMON_WORD} as ${reader.email} shows the word in ${place}`);
  }
}

export async function proveSearchCanaries({
  rounds,
  records,
  canaries: checked,
  readers: most,
  seed,
}: Sizes): Promise<Report> {
  const world = await openWorld();
  const random = randomFrom(seed);
  try {
    if (records > 0) await fillCommon(world, records);
    const searcher = new Searcher(world);
    const planted: Canary[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const cast = {
        author: await world.person('agent'),
        opener: await world.person('requester'),
        requester: await world.person('requester'),
        assignee: await world.person('agent'),
        manager: await world.person('itsm_manager'),
      };
      const planter = new Planter(world, cast, random);
      await planter.plant();
      const strangers = await Promise.all(
        (['agent', 'requester', 'auditor', 'itsm_manager'] as const).map(world.person),
      );
      const readers = [...Object.values(cast), ...strangers, world.admin];
      planted.push(...planter.canaries);
      for (const canary of random.shuffle(planter.canaries).slice(0, checked))
        for (const reader of random.shuffle(readers).slice(0, most))
          await searcher.check(reader, canary);
      for (const reader of random.shuffle(readers).slice(0, most))
        await searcher.checkCommon(reader, planted);
    }
    const { searches, found, hidden, faults } = searcher;
    return {
      figures: {
        rounds,
        records,
        canaries: planted.length,
        searches,
        'readable and found': found,
        'not readable or not searched': hidden,
        faults: faults.length,
        seed,
      },
      faults,
    };
  } finally {
    await world.instance.stop();
  }
}
