import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { inbound, unsigned } from './inbound.setup.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Inbound webhooks: management',
  (instance) => {
    test('invalid fields of a webhook are refused with their pointers', async () => {
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

    test('a webhook is read, sent back, updated and deleted; its secret is never shown again', async () => {
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

    test('a webhook whose owner may no longer create incidents works for 30 days with the former roles, or until it gets another owner', async () => {
      const DAY = 86_400;
      const asAdmin = { as: 'super_admin' } as const;
      const admin = `${randomUUID()}@example.com`;
      await instance.call('POST', '/users', {
        ...asAdmin,
        body: { email: admin, name: 'Root', roles: ['super_admin'] },
      });
      const email = `${randomUUID()}@example.com`;
      const { webhook, post } = await inbound(instance, {}, { email });
      const path = `/webhooks/inbound/${webhook.handle}`;
      const { body: owner } = await instance.call('GET', '/me', { email });
      const setOwner = (body: Json) =>
        instance.call('PATCH', `/clients/${owner.id}`, { ...asAdmin, body });
      const statusOfPost = async () => (await post({ title: 'x' })).status;
      const endsAt = async () => (await instance.call('GET', path)).body.ends_at;
      const inDays = (days: number) => new Date(clock.now.getTime() + days * DAY * 1000).toJSON();

      await setOwner({ roles: ['agent'] });
      assert.deepEqual([await statusOfPost(), await endsAt()], [201, null]);
      await setOwner({ roles: ['auditor'] });
      assert.deepEqual([await statusOfPost(), await endsAt()], [201, inDays(30)]);
      const end = inDays(30);
      clock.forward(DAY);
      await setOwner({ active: false });
      assert.deepEqual(
        [await statusOfPost(), await endsAt()],
        [201, end],
        'it ends when it would have',
      );
      clock.forward(29 * DAY - 1);
      assert.equal(await statusOfPost(), 201);
      clock.forward(1);
      assert.equal(await statusOfPost(), 401);
      const alerts = await instance.running.sql(
        'select type, data from notifications where recipient = $1',
        [admin],
      );
      assert.deepEqual(alerts, [
        {
          type: 'webhook.owner_inactive',
          data: { webhook_id: webhook.handle, webhook_name: 'Probe', owner: email, ends_at: end },
        },
      ]);

      const byManager = await instance.call('PATCH', path, { body: { owner: admin } });
      assert.equal(byManager.body.code, 'insufficient_role');
      const unable = await instance.call('PATCH', path, { ...asAdmin, body: { owner: email } });
      assert.deepEqual([unable.status, faultsOf(unable)], [400, ['/owner not_allowed']]);
      const given = await instance.call('PATCH', path, { ...asAdmin, body: { owner: admin } });
      assert.deepEqual([given.body.owner, given.body.ends_at], [admin, null]);
      const { body } = await post({ title: 'y' });
      const opened = await instance.call('GET', `/incidents/${body.incident_id}`);
      assert.equal(opened.body.opened_by, admin);
    });

    test('an owner who regains the right ends the period of 30 days', async () => {
      const email = `${randomUUID()}@example.com`;
      const { webhook } = await inbound(instance, {}, { email });
      const { body: owner } = await instance.call('GET', '/me', { email });
      const ends = [];
      for (const active of [false, true]) {
        const options = { as: 'super_admin', body: { active } } as const;
        await instance.call('PATCH', `/clients/${owner.id}`, options);
        ends.push((await instance.call('GET', `/webhooks/inbound/${webhook.handle}`)).body.ends_at);
      }
      assert.deepEqual([typeof ends[0], ends[1]], ['string', null]);
    });
  },
  { clock },
);
