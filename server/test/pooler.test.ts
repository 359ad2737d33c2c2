// A connection pooler in front of PostgreSQL is recognised, with advice. `npm run test:faults -- pooler` tests one
// under load.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { poolerFaults } from '../src/doctor/pooler.ts';
import { cloneDatabase, type Scratch, withClient } from './support/databases.ts';
import { canStartPgBouncer, NO_PGBOUNCER, startPgBouncer } from './support/pgbouncer.ts';

describe('A connection pooler', () => {
  let scratch: Scratch;
  before(async () => {
    scratch = await cloneDatabase();
  });
  after(() => scratch.drop());

  const faultsOf = async (DATABASE_URL: string, DATABASE_DIRECT_URL: string) =>
    (await poolerFaults({ DATABASE_URL, DATABASE_DIRECT_URL }))?.map(({ detail }) => detail);

  test('no pooler is reported on a direct connection', async () => {
    assert.equal(await faultsOf(scratch.url, ''), undefined);
  });

  test(
    'a pooler is reported until there are a direct address, prepared statements and timeouts of the role',
    { skip: !canStartPgBouncer() && NO_PGBOUNCER },
    async (context) => {
      const old = await startPgBouncer(scratch.url, { max_prepared_statements: '0' });
      context.after(() => old.stop());
      const [address = '', statements = '', timeouts = ''] = (await faultsOf(old.url, '')) ?? [];
      assert.match(address, /^DATABASE_URL points to a connection pooler/);
      assert.match(statements, /does not manage prepared statements/);
      assert.match(
        timeouts,
        /: idle_in_transaction_session_timeout, lock_timeout, statement_timeout\./,
      );

      await withClient(scratch.url, async (client) => {
        const { rows } = await client.query('select current_database() as name');
        for (const name of [
          'statement_timeout',
          'lock_timeout',
          'idle_in_transaction_session_timeout',
        ])
          await client.query(
            `alter role current_user in database "${rows[0].name}" set ${name} = '10s'`,
          );
      });
      const current = await startPgBouncer(scratch.url);
      context.after(() => current.stop());
      assert.deepEqual(await faultsOf(current.url, scratch.url), []);
      assert.match(
        (await faultsOf(current.url, old.url))?.join() ?? '',
        /^DATABASE_DIRECT_URL points to a connection pooler, [^.]+\.$/,
      );
    },
  );
});
