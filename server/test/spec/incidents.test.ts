import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, faultsOf } from '../support/harness.ts';
import { section } from './setup.ts';

section('Incident: fields, create, read, update, delete', (instance) => {
  test('creating with only the required field returns 201, Location, ETag and the whole record', async () => {
    const reply = await instance.call('POST', '/incidents', {
      as: 'agent',
      body: { short_description: 'VPN drops' },
    });
    assert.equal(reply.status, 201);
    const { id } = reply.body;
    assert.match(id, /^INC[0-9A-Z]{7}$/);
    assert.equal(
      reply.headers.get('location'),
      `https://desk.example.com${instance.prefix}/incidents/${id}`,
    );
    assert.equal(reply.headers.get('etag'), '"1"');
    const { created_at, updated_at, sla_breach_at, sla, sla_targets, ...rest } = reply.body;
    assert.equal(updated_at, created_at);
    assert.equal(Date.parse(sla_breach_at) - Date.parse(created_at), 24 * 3600 * 1000);
    assert.equal(sla.breach_at, sla_breach_at);
    assert.deepEqual(
      [sla_targets.length, sla_targets[0].metric, sla_targets[0].policy, sla_targets[0].breach_at],
      [1, 'resolution', null, sla_breach_at],
    );
    assert.deepEqual(rest, {
      id,
      number: id,
      short_description: 'VPN drops',
      description: null,
      priority: 'P3',
      state: 'new',
      category: null,
      subcategory: null,
      impact: null,
      urgency: null,
      assignment_group: null,
      assigned_to: null,
      requester: null,
      last_reply_by: null,
      last_reply_at: null,
      ci_id: null,
      opened_by: addressOf('agent'),
      parent_problem_id: null,
      change_id: null,
      external_id: null,
      on_hold_reason: null,
      on_hold_until: null,
      resolution: null,
      resolved_at: null,
      closed_at: null,
      work_notes_count: 0,
      occurrences: 1,
      ai_suggested_resolution: '',
      ci: null,
      allowed_transitions: ['in_progress', 'cancelled'],
      reopen_count: 0,
      version: 1,
    });
    const read = await instance.call('GET', `/incidents/${id}`);
    assert.equal(read.status, 200);
    const { sla: readClock, sla_targets: readTargets, ...readRest } = read.body;
    assert.deepEqual(readRest, { ...rest, created_at, updated_at, sla_breach_at });
    assert.equal(readClock.breach_at, sla.breach_at);
    assert.equal(readTargets[0].breach_at, sla.breach_at);
  });

  test('creating accepts every writable field, and notify_stakeholders is not returned', async () => {
    const fields = {
      short_description: 'x'.repeat(255),
      description: '# What\n\n*Markdown* 🖨️',
      priority: 'P1',
      state: 'new',
      category: 'hardware',
      subcategory: 'printer',
      impact: 'high',
      urgency: 'low',
      assignment_group: 'Service Desk',
      assigned_to: 'bob@example.com',
      ci_id: 'CI1042',
      parent_problem_id: 'PRB0000007',
      change_id: 'CHG0000012',
      external_id: `ext ${instance.prefix}`,
      on_hold_reason: 'awaiting_vendor',
      resolution: 'none yet',
    };
    const incident = await instance.incident({ ...fields, notify_stakeholders: true });
    for (const [name, value] of Object.entries(fields))
      assert.deepEqual(incident[name], value, name);
    assert.equal('notify_stakeholders' in incident, false);
  });

  test('creating with an invalid field is refused with 400, the field and the rule', async () => {
    for (const [body, fault] of [
      [{ short_description: 'a', state: 'closed' }, '/state not_allowed'],
      [{}, '/short_description required'],
      [{ short_description: ' \t ' }, '/short_description blank'],
      [{ short_description: 'x'.repeat(256) }, '/short_description too_long'],
      [{ short_description: null }, '/short_description not_nullable'],
      [{ short_description: 'a', priority: null }, '/priority not_nullable'],
      [{ short_description: 'a', ci_id: 'server-1' }, '/ci_id invalid_format'],
      [{ short_description: 'a', assigned_to: 'bob' }, '/assigned_to invalid_format'],
      [{ short_description: 'a', notify_stakeholders: 'yes' }, '/notify_stakeholders invalid_type'],
      [{ short_description: 'a', id: 'INC0000001' }, '/id read_only_field'],
      [{ short_description: 'a', colour: 'red' }, '/colour unknown_field'],
    ] as const) {
      const reply = await instance.call('POST', '/incidents', { body });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.equal(reply.body.code, 'validation_failed');
      assert.deepEqual(faultsOf(reply), [fault]);
    }
  });

  test('indexed fields are limited in bytes so that their longest values fit into one index together', async () => {
    // PostgreSQL cannot compress random characters of four bytes.
    const wide = (length: number) =>
      String.fromCodePoint(
        ...Array.from({ length }, () => 0x20000 + Math.floor(Math.random() * 40_000)),
      );
    const address = (bytes: number) => `abc@${wide(bytes / 4 - 1)}`;
    const longest = {
      category: wide(100),
      assignment_group: wide(100),
      assigned_to: address(400),
    };
    const { id } = await instance.incident(longest);
    const faults = ['/assigned_to too_long', '/assignment_group too_long', '/category too_long'];
    const longer = {
      category: wide(101),
      assignment_group: wide(101),
      assigned_to: address(404),
    };
    for (const reply of [
      await instance.patch(id, longer),
      await instance.call('POST', '/incidents', { body: { short_description: 'a', ...longer } }),
    ]) {
      assert.deepEqual([reply.status, faultsOf(reply)], [400, faults], reply.text);
      assert.match(reply.text, /category must have at most 400 bytes in UTF-8\./);
    }
  });

  test('the ids of incidents ascend', async () => {
    const first = await instance.incident();
    const second = await instance.incident();
    assert.ok(second.id > first.id);
  });

  test('PATCH keeps absent fields, clears those that are null, and sets the others', async () => {
    const { id } = await instance.incident({
      description: 'old',
      category: 'network',
      impact: 'high',
    });
    const { status, body } = await instance.patch(id, { description: null, category: 'software' });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.description, body.category, body.impact, body.version],
      [null, 'software', 'high', 2],
    );
  });

  test('null clears exactly the fields that are nullable', async () => {
    const clearable =
      'description category subcategory impact urgency assignment_group assigned_to ci_id parent_problem_id change_id on_hold_reason resolution external_id';
    const { id } = await instance.incident();
    const nulls = Object.fromEntries(clearable.split(' ').map((name) => [name, null]));
    assert.equal((await instance.patch(id, nulls)).status, 200);
    const refused = await instance.patch(id, {
      short_description: null,
      priority: null,
      state: null,
    });
    assert.equal(refused.status, 400);
    assert.deepEqual(faultsOf(refused), [
      '/priority not_nullable',
      '/short_description not_nullable',
      '/state not_nullable',
    ]);
  });

  test('an empty PATCH is refused with 400', async () => {
    const { id } = await instance.incident();
    const reply = await instance.patch(id, {});
    assert.equal(reply.status, 400);
    assert.deepEqual(faultsOf(reply), [' required']);
  });

  test('an incident can be sent back whole as it was read, with changes', async () => {
    const { id } = await instance.incident({ category: 'network' });
    const read = await instance.call('GET', `/incidents/${id}`);
    const { status, body, text } = await instance.patch(id, { ...read.body, category: 'software' });
    assert.equal(status, 200, text);
    assert.equal(body.category, 'software');
  });

  test('a read-only field with another value is reported together with all other faults', async () => {
    const { id } = await instance.incident();
    const reply = await instance.patch(id, {
      opened_by: 'eve@example.com',
      priority: 'P9',
      colour: 1,
      version: 1,
    });
    assert.equal(reply.status, 400);
    assert.deepEqual(faultsOf(reply), [
      '/colour unknown_field',
      '/opened_by read_only_field',
      '/priority not_allowed',
    ]);
    const priority = reply.body.errors.find(
      (fault: { pointer: string }) => fault.pointer === '/priority',
    );
    assert.deepEqual(priority.allowed, ['P1', 'P2', 'P3', 'P4']);
  });

  test('a PATCH without changes keeps the version and leaves no event and no audit entry', async () => {
    const { id, category } = await instance.incident({ category: 'network' });
    const { status, body } = await instance.patch(id, { category, state: 'new' });
    assert.equal(status, 200);
    assert.equal(body.version, 1);
    assert.equal((await instance.events(id)).length, 1);
    const entries = await instance.running.sql('select kind from entries where record_id = $1', [
      id,
    ]);
    assert.deepEqual(entries, [{ kind: 'incident.created' }]);
  });

  test('work_note in a PATCH becomes a team note of the caller, and the field is not returned', async () => {
    const { id } = await instance.incident();
    const { body } = await instance.patch(id, { work_note: 'Looked at it.' }, { as: 'agent' });
    assert.deepEqual([body.work_notes_count, body.version, 'work_note' in body], [1, 2, false]);
    const notes = await instance.call('GET', `/incidents/${id}/notes`);
    const [{ body: text, visibility, author }] = notes.body.data;
    assert.deepEqual([text, visibility, author], ['Looked at it.', 'team', addressOf('agent')]);
  });

  test('an external_id is unique among the undeleted incidents of its opener', async () => {
    const external_id = `monitor-7 ${instance.prefix}`;
    const { id } = await instance.incident({ external_id });
    const again = await instance.call('POST', '/incidents', {
      body: { short_description: 'a', external_id },
    });
    assert.equal(again.status, 409);
    assert.equal(again.body.code, 'external_id_taken');
    await instance.incident({ external_id }, { as: 'agent' });
    await instance.call('DELETE', `/incidents/${id}`);
    await instance.incident({ external_id });
    const restored = await instance.call('POST', `/incidents/${id}/restore`);
    assert.equal(restored.status, 409);
  });

  test('an update to a taken external_id is refused, with and without an idempotency key, and changes nothing', async () => {
    const external_id = `monitor-8 ${instance.prefix}`;
    await instance.incident({ external_id });
    const before = await instance.incident();
    for (const headers of [
      {},
      { 'Idempotency-Key': `taken ${instance.prefix}`.replaceAll(' ', '-') },
    ]) {
      const reply = await instance.call('PATCH', `/incidents/${before.id}`, {
        body: { external_id, category: 'network' },
        headers,
      });
      assert.deepEqual([reply.status, reply.body.code], [409, 'external_id_taken']);
    }
    const { body } = await instance.call('GET', `/incidents/${before.id}`);
    assert.deepEqual([body.version, body.category, body.external_id], [1, before.category, null]);
  });

  test('an update of any set of fields saves exactly those fields', async () => {
    const fields = {
      short_description: 'Other',
      description: 'Other',
      category: 'network',
      subcategory: 'vpn',
      impact: 'high',
      urgency: 'low',
      assignment_group: 'Network',
    };
    const names = Object.keys(fields) as (keyof typeof fields)[];
    let { body } = await instance.call('POST', '/incidents', { body: { short_description: 'x' } });
    // There are more sets of fields than have a statement of their own.
    for (let set = 1; set < 2 ** names.length; set += 3) {
      const some = names.filter((_, n) => set & (2 ** n));
      const patch = Object.fromEntries(
        some.map((name) => [
          name,
          body[name] === fields[name] && name !== 'short_description' ? null : fields[name],
        ]),
      );
      const expected = { ...body, ...patch };
      await instance.call('PATCH', `/incidents/${body.id}`, { body: patch });
      ({ body } = await instance.call('GET', `/incidents/${body.id}`));
      assert.deepEqual(
        names.map((name) => body[name]),
        names.map((name) => expected[name]),
        some.join(),
      );
    }
  });

  test('a deleted incident is visible only to roles that may see deleted ones, and can be restored', async () => {
    const { id } = await instance.incident();
    const deleted = await instance.call('DELETE', `/incidents/${id}`);
    assert.equal(deleted.status, 200);
    assert.deepEqual(Object.keys(deleted.body), ['id', 'deleted', 'deleted_at', 'deleted_by']);
    assert.equal(deleted.body.deleted_by, addressOf('itsm_manager'));
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/notes'],
    ] as const) {
      assert.equal(
        (await instance.call(method, `/incidents/${id}${path}`)).status,
        404,
        method + path,
      );
    }
    assert.equal((await instance.patch(id, { category: 'x' })).status, 404);
    for (const as of ['super_admin', 'itsm_manager', 'auditor'] as const) {
      const seen = await instance.call('GET', `/incidents/${id}?include_deleted=true`, { as });
      assert.deepEqual([seen.status, seen.body.deleted], [200, true]);
      assert.equal(seen.body.state, 'new', 'deletion does not change the state');
    }
    assert.equal(
      (await instance.call('GET', `/incidents/${id}?include_deleted=true`, { as: 'agent' })).status,
      403,
    );
    const restored = await instance.call('POST', `/incidents/${id}/restore`);
    assert.deepEqual([restored.status, 'deleted' in restored.body], [200, false]);
    assert.equal((await instance.call('GET', `/incidents/${id}`)).status, 200);
    const again = await instance.call('POST', `/incidents/${id}/restore`);
    assert.equal(
      again.body.version,
      restored.body.version,
      'restoring what is there changes nothing',
    );
    const emitted = (await instance.events(id))
      .slice(1)
      .map((event) => [event.type, event.data.changes]);
    assert.deepEqual(emitted, [
      ['incident.updated', { deleted: { from: false, to: true } }],
      ['incident.deleted', { deleted: { from: false, to: true } }],
      ['incident.updated', { deleted: { from: true, to: false } }],
    ]);
  });

  test('an unknown or malformed incident id is 404', async () => {
    for (const id of ['INC9999999', 'INC1', 'inc0000001', '%20']) {
      const { status, body } = await instance.call('GET', `/incidents/${id}`);
      assert.deepEqual([status, body.code], [404, 'not_found'], id);
    }
  });
});
