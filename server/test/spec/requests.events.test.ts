import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contractEvents } from '../support/contract-events.ts';
import { addressOf, faultsOf, type Json } from '../support/harness.ts';
import { requestsOf } from './requests.setup.ts';

const requester = addressOf('requester');
const manager = addressOf('itsm_manager');

describe('Events of service requests', () => {
  const requests = requestsOf();

  test('a service request emits only submitted and approved of the contract, with their data', async () => {
    const { id } = await requests.create({ item: 'Laptop', requested_for: 'cleo@example.com' });
    await requests.patch(id, { assignment_group: 'Workplace' });
    await requests.call('POST', `/${id}/notes`, { body: { body: 'On it.' } });
    await requests.act(id, 'approve', { body: { comment: 'Fine.' } });
    await requests.call('POST', `/${id}/notes`, { body: { body: 'Ordered.' } });
    await requests.act(id, 'fulfil');
    const { body } = await requests.running.call(
      'GET',
      `/events?record=${id}&type=${contractEvents.join()}`,
    );
    const common = {
      id,
      short_description: 'A laptop',
      priority: 'P3',
      item: 'Laptop',
      requested_by: requester,
      requested_for: 'cleo@example.com',
      assigned_to: null,
      url: `https://desk.example.com/prod/api/v1/requests/${id}`,
      html_url: `https://desk.example.com/console/requests/${id}`,
    };
    const decided_at = (await requests.get(id)).body.decided_at;
    assert.deepEqual(
      body.data.map(({ event, record, sequence, data }: Json) => ({
        event,
        record,
        sequence,
        data,
      })),
      [
        {
          event: 'request.submitted',
          record: { type: 'request', id },
          sequence: 1,
          data: {
            ...common,
            state: 'submitted',
            assignment_group: null,
            actor: requester,
            sequence: 1,
          },
        },
        {
          event: 'request.approved',
          record: { type: 'request', id },
          sequence: 5,
          data: {
            ...common,
            state: 'approved',
            assignment_group: 'Workplace',
            actor: manager,
            sequence: 5,
            changes: {
              state: { from: 'submitted', to: 'approved' },
              decided_by: { from: null, to: manager },
              decided_at: { from: null, to: decided_at },
              decision_comment: { from: null, to: 'Fine.' },
            },
          },
        },
      ],
    );
  });

  test('rejecting or cancelling a service request emits no event of the contract', async () => {
    for (const state of ['rejected', 'cancelled']) {
      const { id } = await requests.inState(state);
      const types = (await requests.events(id)).map(({ type }) => type);
      assert.deepEqual(types, ['request.submitted'], state);
    }
  });

  test('a webhook can subscribe to both event types and filter only by their data', async () => {
    const create = (field: string) =>
      requests.running.call('POST', '/webhooks/outbound', {
        body: {
          name: 'Requests',
          url: 'https://192.0.2.1/requests',
          events: ['request.submitted', 'request.approved'],
          filters: [{ field, operator: 'eq', value: requester }],
        },
      });
    assert.deepEqual(faultsOf(await create('requested_by')), ['/url refused_address']);
    assert.deepEqual(faultsOf(await create('colour')), [
      '/filters/0/field not_allowed',
      '/url refused_address',
    ]);
  });

  test('the timeline of a service request has each update with its actor and the notes, newest first', async () => {
    const { id } = await requests.create();
    await requests.call('POST', `/${id}/notes`, { as: 'agent', body: { body: 'On it.' } });
    await requests.act(id, 'approve', { body: { comment: 'Fine.' } });
    const { body } = await requests.call('GET', `/${id}/timeline`);
    assert.deepEqual(
      body.data.map(({ kind, actor, note, changes }: Json) => [
        kind,
        actor,
        note?.body,
        changes?.state,
      ]),
      [
        ['request.updated', manager, undefined, { from: 'submitted', to: 'approved' }],
        ['request.updated', addressOf('agent'), 'On it.', undefined],
        ['request.created', requester, undefined, { from: null, to: 'submitted' }],
      ],
    );
  });

  test('a note has the id of its service request and increments its version', async () => {
    const { id } = await requests.create();
    const { status, body } = await requests.call('POST', `/${id}/notes`, { body: { body: 'a' } });
    assert.deepEqual([status, body.service_request_id, body.visibility], [201, id, 'team']);
    const { body: read } = await requests.get(id);
    assert.deepEqual([read.version, read.work_notes_count], [2, 1]);
    const team = await requests.call('POST', `/${id}/notes`, {
      as: 'requester',
      body: { body: 'x', visibility: 'team' },
    });
    assert.equal(team.status, 403);
  });
});

describe('Notifications of service requests', () => {
  const requests = requestsOf();
  const approver = 'approver@example.com';

  before(async () => {
    const users = [
      [approver, ['itsm_manager'], true],
      ['admin@example.com', ['super_admin', 'agent'], true],
      ['agent.only@example.com', ['agent'], true],
      ['gone@example.com', ['itsm_manager'], false],
    ];
    for (const [email, roles, active] of users)
      await requests.running.call('POST', '/users', {
        as: 'super_admin',
        body: { email, name: String(email), roles, active },
      });
  });

  const recipientsOf = async (id: string) =>
    (
      await requests.running.sql(
        'select type, recipient from notifications where subject = $1 order by type desc, recipient',
        [id],
      )
    ).map(({ type, recipient }) => `${type} ${recipient}`);

  test('a submission notifies the active users who may decide, except its requester', async () => {
    const { id } = await requests.create();
    assert.deepEqual(await recipientsOf(id), [
      'approval.requested admin@example.com',
      `approval.requested ${approver}`,
    ]);
    for (const email of [approver, 'Approver@Example.com']) {
      const own = await requests.create({}, { as: 'itsm_manager', email });
      assert.deepEqual(await recipientsOf(own.id), ['approval.requested admin@example.com'], email);
    }
    const forApprover = await requests.create({ requested_for: approver });
    assert.deepEqual(await recipientsOf(forApprover.id), ['approval.requested admin@example.com']);
    const { body } = await requests.running.call('GET', '/notifications', {
      as: 'itsm_manager',
      email: approver,
    });
    const [{ id: _, created_at, read_at, ...notice }] = body.data;
    assert.ok(created_at && read_at === null);
    assert.deepEqual(notice, {
      type: 'approval.requested',
      service_request_id: id,
      short_description: 'A laptop',
      priority: 'P3',
      state: 'submitted',
      url: `https://desk.example.com/prod/api/v1/requests/${id}`,
      html_url: `https://desk.example.com/console/requests/${id}`,
    });
  });

  test('the requester is notified of decision and fulfilment, but not of a cancellation or their own actions', async () => {
    const decided = `request.decided ${requester}`;
    const ofRequester = async (id: string) =>
      (await recipientsOf(id)).filter((line) => line.startsWith('request.decided'));
    for (const [state, count] of [
      ['rejected', 1],
      ['approved', 1],
      ['fulfilled', 2],
      ['cancelled', 0],
    ] as const) {
      const { id } = await requests.inState(state);
      assert.deepEqual(await ofRequester(id), Array<string>(count).fill(decided), state);
    }
    const own = await requests.inState('approved', { as: 'agent' });
    await requests.act(own.id, 'fulfil', { as: 'agent' });
    assert.deepEqual(await ofRequester(own.id), [`request.decided ${addressOf('agent')}`]);
  });
});
