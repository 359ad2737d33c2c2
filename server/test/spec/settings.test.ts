import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CachedRead } from '../../src/platform/runtime/cached-read.ts';
import { readSettings } from '../../src/platform/runtime/settings.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { TestClock } from './setup.ts';

/** The clock stands still, so a process uses its cached settings until they are invalidated. */
describe('Saved settings', () => {
  const clock = new TestClock();
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ now: () => clock.now });
  });
  after(() => instance.stop());

  const save = async (of: Instance, body: Json) => {
    const { status, text } = await of.call('PATCH', '/settings', { as: 'super_admin', body });
    assert.equal(status, 200, text);
  };
  /** Saves settings as another process does whose notification is lost. */
  const saveUnnoticed = (document: Json) =>
    instance.sql('update settings set document = document || $1', [document]);
  const targets = (P1: number) => ({ P1, P2: 7200, P3: 10_800, P4: 14_400 });

  const newChange = async (fields: Json) => {
    const { status, text, body } = await instance.call('POST', '/changes', {
      as: 'agent',
      body: { short_description: 'Upgrade the database', ...fields },
    });
    return { status, text, body };
  };
  const act = async (id: string, action: string, name: string) =>
    (
      await instance.call('POST', `/changes/${id}/${action}`, {
        as: 'itsm_manager',
        email: `${name}@example.com`,
      })
    ).body.state;

  test('the process that saves settings applies them from its response on', async () => {
    for (const target of [600, 1200, 1800]) {
      await instance.deps.settings();
      await save(instance, { sla_target_seconds: targets(target) });
      const { body } = await instance.call('POST', '/incidents', {
        body: { short_description: 'x', priority: 'P1' },
      });
      assert.equal(body.sla.target_seconds, target);
    }
  });

  test('an approval follows the saved settings although the process has cached the old ones', async () => {
    const { body: change } = await newChange({ risk: 'high' });
    await instance.deps.settings();
    await saveUnnoticed({ change_required_approvals: { low: 1, medium: 1, high: 2 } });
    assert.equal(await act(change.id, 'approve', 'maja'), 'submitted');
    assert.equal(await act(change.id, 'approve', 'milo'), 'approved');
  });

  test('a change follows the saved templates at creation and at submission, not the cached ones', async () => {
    await save(instance, {
      change_templates: [{ name: 'Restart', defaults: { risk: 'low' } }],
    });
    const draft = await newChange({ template: 'Restart', state: 'draft' });
    assert.equal(draft.status, 201, draft.text);
    await instance.deps.settings();
    await saveUnnoticed({ change_templates: [] });
    assert.equal((await newChange({ template: 'Restart' })).status, 400);
    assert.equal(await act(draft.body.id, 'submit', 'maja'), 'submitted');
  });

  test('saved settings reach another process by notification', async () => {
    const url = instance.deps.config.DATABASE_URL;
    const other = await startInstance({ database: url, now: () => clock.now });
    const leaving = new AbortController();
    try {
      const opened = await fetch(`${other.url}/prod/api/v1/events/stream`, {
        headers: { authorization: `Bearer ${await other.tokenFor('agent')}` },
        signal: leaving.signal,
      });
      assert.equal(opened.status, 200);
      await other.deps.settings();
      await save(instance, { sla_target_seconds: targets(2400) });
      await until('the other process applies them', async () => {
        const { sla_target_seconds } = await other.deps.settings();
        return sla_target_seconds.P1 === 2400;
      });
    } finally {
      leaving.abort();
      await other.stop();
    }
  });

  test('cached settings are read again after 200 ms if the notification was lost', async () => {
    let now = 0;
    const cached = new CachedRead(
      () => readSettings(instance.deps.db),
      () => now,
    );
    const target = async () => (await cached.read()).sla_target_seconds.P1;
    await saveUnnoticed({ sla_target_seconds: targets(3000) });
    assert.equal(await target(), 3000);
    await saveUnnoticed({ sla_target_seconds: targets(3600) });
    now = 200;
    assert.equal(await target(), 3000);
    now = 201;
    assert.equal(await target(), 3600);
  });
});
