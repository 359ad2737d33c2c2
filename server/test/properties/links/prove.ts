// Several callers link children to parents at once, at random, from both ends. First they only add links, so that each
// refused one must close a cycle of the links that remain; then they also remove some.
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { type Edge, Graph } from './graph.ts';

type Sizes = Record<'rounds' | 'records' | 'writers' | 'seed', number>;

interface LinkedRecord {
  id: string;
  path: string;
}

const collections: [path: string, body: Json][] = [
  ['/incidents', { short_description: 'Mail is slow' }],
  ['/changes', { short_description: 'Upgrade' }],
  ['/requests', { short_description: 'A phone' }],
];

async function createRecords(instance: Instance, count: number): Promise<LinkedRecord[]> {
  const records: LinkedRecord[] = [];
  for (let n = 0; n < count; n += 1) {
    const [collection, body] = collections[n % collections.length] as (typeof collections)[number];
    const { id } = (await instance.call('POST', collection, { body })).body;
    records.push({ id, path: `${collection}/${id}` });
  }
  return records;
}

interface Pair {
  child: LinkedRecord;
  parent: LinkedRecord;
}

class Round {
  readonly faults: string[] = [];
  readonly refused: Edge[] = [];
  added = 0;
  removed = 0;
  readonly #instance: Instance;
  readonly #records: readonly LinkedRecord[];
  readonly #links: { path: string; id: string }[] = [];

  constructor(instance: Instance, records: readonly LinkedRecord[]) {
    this.#instance = instance;
    this.#records = records;
  }

  async #add({ child, parent }: Pair, { pick, chance }: Random): Promise<void> {
    const [own, other] = chance(0.5) ? [child, parent] : [parent, child];
    const direction = own === child ? 'out' : 'in';
    const body = { kind: 'child_of', direction, record: { id: other.id } };
    const reply = await this.#instance.call('POST', `${own.path}/links`, { body });
    if (reply.status === 201) {
      this.added += 1;
      this.#links.push({ path: pick([own, other]).path, id: reply.body.id });
    } else if (reply.status === 409 && reply.body.code === 'link_cycle') {
      this.refused.push({ child: child.id, parent: parent.id });
    } else if (reply.status !== 200) this.faults.push(`POST ${own.path}/links: ${reply.text}`);
  }

  async #remove({ below }: Random): Promise<void> {
    const [link] = this.#links.splice(below(this.#links.length), 1);
    if (!link) return;
    const { status, text } = await this.#instance.call('DELETE', `${link.path}/links/${link.id}`);
    if (status === 200) this.removed += 1;
    else this.faults.push(`DELETE ${link.path}/links: ${text}`);
  }

  #draw({ pick }: Random): Pair {
    const child = pick(this.#records);
    return { child, parent: pick(this.#records.filter((one) => one !== child)) };
  }

  /** A ring of all records, which must not close, begins at once with some other links. */
  async grow(random: Random, writers: number): Promise<void> {
    const { shuffle } = random;
    const order = shuffle(this.#records);
    const ring = order.map((child, n) => ({
      child,
      parent: order[(n + 1) % order.length] ?? child,
    }));
    const pairs = shuffle([...ring, ...ring.map(() => this.#draw(random))]);
    const byWriter = Map.groupBy(pairs.keys(), (index) => index % writers);
    const write = async (indexes: readonly number[]) => {
      for (const index of indexes) await this.#add(pairs[index] as Pair, random);
    };
    await Promise.all([...byWriter.values()].map(write));
  }

  async change(random: Random, writers: number): Promise<void> {
    const write = async () => {
      for (let n = 0; n < this.#records.length; n += 1)
        await (random.chance(0.4) ? this.#remove(random) : this.#add(this.#draw(random), random));
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  async readGraph(): Promise<Graph> {
    const ids = this.#records.map(({ id }) => id);
    const edges = await this.#instance.sql(
      `select source_id as child, target_id as parent from record_links
       where kind = 'child_of' and (source_id = any($1) or target_id = any($1))`,
      [ids],
    );
    return new Graph(edges);
  }
}

export async function proveNoCycles(sizes: Sizes): Promise<Report> {
  const { rounds, records, writers, seed } = sizes;
  const instance = await startInstance();
  const faults: string[] = [];
  const figures = { added: 0, refused: 0, removed: 0 };
  try {
    for (let n = 0; n < rounds; n += 1) {
      const round = new Round(instance, await createRecords(instance, records));
      const random = randomFrom(seed + n);
      await round.grow(random, writers);
      const grown = await round.readGraph();
      faults.push(...grown.findCycles().map((id) => `round ${n}: ${id} is above itself`));
      for (const { child, parent } of round.refused)
        if (!grown.leadsTo(parent, child))
          faults.push(`round ${n}: ${child} child_of ${parent} was refused, and closes no cycle`);
      await round.change(random, writers);
      const cycles = (await round.readGraph()).findCycles();
      faults.push(...cycles.map((id) => `round ${n}: ${id} is above itself at the end`));
      faults.push(...round.faults);
      figures.added += round.added;
      figures.refused += round.refused.length;
      figures.removed += round.removed;
    }
    if (figures.refused === 0) faults.push('no link was refused, so the test shows nothing');
    return { figures: { rounds, ...figures, faults: faults.length, seed }, faults };
  } finally {
    await instance.stop();
  }
}
