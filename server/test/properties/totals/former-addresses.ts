// People with several addresses see exactly the incidents that name one of them, with exact totals and counts.
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';

interface Mover {
  id: string;
  /** The present address is the first one. */
  addresses: string[];
  generation: number;
}

interface Row {
  id: string;
  opened_by: string;
  requester: string | null;
  assigned_to: string | null;
  state: string;
}

const MAX_MOVES = 3;
const STATES = ['new', 'in_progress', 'resolved'];

async function createMovers(instance: Instance, random: Random, count: number): Promise<Mover[]> {
  const movers: Mover[] = [];
  for (let n = 0; n < count; n += 1) {
    const named = (move: number) => `person${n}.${move}@example.com`;
    const { body } = await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email: named(0), name: 'Pat', roles: ['requester'] },
    });
    const addresses = [named(0)];
    for (let move = 1; move <= random.below(MAX_MOVES + 1); move += 1) {
      const { status, text } = await instance.call('PATCH', `/users/${body.id}`, {
        as: 'super_admin',
        body: { email: named(move) },
      });
      if (status !== 200) throw new Error(text);
      addresses.unshift(named(move));
    }
    movers.push({ id: body.id, addresses, generation: 0 });
  }
  const rows = await instance.sql('select id, token_generation from users');
  const generations = new Map(rows.map(({ id, token_generation: of }) => [id, of]));
  return movers.map((mover) => ({ ...mover, generation: generations.get(mover.id) }));
}

/** Rows are written by SQL, because nobody can open an incident by a former address any more. */
async function createIncidents(
  instance: Instance,
  random: Random,
  movers: readonly Mover[],
  count: number,
): Promise<Row[]> {
  const draw = (mover = random.pick(movers)): string => {
    const address = random.pick(mover.addresses);
    return random.chance(0.2) ? address.toUpperCase() : address;
  };
  const given = Array.from({ length: count }, (_, n) => {
    const opener = random.pick(movers);
    return {
      opened_by: draw(opener),
      requester: random.chance(0.2) ? null : draw(random.chance(0.4) ? opener : undefined),
      assigned_to: random.chance(0.5) ? draw() : null,
      state: random.pick(STATES),
      n,
    };
  });
  return (await instance.sql(
    `insert into incidents (short_description, priority, priority_explicit, state, opened_by, requester,
       assigned_to, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
     select 'x', 'P3', true, state, opened_by, requester, assigned_to, 3600, now(), 1,
       now() - n * interval '1 second', now()
     from jsonb_to_recordset($1::jsonb)
       as given (opened_by text, requester text, assigned_to text, state text, n int)
     returning id, opened_by, requester, assigned_to, state`,
    [JSON.stringify(given)],
  )) as Row[];
}

const names = ({ addresses }: Mover, address: string | null): boolean =>
  address !== null && addresses.includes(address.toLowerCase());

const idsOf = (rows: readonly { id: string }[]): string =>
  rows
    .map(({ id }) => id)
    .toSorted()
    .join();

class Comparison {
  readonly faults: string[] = [];
  comparisons = 0;
  readonly #instance: Instance;
  readonly #rows: readonly Row[];

  constructor(instance: Instance, rows: readonly Row[]) {
    this.#instance = instance;
    this.#rows = rows;
  }

  #compare(title: string, actual: string | number, expected: string | number): void {
    this.comparisons += 1;
    if (actual !== expected) this.faults.push(`${title}: ${actual}, by a filter ${expected}`);
  }

  async #read(path: string, options: object): Promise<Json> {
    const { status, body, text } = await this.#instance.call('GET', path, options);
    if (status !== 200) throw new Error(text);
    return body;
  }

  /** Follows the cursors, with few rows on a page. */
  async #readAll(path: string, options: object): Promise<{ rows: Json[]; total: number }> {
    const first = await this.#read(path, options);
    const rows: Json[] = [...first.data];
    for (let cursor = first.next_cursor; cursor;) {
      const page = await this.#read(`${path}&cursor=${encodeURIComponent(cursor)}`, options);
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return { rows, total: first.total };
  }

  /** Compares the lists and counts of a person with a plain filter of all rows. */
  async check(mover: Mover, random: Random): Promise<void> {
    const [email = '', ...former_emails] = mover.addresses;
    const claims = { sub: mover.id, email, former_emails, gen: mover.generation };
    const token = await this.#instance.mint({ ...claims, roles: ['requester'] });
    const own = this.#rows.filter(
      (row) => names(mover, row.opened_by) || names(mover, row.requester),
    );
    const limit = random.pick([3, 200]);
    const all = await this.#readAll(`/incidents?limit=${limit}`, { token });
    this.#compare(`list of ${email}`, idsOf(all.rows), idsOf(own));
    this.#compare(`total of ${email}`, all.total, own.length);
    const state = random.pick(STATES);
    const ofState = own.filter((row) => row.state === state);
    const some = await this.#readAll(`/incidents?limit=200&state=${state}`, { token });
    this.#compare(`${state} of ${email}`, idsOf(some.rows), idsOf(ofState));
    const { by, total } = await this.#read('/incidents/counts?by=state', { token });
    const counted = by.state.reduce((sum: number, { count }: Json) => sum + count, 0);
    this.#compare(`counts of ${email}`, `${total} ${counted}`, `${own.length} ${own.length}`);

    const address = encodeURIComponent(random.pick(mover.addresses));
    const assigned = this.#rows.filter((row) => names(mover, row.assigned_to));
    const ofAgent = await this.#readAll(`/incidents?limit=200&assigned_to=${address}`, {
      as: 'agent',
    });
    this.#compare(`assigned to ${address}`, idsOf(ofAgent.rows), idsOf(assigned));
    this.#compare(`total assigned to ${address}`, ofAgent.total, assigned.length);
  }
}

export async function proveFormerAddresses({
  people,
  incidents,
  seed,
}: Record<'people' | 'incidents' | 'seed', number>): Promise<Report> {
  const random = randomFrom(seed);
  const instance = await startInstance();
  try {
    const movers = await createMovers(instance, random, people);
    const rows = await createIncidents(instance, random, movers, incidents);
    const comparison = new Comparison(instance, rows);
    for (const mover of movers) await comparison.check(mover, random);
    const { comparisons, faults } = comparison;
    const moves = movers.reduce((sum, { addresses }) => sum + addresses.length - 1, 0);
    return {
      figures: { people, moves, incidents, comparisons, differences: faults.length, seed },
      faults,
    };
  } finally {
    await instance.stop();
  }
}
