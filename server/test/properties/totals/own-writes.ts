// Random writes of incidents by SQL, which change whose own they are. The triggers count every write.
import type { RawBuilder } from 'kysely';
import { type Instance, sql } from '../../support/harness.ts';
import { runBatch } from '../../../src/platform/background/backfills.ts';
import {
  type Migration,
  readMigrations,
} from '../../../src/platform/postgres/migrations/migration-files.ts';
import { priorities, states } from '../../support/fill.ts';
import { type Random, randomFrom } from '../../support/random.ts';

/** Some of them are users, so that the batches fill their incidents. */
export const people = ['ann@example.com', 'bob@example.com', 'cyd@example.com', 'dan@example.com'];
const users = people.slice(0, 2);

export const spellAddress = (random: Random, address: string): string =>
  random.pick([address, address.toUpperCase(), address.replace('e', 'E')]);

const drawAddress = (random: Random): string => spellAddress(random, random.pick(people));

const insert = (random: Random) => sql<{ id: string }>`
  insert into incidents (short_description, priority, priority_explicit, state, opened_by, requester,
    sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
  values ('Own', ${random.pick(priorities)}, true, ${random.pick(states)}, ${drawAddress(random)},
    ${random.chance(0.3) ? null : drawAddress(random)}, 86400, now(), 1, now(), now())
  returning id`;

type Write = (random: Random, id: string) => RawBuilder<unknown>;

const setField = (name: string, draw: (random: Random) => string | null): Write => {
  const column = sql.ref(name);
  return (random, id) => sql`update incidents set ${column} = ${draw(random)} where id = ${id}`;
};

const setRequester = setField('requester', (random) =>
  random.chance(0.2) ? null : drawAddress(random),
);

const writes: readonly Write[] = [
  setField('state', (random) => random.pick(states)),
  setField('priority', (random) => random.pick(priorities)),
  setRequester,
  setRequester,
  (random, id) => sql`
    update incidents set requester = ${random.pick([sql`opened_by`, sql`upper(requester)`])},
      state = ${random.pick(states)} where id = ${id}`,
  (_, id) => sql`
    update incidents set deleted_at = case when deleted_at is null then now() end where id = ${id}`,
  (_, id) => sql`delete from incidents where id = ${id}`,
];

const INSERT_SHARE = 0.3;
const BATCH_SHARE = 0.02;
const BATCH_ROWS = 20;

/** Begins the batches again, once they have finished. */
async function fillBatch({ deps: { db } }: Instance, migrations: readonly Migration[]) {
  if (await runBatch(db, migrations, BATCH_ROWS)) return;
  await sql`update requester_backfill set last_id = ''`.execute(db);
  await sql`update schema_backfills set finished_at = null`.execute(db);
}

interface WriteOptions {
  writes: number;
  writers: number;
  seed: number;
}

/** Returns after so many writes, of several connections at once. */
export async function writeOwn(instance: Instance, options: WriteOptions): Promise<void> {
  const { db } = instance.deps;
  const migrations = await readMigrations();
  for (const email of users) {
    const body = { email, name: email, roles: ['requester'] };
    await instance.call('POST', '/users', { as: 'super_admin', body });
  }
  const ids: string[] = [];
  let left = options.writes;
  const write = async (random: Random): Promise<void> => {
    while (left > 0) {
      left -= 1;
      if (random.chance(BATCH_SHARE)) await fillBatch(instance, migrations);
      else if (ids.length === 0 || random.chance(INSERT_SHARE)) {
        const { rows } = await insert(random).execute(db);
        ids.push(...rows.map(({ id }) => id));
      } else await random.pick(writes)(random, random.pick(ids)).execute(db);
    }
  };
  const { writers, seed } = options;
  await Promise.all(Array.from({ length: writers }, (_, n) => write(randomFrom(seed + n))));
}
