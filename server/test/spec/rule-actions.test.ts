import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOf, type Instance, type Json, startInstance } from '../support/harness.ts';

describe('Actions of rules', () => {
  let instance: Instance;
  let now = new Date('2026-11-16T09:00:00.000Z');
  before(async () => {
    instance = await startInstance({ now: () => now, worker: true });
    for (const name of ['ada', 'ben', 'cyd', 'dan'])
      await ok(
        'POST',
        '/users',
        { email: `${name}@example.com`, name, roles: ['agent'] },
        'super_admin',
      );
    const members = ['ada', 'ben', 'cyd'].map((name) => `${name}@example.com`);
    await ok(
      'POST',
      '/groups',
      { name: 'Network', email: 'network@example.com', members },
      'super_admin',
    );
  });
  after(() => instance.stop());

  const request = (method: string, path: string, body?: Json, as = 'itsm_manager') =>
    instance.call(method, path, { as, ...(body && { body }) } as never);
  const ok = async (method: string, path: string, body?: Json, as?: string): Promise<Json> => {
    const reply = await request(method, path, body, as);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const rule = (actions: Json[], fields: Json = {}) =>
    ok('POST', '/rules', {
      name: 'Routing',
      record_type: 'incident',
      on: 'created',
      actions,
      ...fields,
    });
  const report = (fields: Json = {}, as = 'agent') =>
    ok('POST', '/incidents', { short_description: 'Printer is out of toner', ...fields }, as);
  const runOf = async (id: string, path = '/incidents'): Promise<Json> => {
    const { data } = await ok('GET', `${path}/${id}/timeline`, undefined, 'agent');
    return data.find(({ cause }: Json) => cause?.kind === 'rule');
  };
  const user = async (name: string): Promise<Json> => {
    const { data } = await ok('GET', '/users?limit=200', undefined, 'super_admin');
    return data.find(({ email }: Json) => email === `${name}@example.com`);
  };
  const update = async (name: string, fields: Json) =>
    ok('PATCH', `/users/${(await user(name)).id}`, fields, 'super_admin');

  beforeEach(async () => {
    now = new Date(now.getTime() + 3_600_000);
    for (const { id } of (await ok('GET', '/rules?limit=200')).data)
      await ok('DELETE', `/rules/${id}`);
  });

  const nameOf = (address: string): string => address.split('@')[0] ?? '';
  const assignees = async (count: number): Promise<string[]> => {
    const names: string[] = [];
    for (let n = 0; n < count; n += 1) names.push(nameOf((await report()).assigned_to));
    return names;
  };

  test('round robin assigns each member in turn, and passes over those who are away or full', async () => {
    await rule([{ assign: { to: 'round_robin', group: 'Network' } }]);
    const six = await assignees(6);
    assert.deepEqual(six.toSorted(), ['ada', 'ada', 'ben', 'ben', 'cyd', 'cyd']);
    assert.deepEqual(six.slice(0, 3), six.slice(3));
    await update('ben', { away_until: '2026-12-24T00:00:00.000Z' });
    assert.deepEqual(new Set(await assignees(4)), new Set(['ada', 'cyd']));
    await update('ada', { capacity: 3 });
    assert.deepEqual(new Set(await assignees(3)), new Set(['cyd']));
    await update('cyd', { active: false });
    const incident = await report();
    assert.deepEqual([incident.assigned_to, incident.assignment_group], [null, 'Network']);
    const { cause, changes } = await runOf(incident.id);
    assert.deepEqual(changes.assignment_group, { from: null, to: 'Network' });
    assert.equal(cause.skipped[0].code, 'nobody_available');
    await update('ben', { away_until: null });
    await update('ada', { capacity: null });
    await update('cyd', { active: true });
  });

  test('the member with the fewest open records is assigned', async () => {
    for (const name of ['ada', 'ben']) await report({ assigned_to: `${name}@example.com` });
    await instance.sql(
      `update incidents set assigned_to = null where assigned_to = 'cyd@example.com'`,
    );
    await rule([{ assign: { to: 'least_open', group: 'Network' } }]);
    assert.equal(nameOf((await report()).assigned_to), 'cyd');
  });

  test('a failed write takes no turn', async () => {
    await rule([{ assign: { to: 'round_robin', group: 'Network' } }]);
    const [first] = await assignees(1);
    const reply = await request(
      'POST',
      '/incidents',
      { short_description: 'x', priority: 'P9' },
      'agent',
    );
    assert.equal(reply.status, 400);
    const bulk = await ok(
      'POST',
      '/incidents/bulk',
      { operation: 'create', dry_run: true, records: [{ short_description: 'Dry' }] },
      'agent',
    );
    assert.ok(bulk.job_id ?? bulk.id);
    assert.notEqual((await assignees(1))[0], first);
  });

  test('people are notified and mailed, and watch the record', async () => {
    await rule([
      {
        notify: {
          users: ['dan@example.com'],
          groups: ['Network'],
          text: 'Look at {{ short_description }}.',
        },
      },
      {
        mail: {
          to: ['requester', 'dan@example.com'],
          template: { subject: 'About {{ id }}', text: 'We got it.' },
        },
      },
      { add_watcher: { users: ['dan@example.com', 'nobody@example.com'] } },
    ]);
    const { id } = await report({ requester: addressOf('requester') });
    const { cause, changes } = await runOf(id);
    assert.deepEqual(
      cause.sent.map(({ action, recipients }: Json) => [action, recipients.length]),
      [
        ['notify', 4],
        ['mail', 2],
      ],
    );
    assert.deepEqual(changes.watchers, { from: [], to: ['dan@example.com'] });
    assert.equal(cause.skipped[0].code, 'not_readable');
    const mails = await instance.sql(
      `select recipients[1] as recipient, letter as content from mails where record_id = '${id}' order by 1`,
    );
    assert.deepEqual(
      mails.map(({ recipient, content: { subject, onlyReaders } }) => [
        recipient,
        subject,
        onlyReaders !== undefined,
      ]),
      [
        ['dan@example.com', `About ${id}`, true],
        [addressOf('requester'), `About ${id}`, false],
      ],
      'only the requester takes part in the record',
    );
    const notices = await instance.sql(
      `select data from notifications where subject = '${id}' and type = 'rule.message'`,
    );
    assert.equal(notices.length, 4);
    assert.equal(notices[0]?.data.text, 'Look at Printer is out of toner.');
  });

  test('people for whom a record has no room are named', async () => {
    const { id } = await report();
    const full = Array.from({ length: 100 }, (_, n) => ({
      email: `cc${n}@example.com`,
      kind: 'cc',
    }));
    await ok('PUT', `/incidents/${id}/participants`, { participants: full }, 'agent');
    await rule([{ add_watcher: { users: ['dan@example.com'] } }], { on: 'updated' });
    await ok('PATCH', `/incidents/${id}`, { urgency: 'low' }, 'agent');
    const { cause, changes } = await runOf(id);
    assert.deepEqual(
      [cause.skipped.map(({ code }: Json) => code), changes],
      [['too_many_participants'], {}],
    );
  });

  test('people whom a rule assigns are mailed whatever the caller has mailed', async () => {
    await rule([{ assign: { to: 'person', person: 'dan@example.com' } }]);
    const { id } = await report();
    const chosen = await report({ assigned_to: 'dan@example.com' });
    const callers = await instance.sql(
      `select caller is null as free from mails where record_id = any($1) and type = 'incident.assigned' order by record_id`,
      [[id, chosen.id]],
    );
    assert.deepEqual(callers, [{ free: true }, { free: false }]);
  });

  test('a public note of a rule reaches the requester, and is no response', async () => {
    await rule([{ add_note: { visibility: 'public', text: 'Thank you. We look at it today.' } }]);
    const { id } = await report({ requester: 'dan@example.com' });
    const mails = await instance.sql(
      `select type, recipients[1] as recipient from mails where record_id = '${id}'`,
    );
    assert.deepEqual(mails, [{ type: 'incident.answered', recipient: 'dan@example.com' }]);
    const [note] = await instance.sql(
      `select is_response from work_notes where record_id = '${id}'`,
    );
    assert.equal(note.is_response, false);
  });

  test('changes and service requests run rules, too', async () => {
    await rule(
      [{ set: { priority: 'P2' } }, { assign: { to: 'person', person: 'dan@example.com' } }],
      { record_type: 'request' },
    );
    await rule([{ set: { risk: 'low' } }, { add_note: { visibility: 'team', text: 'Low.' } }], {
      record_type: 'change',
    });
    const wanted = await ok('POST', '/requests', { short_description: 'A laptop' }, 'requester');
    assert.deepEqual(
      [wanted.priority, wanted.assigned_to, wanted.version],
      ['P2', 'dan@example.com', 1],
    );
    const change = await ok(
      'POST',
      '/changes',
      { short_description: 'New switch', type: 'normal', risk: 'high' },
      'agent',
    );
    assert.deepEqual([change.risk, change.work_notes_count], ['low', 1]);
    assert.ok(await runOf(change.id, '/changes'));
  });

  test('a rule never withdraws approvals', async () => {
    const change = await ok(
      'POST',
      '/changes',
      { short_description: 'New switch', type: 'normal', risk: 'high' },
      'agent',
    );
    await rule([{ set: { risk: 'low' } }], { record_type: 'change', on: 'updated' });
    const updated = await ok(
      'PATCH',
      `/changes/${change.id}`,
      { description: 'In the cellar.' },
      'agent',
    );
    assert.equal(updated.risk, 'high');
    assert.match((await runOf(change.id, '/changes')).cause.skipped[0].message, /under review/);
  });

  test('definitions name what is wrong with them', async () => {
    const reply = await request('POST', '/rules', {
      name: 'Wrong',
      record_type: 'incident',
      on: 'created',
      when: { all: [{ field: 'state', operator: 'changed_to', value: 'new' }] },
      actions: [
        { set: { priorty: 'P1' } },
        { set: { priority: 'P9' } },
        { assign: { to: 'group', group: 'Netwrok' } },
        { add_note: { visibility: 'team', text: 'Look at {{ category' } },
        { mail: { to: ['requestor'], template: { subject: 'a', text: 'b' } } },
        { apply_macro: { macro_id: `mac_${'0'.repeat(32)}` } },
        { notify: {} },
      ],
    });
    assert.equal(reply.status, 400, reply.text);
    assert.deepEqual(
      reply.body.errors.map(({ pointer }: Json) => pointer),
      [
        '/when/all/0/operator',
        '/actions/0/set/priorty',
        '/actions/1/set/priority',
        '/actions/2/assign/group',
        '/actions/3/add_note/text',
        '/actions/4/mail/to/0',
        '/actions/5/apply_macro/macro_id',
        '/actions/6/notify',
      ],
    );
    assert.equal(reply.body.errors[1].nearest, 'priority');
  });
});
