import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { inbound, unsigned } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Inbound webhooks, managed',
  (instance) => {
    test('what a webhook cannot do is refused with its place', async () => {
      const refused = await instance.call('POST', '/webhooks/inbound', {
        body: {
          name: 'x',
          action: 'resolve_incident',
          field_mapping: {
            short_description: '{{ title',
            priority: '{{ a | uper }}',
            description: '{{ a b }}',
          },
          filters: [{ field: 'a..b', operator: 'eq', value: 1 }],
        },
      });
      assert.equal(refused.status, 400);
      assert.deepEqual(faultsOf(refused), [
        '/dedup_key required',
        '/field_mapping/description invalid_format',
        '/field_mapping/priority invalid_format',
        '/field_mapping/short_description invalid_format',
        '/filters/0/field invalid_format',
      ]);
      const unknown = await instance.call('POST', '/webhooks/inbound', {
        body: { name: 'x', action: 'open_change', field_mapping: { state: 'new' } },
      });
      assert.deepEqual(faultsOf(unknown), [
        '/action not_allowed',
        '/field_mapping/state unknown_field',
      ]);
      const fault = unknown.body.errors.find(({ pointer }: Json) => pointer === '/action');
      assert.deepEqual(fault.allowed, ['create_incident', 'resolve_incident', 'upsert_ci']);
    });

    test('a webhook is read, sent back, changed and removed; the secret is never shown again', async () => {
      clock.forward(1);
      const { webhook } = await inbound(instance, unsigned);
      const path = `/webhooks/inbound/${webhook.id}`;
      const read = await instance.call('GET', path);
      assert.equal(read.body.secret, undefined);
      const same = await instance.call('PATCH', path, { body: read.body });
      assert.equal(same.body.version, 1);
      const signed = await instance.call('PATCH', path, { body: { secret_enabled: true } });
      assert.match(signed.body.secret, /^whsec_/);
      assert.equal((await instance.call('GET', path)).body.secret, undefined);
      const list = await instance.call('GET', '/webhooks/inbound?limit=1');
      assert.equal(list.body.data[0].id, webhook.id);
      assert.equal((await instance.call('DELETE', path)).body.deleted, true);
      assert.equal((await instance.call('GET', path)).status, 404);
    });

    test('an owner who is deactivated, or may no longer create incidents, makes it inactive', async () => {
      const email = `${randomUUID()}@example.com`;
      const { post } = await inbound(instance, {}, { email });
      const { body: owner } = await instance.call('GET', '/me', { email });
      for (const [change, status] of [
        [{ roles: ['agent'] }, 201],
        [{ roles: ['auditor'] }, 401],
        [{ roles: ['agent'], active: false }, 401],
        [{ active: true }, 201],
      ] as const) {
        await instance.call('PATCH', `/clients/${owner.id}`, { as: 'super_admin', body: change });
        assert.equal((await post({ title: 'x' })).status, status, JSON.stringify(change));
      }
    });
  },
  { clock },
);
