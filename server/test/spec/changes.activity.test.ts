import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import { changeTests } from './changes.setup.ts';

describe('Work notes of changes', () => {
  const changes = changeTests();
  const note = (id: string, body: Json, as: 'agent' | 'itsm_manager' = 'agent') =>
    changes.call('POST', `/${id}/notes`, body, { as });

  test('a note on a change increments the version and emits no event of the contract; its file can be downloaded', async () => {
    const { id } = await changes.create();
    const { status, body } = await note(id, {
      body: 'Window agreed.',
      attachments: [{ filename: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8K' }],
    });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.change_id, body.visibility, body.author, body.attachments[0].size],
      [id, 'team', 'agent@example.com', 6],
    );
    const { work_notes_count, version } = await changes.get(id);
    assert.deepEqual([work_notes_count, version], [1, 2]);
    assert.deepEqual(await changes.events(id), ['change.submitted']);
    const file = await changes.call('GET', body.attachments[0].url.split('/changes')[1]);
    assert.deepEqual([file.status, file.text], [200, 'hello\n']);
  });

  test('only its author and managers read and count a private note on a change', async () => {
    const { id } = await changes.create();
    await note(id, { body: 'Secret.', visibility: 'private' }, 'itsm_manager');
    await note(id, { body: 'Open.' });
    const bodiesAs = async (as: 'agent' | 'itsm_manager' | 'auditor') => {
      const { body } = await changes.call('GET', `/${id}/notes`, undefined, { as });
      const record = await changes.call('GET', `/${id}`, undefined, { as });
      assert.equal(record.body.work_notes_count, body.total);
      return body.data.map((one: Json) => one.body);
    };
    assert.deepEqual(await bodiesAs('itsm_manager'), ['Secret.', 'Open.']);
    assert.deepEqual(await bodiesAs('agent'), ['Open.']);
    assert.deepEqual(await bodiesAs('auditor'), ['Open.']);
  });
});

describe('Activity of changes', () => {
  const changes = changeTests();
  const user = async (name: string, role: string, active = true) => {
    const { status, text } = await changes.instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email: `${name}@example.com`, name, roles: [role], active },
    });
    assert.equal(status, 201, text);
  };
  const noticesOf = async (name: string, id: string) => {
    const { body } = await changes.instance.call('GET', '/notifications', {
      as: 'agent',
      email: `${name}@example.com`,
    });
    return body.data.filter(({ change_id }: Json) => change_id === id);
  };
  const typesOf = async (name: string, id: string) =>
    (await noticesOf(name, id)).map(({ type }: Json) => type);

  test('the timeline of a change shows its creation, edits, decisions with comments, and notes', async () => {
    const { id } = await changes.create();
    await changes.call('POST', `/${id}/notes`, { body: 'Please review.' });
    await changes.act(id, 'approve', 'cab', { comment: 'Fine.' });
    await changes.patch(id, { risk: 'low' });
    const { body } = await changes.call('GET', `/${id}/timeline`);
    const entries = body.data.filter(({ kind }: Json) => kind.startsWith('change.'));
    assert.deepEqual(
      entries.map(({ kind, actor }: Json) => [kind, actor]),
      [
        ['change.updated', 'agent@example.com'],
        ['change.updated', 'cab@example.com'],
        ['change.updated', 'agent@example.com'],
        ['change.created', 'agent@example.com'],
      ],
    );
    const [withdrawn, approved, noted] = entries;
    assert.deepEqual(withdrawn.changes.risk, { from: 'medium', to: 'low' });
    assert.deepEqual(withdrawn.changes.state, { from: 'approved', to: 'submitted' });
    assert.deepEqual(withdrawn.changes.approvals.to, []);
    assert.equal(withdrawn.changes.approvals.from[0].comment, 'Fine.');
    assert.equal(approved.changes.approvals.to[0].approver, 'cab@example.com');
    assert.equal(noted.note.body, 'Please review.');
    const audit = await changes.instance.call('GET', `/audit?record=${id}`);
    assert.equal(audit.body.data.length, 4);
  });

  test('a submission notifies the users who may decide, and the decision notifies the requester', async () => {
    await user('maria', 'itsm_manager');
    await user('root', 'super_admin');
    await user('gone', 'itsm_manager', false);
    await user('anton', 'agent');
    const mine = { as: 'itsm_manager', email: 'maria@example.com' } as const;
    const { id } = await changes.create({ priority: 'P2' }, mine);
    assert.deepEqual(await typesOf('root', id), ['approval.requested']);
    const [{ short_description, state, priority, url }] = await noticesOf('root', id);
    assert.deepEqual(
      [short_description, state, priority, url],
      [
        'Upgrade the database',
        'submitted',
        'P2',
        `https://desk.example.com/prod/api/v1/changes/${id}`,
      ],
    );
    for (const name of ['maria', 'gone', 'anton'])
      assert.deepEqual(await typesOf(name, id), [], name);
    await changes.act(id, 'reject', 'root');
    assert.deepEqual(await typesOf('maria', id), ['change.decided']);
    assert.equal((await noticesOf('maria', id))[0].state, 'rejected');
    await changes.patch(id, { state: 'draft' });
    await changes.call('POST', `/${id}/submit`);
    await changes.act(id, 'approve', 'root');
    await changes.patch(id, { risk: 'low' });
    assert.equal((await typesOf('root', id)).length, 3, 'submitted, again, and after the edit');
    assert.equal((await typesOf('maria', id)).length, 2);
  });

  test('a draft and a standard change notify nobody', async () => {
    await changes.set({ change_templates: [{ name: 'Restart', defaults: {} }] });
    await user('vera', 'itsm_manager');
    for (const fields of [{ state: 'draft' }, { template: 'Restart' }]) {
      const { id } = await changes.create(fields);
      assert.deepEqual(await typesOf('vera', id), []);
    }
  });

  test('a webhook can filter by the data of change events', async () => {
    const webhook = {
      name: 'Changes',
      url: 'https://hooks.example.com/changes',
      events: ['change.approved'],
      filters: [{ field: 'change.type', operator: 'eq', value: 'emergency' }],
    };
    const create = (filters: Json[]) =>
      changes.instance.call('POST', '/webhooks/outbound', { body: { ...webhook, filters } });
    const refused = await create([{ field: 'change.colour', operator: 'eq', value: 'x' }]);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.errors[0].pointer, '/filters/0/field');
  });
});

describe('Mails about changes', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
    await allowMailTo(instance, 'example.com');
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  test('the requester gets a mail about the decision, and the timeline shows it', async () => {
    const { body } = await instance.call('POST', '/changes', {
      as: 'agent',
      body: { short_description: 'Upgrade the database', priority: 'P2' },
    });
    await instance.call('POST', `/changes/${body.id}/approve`, { email: 'cab@example.com' });
    const { mail } = await until('the mail', () => mailbox.delivered[0]);
    assert.equal(mail.subject, `[P2] ${body.id} was approved: Upgrade the database`);
    const entry = await until('its entry', async () => {
      const timeline = await instance.call('GET', `/changes/${body.id}/timeline`);
      return timeline.body.data.find(({ kind }: Json) => kind === 'notification.mailed');
    });
    assert.deepEqual(entry.notification, {
      type: 'change.decided',
      recipients: ['agent@example.com'],
    });
  });
});
