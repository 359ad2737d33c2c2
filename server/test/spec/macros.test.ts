import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

describe('Macros', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ worker: true });
  });
  after(() => instance.stop());

  const request = (method: string, path: string, body?: Json, as = 'agent') =>
    instance.call(method, path, { as, ...(body && { body }) } as never);
  const ok = async (method: string, path: string, body?: Json, as?: string): Promise<Json> => {
    const reply = await request(method, path, body, as);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const report = () =>
    ok('POST', '/incidents', {
      short_description: 'Printer is out of toner',
      requester: addressOf('requester'),
    });
  const askForScreenshot = {
    name: 'Ask for a screenshot',
    record_type: 'incident',
    actions: [
      { add_note: { visibility: 'public', text: 'Please send a screenshot of {{ id }}.' } },
      { set: { state: 'on_hold', on_hold_reason: 'awaiting_caller' } },
    ],
  };

  test('one applies all its actions in one update, in the name of the person', async () => {
    const macro = await ok('POST', '/macros', askForScreenshot);
    const { id } = await report();
    await ok('PATCH', `/incidents/${id}`, { state: 'in_progress' });
    const applied = await ok('POST', `/incidents/${id}/apply-macro`, {
      macro_id: macro.id,
      version: 1,
    });
    assert.deepEqual([applied.state, applied.version, applied.last_reply_by], ['on_hold', 3, 'us']);
    const { data } = await ok('GET', `/incidents/${id}/timeline`);
    const entry = data.find(({ cause }: Json) => cause?.kind === 'macro');
    assert.equal(entry.actor, addressOf('agent'));
    assert.deepEqual(entry.cause.macro, { id: macro.id, version: 1, name: 'Ask for a screenshot' });
    assert.equal(entry.note.body, `Please send a screenshot of ${id}.`);
    const [note] = await instance.sql(
      `select is_response, author from work_notes where record_id = '${id}'`,
    );
    assert.deepEqual(note, { is_response: true, author: addressOf('agent') });
  });

  test('one with another version applies nothing, an action that cannot apply is skipped, and requesters are refused', async () => {
    const macro = await ok('POST', '/macros', askForScreenshot);
    const { id } = await report();
    const applied = await ok('POST', `/incidents/${id}/apply-macro`, { macro_id: macro.id });
    assert.deepEqual([applied.state, applied.work_notes_count], ['new', 1]);
    assert.equal(applied.warnings[0].code, 'action_skipped');
    assert.match(applied.warnings[0].message, /on_hold/);
    const { data } = await ok('GET', `/incidents/${id}/timeline`);
    assert.equal(data[0].cause.skipped[0].code, 'invalid_transition');
    const stale = await request('POST', `/incidents/${id}/apply-macro`, {
      macro_id: macro.id,
      version: 2,
    });
    assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
    const refused = await request(
      'POST',
      `/incidents/${id}/apply-macro`,
      { macro_id: macro.id },
      'requester',
    );
    assert.equal(refused.status, 403);
    const own = await ok('GET', `/incidents/${id}/timeline`, undefined, 'requester');
    assert.ok(own.data.every(({ cause }: Json) => cause === undefined));
  });

  test('a bulk job applies one to many, first as a dry run', async () => {
    const macro = await ok('POST', '/macros', {
      name: 'Network',
      record_type: 'incident',
      actions: [{ set: { category: 'network' } }],
    });
    const ids = [(await report()).id, (await report()).id];
    const run = async (dry_run: boolean) => {
      const { job_id } = await ok('POST', '/incidents/bulk', {
        operation: 'apply_macro',
        ids,
        fields: { macro_id: macro.id },
        dry_run,
      });
      return until('the job ends', async () => {
        const job = await ok('GET', `/jobs/${job_id}`);
        return ['completed', 'failed'].includes(job.status) ? job : undefined;
      });
    };
    const categories = async () => {
      const rows = await instance.sql(`select category from incidents where id = any($1)`, [ids]);
      return rows.map(({ category }) => category);
    };
    await run(true);
    assert.deepEqual(await categories(), [null, null]);
    const job: Json = await run(false);
    assert.equal(job.succeeded, 2, JSON.stringify(job));
    assert.deepEqual(await categories(), ['network', 'network']);
  });

  test('a rule applies one, and it cannot be deleted while it does', async () => {
    const macro = await ok('POST', '/macros', {
      name: 'Storage',
      record_type: 'incident',
      actions: [{ set: { category: 'storage' } }],
    });
    const rule = await ok(
      'POST',
      '/rules',
      {
        name: 'Storage',
        record_type: 'incident',
        on: 'created',
        actions: [{ apply_macro: { macro_id: macro.id } }],
      },
      'itsm_manager',
    );
    assert.equal((await report()).category, 'storage');
    const refused = await request('DELETE', `/macros/${macro.id}`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
    await ok('PATCH', `/macros/${macro.id}`, { active: false });
    assert.equal((await report()).category, null);
    await ok('DELETE', `/rules/${rule.id}`, undefined, 'itsm_manager');
    await ok('DELETE', `/macros/${macro.id}`);
  });
});
