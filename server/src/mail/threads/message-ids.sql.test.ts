import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findRecordsOfMessageIds, rememberMessageIds } from './message-ids.sql.ts';

describe('Message-IDs of records', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    instance.deps.db.transaction().execute(work);
  const find = (ids: string[], mailboxId?: string) =>
    transact((tx) => findRecordsOfMessageIds(tx, ids, mailboxId));
  const remember = (recordId: string, ids: string[], mailboxId?: string) =>
    transact((tx) => rememberMessageIds(tx, recordId, ids, mailboxId));

  test('each known id leads to its record, and others to none', async () => {
    await remember('INC0000001', ['<a@x>', '<b@x>', '<a@x>']);
    await remember('INC0000002', ['<c@x>']);
    assert.deepEqual(
      await find(['<c@x>', '<a@x>', '<A@x>', 'a@x', '<d@x>']),
      new Map([
        ['<a@x>', 'INC0000001'],
        ['<c@x>', 'INC0000002'],
      ]),
    );
    assert.deepEqual(await find([]), new Map());
  });

  test('a later mail with the same id takes no reply away', async () => {
    await remember('INC0000003', ['<e@x>'], 'mbx_a');
    await remember('INC0000004', ['<e@x>'], 'mbx_a');
    await remember('INC0000003', ['<e@x>'], 'mbx_a');
    assert.equal((await find(['<e@x>'])).get('<e@x>'), 'INC0000003');
    assert.equal((await find(['<e@x>'], 'mbx_a')).get('<e@x>'), 'INC0000003');
  });

  test('one mail to two mailboxes leads to the record of each', async () => {
    await remember('INC0000005', ['<f@x>'], 'mbx_a');
    await remember('REQ0000001', ['<f@x>'], 'mbx_b');
    assert.equal((await find(['<f@x>'], 'mbx_a')).get('<f@x>'), 'INC0000005');
    assert.equal((await find(['<f@x>'], 'mbx_b')).get('<f@x>'), 'REQ0000001');
    assert.equal((await find(['<f@x>'], 'mbx_c')).get('<f@x>'), 'INC0000005');
  });
});
