// A record with parts in other tables is shown as it was at the version that the response names.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { withClient } from '../support/databases.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { OWN_LOCKS } from '../support/locks.ts';

interface Parts {
  path: string;
  create: Json;
  /** The read of this table of parts is delayed until another transaction has changed the record. */
  table: string;
  /** Changes the version and the parts. */
  change: string[];
  partsOf: (body: Json) => unknown[];
}

const kinds: Record<string, Parts> = {
  'a CI and its relations': {
    path: '/cmdb/cis',
    create: { name: 'whole', class: 'server' },
    table: 'ci_relations',
    change: [
      `insert into cis (name, class, status, attributes, event_sequence, created_at, updated_at)
        values ('other', 'server', 'operational', '{}', 0, now(), now())`,
      'update cis set version = 2 where id = $1',
      `insert into ci_relations (ci_id, type, target) select $1, 'runs_on', id from cis where name = 'other'`,
    ],
    partsOf: ({ version, relations }) => [version, relations.length],
  },
  'a change and its approvals': {
    path: '/changes',
    create: { short_description: 'whole' },
    table: 'change_approvals',
    change: [
      'update changes set version = 2 where id = $1',
      `insert into change_approvals (change_id, approver, decision, at)
        values ($1, 'cleo@example.com', 'approved', now())`,
    ],
    partsOf: ({ version, approvals }) => [version, approvals.length],
  },
};

describe('A record that is read while it is updated', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  for (const [name, { path, create, table, change, partsOf }] of Object.entries(kinds)) {
    test(`${name} are read in one version`, async () => {
      const { body: record } = await instance.call('POST', path, { body: create });
      const get = async () => partsOf((await instance.call('GET', `${path}/${record.id}`)).body);
      await withClient(instance.deps.config.DATABASE_URL, async (other) => {
        await other.query('begin');
        await other.query(`lock table ${table} in access exclusive mode`);
        const reading = get();
        await until('the read waits for the parts', async () => {
          const waiting = await instance.sql(
            `select from ${OWN_LOCKS} where not granted and relation = $1::regclass`,
            [table],
          );
          return waiting.length > 0;
        });
        for (const statement of change)
          await other.query(statement, statement.includes('$1') ? [record.id] : []);
        await other.query('commit');
        assert.deepEqual(await reading, [1, 0]);
      });
      assert.deepEqual(await get(), [2, 1]);
    });
  }
});
