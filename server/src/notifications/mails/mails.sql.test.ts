import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { insertMail, saveAttempt } from './mails.sql.ts';

describe('Attempts of mails', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  test('a run that failed after another had ended the mail does not open it again', async () => {
    const at = new Date().toISOString();
    const transaction = instance.deps.db.transaction();
    const id = await transaction.execute((tx) =>
      insertMail(tx, {
        type: 'incident.assigned',
        recipients: ['ada@example.com'],
        caller: null,
        content: { subject: 'a', lines: [] },
        record_type: 'incident',
        record_id: 'INC0000001',
        record_version: 1,
        request_id: 'r',
        created_at: at,
      }),
    );
    const ended = { pending: [], error: null, endedAt: at };
    const failed = { pending: ['ada@example.com'], error: 'timeout', endedAt: null };
    const save = (outcome: typeof failed | typeof ended) =>
      instance.deps.db.transaction().execute((tx) => saveAttempt(tx, id, outcome));
    assert.equal(await save(failed), true);
    assert.equal(await save(ended), true);
    assert.equal(await save(failed), false);
    const [mail] = await instance.sql('select * from mails where id = $1', [id]);
    assert.deepEqual([mail.pending, mail.attempts, mail.ended_at !== null], [[], 2, true]);
  });
});
