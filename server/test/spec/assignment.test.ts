import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { inbound } from './inbound.setup.ts';
import { section } from './setup.ts';

section('Assignment', (instance) => {
  const as = 'super_admin' as const;
  const paths = ['/incidents', '/changes', '/requests'] as const;
  const unique = () => randomBytes(5).toString('hex');
  const user = async (role: string, fields: Json = {}): Promise<string> => {
    const body = { email: `${unique()}@example.com`, name: role, roles: [role], ...fields };
    assert.equal((await instance.call('POST', '/users', { as, body })).status, 201);
    return body.email;
  };
  const group = async (name = `Group ${unique()}`): Promise<string> => {
    assert.equal((await instance.call('POST', '/groups', { as, body: { name } })).status, 201);
    return name;
  };
  const create = (path: string, fields: Json, options: Json = {}) =>
    instance.call('POST', path, {
      as: 'agent',
      ...options,
      body: { short_description: 'Assigned', ...fields },
    });
  const update = (path: string, id: string, body: Json, options: Json = {}) =>
    instance.call('PATCH', `${path}/${id}`, { as: 'agent', ...options, body });
  const read = async (path: string, id: string): Promise<Json> =>
    (await instance.call('GET', `${path}/${id}`, { as: 'agent' })).body;
  /** Returns each warning as "pointer code"; undefined if the body has no such member. */
  const warningsIn = ({ body }: { body: Json }): string[] | undefined =>
    body.warnings?.map(({ pointer, code }: Json) => `${pointer} ${code}`);
  const withSetting = async (work: () => Promise<void>) => {
    const set = async (assignable_only: boolean) => {
      const { status } = await instance.call('PATCH', '/settings', {
        as,
        body: { assignable_only },
      });
      assert.equal(status, 200);
    };
    await set(true);
    try {
      await work();
    } finally {
      await set(false);
    }
  };

  test('somebody who may change the record, in any case of the address, and an existing group give no warnings', async () => {
    const [agent, manager, name] = [await user('agent'), await user('itsm_manager'), await group()];
    for (const path of paths) {
      const made = await create(path, { assigned_to: agent, assignment_group: name });
      assert.deepEqual([made.status, 'warnings' in made.body], [201, false], made.text);
      const moved = await update(path, made.body.id, { assigned_to: manager.toUpperCase() });
      assert.deepEqual([moved.status, 'warnings' in moved.body], [200, false], moved.text);
    }
  });

  test('others are accepted with warnings in responses to writes that set the field, and a read has none', async () => {
    const [requester, former] = [await user('requester'), await user('agent', { active: false })];
    const nobody = `${unique()}@elsewhere.example`;
    for (const path of paths) {
      const made = await create(path, { assigned_to: requester });
      assert.deepEqual([made.status, made.body.assigned_to], [201, requester], made.text);
      assert.deepEqual(made.body.warnings, [{ pointer: '/assigned_to', code: 'not_assignable' }]);
      const { id } = made.body;
      assert.equal('warnings' in (await read(path, id)), false);
      const both = await update(path, id, { assigned_to: nobody, assignment_group: 'Nowhere' });
      assert.deepEqual(
        [both.status, both.body.assignment_group, warningsIn(both)],
        [200, 'Nowhere', ['/assigned_to unknown_person', '/assignment_group unknown_group']],
      );
      assert.deepEqual(warningsIn(await update(path, id, { assigned_to: former })), [
        '/assigned_to not_assignable',
      ]);
      const other = await update(path, id, { short_description: 'Other', assigned_to: former });
      assert.deepEqual([other.status, 'warnings' in other.body], [200, false], 'nothing was set');
      const cleared = await update(path, id, { assigned_to: null, assignment_group: null });
      assert.deepEqual([cleared.status, 'warnings' in cleared.body], [200, false]);
      assert.deepEqual(warningsIn(await create(path, { assignment_group: 'Nowhere' })), [
        '/assignment_group unknown_group',
      ]);
    }
  });

  test('a mistyped address or name comes with the nearest one that can be assigned', async () => {
    const key = unique();
    const agent = await user('agent', { email: `Ada.${key}@example.com` });
    const mistyped = {
      assigned_to: `aad.${key}@example.com`,
      assignment_group: `netwrok ${key}`,
    };
    await user('requester', { email: `aad.${key}x@example.com` });
    const name = await group(`Network ${key}`);
    const near = [
      { pointer: '/assigned_to', code: 'unknown_person', nearest: agent },
      { pointer: '/assignment_group', code: 'unknown_group', nearest: name },
    ];
    assert.deepEqual((await create('/incidents', mistyped)).body.warnings, near);
    await withSetting(async () => {
      const refused = await create('/incidents', mistyped);
      assert.deepEqual(
        refused.body.errors.map(({ pointer, code, nearest }: Json) => ({ pointer, code, nearest })),
        near,
      );
      assert.match(refused.body.detail, new RegExp(`Did you mean Network ${key}\\?`));
    });
  });

  test('warnings that are sent back are ignored', async () => {
    for (const path of paths) {
      const { body: made } = await create(path, { assignment_group: 'Nowhere' });
      const sent = await update(path, made.id, { ...made, short_description: 'Sent back' });
      assert.deepEqual([sent.status, sent.body.version], [200, 2], sent.text);
      assert.equal('warnings' in sent.body, false);
      const alone = await update(path, made.id, { warnings: made.warnings });
      assert.deepEqual([alone.status, alone.body.version], [200, 2], alone.text);
      const copied = await create(path, { warnings: made.warnings });
      assert.deepEqual([copied.status, 'warnings' in copied.body], [201, false], copied.text);
    }
  });

  test('with assignable_only the same codes are a 400, and nothing is written', async () => {
    const [auditor, agent] = [await user('auditor'), await user('agent')];
    const nobody = `${unique()}@elsewhere.example`;
    for (const path of paths) {
      const { body: made } = await create(path, { assigned_to: nobody });
      const total = async () =>
        (await instance.call('GET', `${path}?limit=1`, { as: 'agent' })).body.total;
      const before = await total();
      await withSetting(async () => {
        const refused = await create(path, { assigned_to: auditor, assignment_group: 'Nowhere' });
        assert.equal(refused.status, 400, refused.text);
        assert.deepEqual(faultsOf(refused), [
          '/assigned_to not_assignable',
          '/assignment_group unknown_group',
        ]);
        assert.match(
          refused.body.detail,
          /may not change \w+s\. Assign somebody .* agent\. No group/,
        );
        assert.equal(await total(), before);
        const unknown = await update(path, made.id, { assigned_to: `x${nobody}` });
        assert.deepEqual(faultsOf(unknown), ['/assigned_to unknown_person']);
        assert.equal((await read(path, made.id)).version, 1);
        const sentBack = await update(path, made.id, { ...made, short_description: 'Other' });
        assert.equal(sentBack.status, 200, 'an assignee who stays is not checked');
        const moved = await update(path, made.id, { assigned_to: agent });
        assert.deepEqual([moved.status, 'warnings' in moved.body], [200, false], moved.text);
        assert.equal((await update(path, made.id, { assigned_to: null })).status, 200);
      });
    }
  });

  test('a caller who may not read the directory learns nothing about it', async () => {
    const fields = { assigned_to: `${unique()}@elsewhere.example`, assignment_group: 'Nowhere' };
    const report = async (path: string) => {
      const made = await create(path, fields, { as: 'requester' });
      assert.deepEqual([made.status, 'warnings' in made.body], [201, false], made.text);
    };
    for (const path of ['/incidents', '/requests']) {
      await report(path);
      await withSetting(() => report(path));
    }
  });

  test('a client may be assigned by its own address or by the one derived from its id', async () => {
    const client = async (fields: Json) =>
      (await instance.call('POST', '/clients', { as, body: { name: 'Bot', ...fields } })).body;
    const email = `${unique()}@example.com`;
    await client({ email, roles: ['agent'] });
    const { client_id: derived } = await client({ roles: ['agent'] });
    const { client_id: reader } = await client({ roles: ['auditor'] });
    const domain = '@clients.desk.example.com';
    const codes: Json = {};
    for (const address of [email, derived + domain, reader + domain])
      codes[address] = warningsIn(await create('/incidents', { assigned_to: address }));
    assert.deepEqual(codes, {
      [email]: undefined,
      [derived + domain]: undefined,
      [reader + domain]: ['/assigned_to not_assignable'],
    });
  });

  test('a repeated request gets the same warnings, although the person is known by then', async () => {
    const email = `${unique()}@example.com`;
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { assigned_to: email };
    const first = await create('/incidents', fields, { headers });
    assert.deepEqual(warningsIn(first), ['/assigned_to unknown_person']);
    await user('agent', { email });
    const again = await create('/incidents', fields, { headers });
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal('warnings' in (await create('/incidents', fields)).body, false);
  });

  test('the sender of an inbound event learns nothing, and with assignable_only the alert loses the value', async () => {
    const agent = await user('agent');
    const { post } = await inbound(instance, {
      field_mapping: {
        short_description: '{{ title }}',
        assigned_to: '{{ who }}',
        assignment_group: '{{ team }}',
      },
    });
    const who = `${unique()}@elsewhere.example`;
    const assignmentOf = async (id: string) => {
      const { assigned_to, assignment_group } = await read('/incidents', id);
      return [assigned_to, assignment_group];
    };
    const alert = { title: 'Disk full', who, team: 'Nowhere' };
    const { status, body } = await post(alert);
    assert.deepEqual([status, 'mapping_warnings' in body], [201, false]);
    assert.deepEqual(await assignmentOf(body.incident_id), [who, 'Nowhere']);
    await withSetting(async () => {
      const strict = await post(alert);
      assert.equal(strict.status, 201, strict.text);
      assert.deepEqual(
        strict.body.mapping_warnings.map(({ field, code }: Json) => `${field} ${code}`),
        ['assigned_to left_out', 'assignment_group left_out'],
      );
      assert.deepEqual(await assignmentOf(strict.body.incident_id), [null, null]);
      const known = await post({ ...alert, who: agent });
      assert.deepEqual(await assignmentOf(known.body.incident_id), [agent, null]);
    });
  });
});
