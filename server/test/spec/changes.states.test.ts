import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faultsOf, type Json, type Reply } from '../support/harness.ts';
import { changeTests } from './changes.setup.ts';

const states = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'scheduled',
  'implementing',
  'review',
  'closed',
  'cancelled',
];

/** Both tables are typed from the decision, not from the code: moves by PATCH here, those by an action below. */
const byPatch: Record<string, string[]> = {
  draft: ['cancelled'],
  submitted: ['cancelled'],
  approved: ['scheduled', 'cancelled'],
  rejected: ['draft', 'cancelled'],
  scheduled: ['implementing', 'cancelled'],
  implementing: ['review', 'cancelled'],
  review: ['closed', 'cancelled'],
  closed: [],
  cancelled: [],
};
const byAction: Record<string, Record<string, string>> = {
  draft: { submit: 'submitted' },
  submitted: { approve: 'approved', reject: 'rejected' },
};
const actions: Record<string, string> = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
};

const conflict = ({ status, body }: Reply) => [
  status,
  body.code,
  body.current_state,
  body.requested_state,
];

describe('The state table of changes', () => {
  const changes = changeTests();

  for (const from of states) {
    const allowed = byPatch[from] ?? [];

    test(`PATCH moves a change from ${from} to ${allowed.join(', ') || 'no other state'} only`, async () => {
      const before = await changes.inState(from);
      const events = await changes.events(before.id);
      assert.deepEqual(before.allowed_transitions, allowed);
      for (const to of states.filter((state) => state !== from && !allowed.includes(state))) {
        const refused = await changes.patch(before.id, {
          state: to,
          description: 'must not stick',
        });
        assert.deepEqual(conflict(refused), [409, 'invalid_transition', from, to]);
        assert.deepEqual(refused.body.allowed_transitions, allowed);
      }
      const same = await changes.patch(before.id, { state: from });
      assert.deepEqual([same.status, same.body], [200, before], 'keeping the state is no update');
      assert.deepEqual(await changes.events(before.id), events);
      for (const to of allowed) {
        const { id } = await changes.inState(from);
        const moved = await changes.patch(id, { state: to });
        assert.deepEqual([moved.status, moved.body.state], [200, to]);
        assert.deepEqual(await changes.events(id), events, 'a move by PATCH emits no event');
      }
    });

    test(`a change in state ${from} accepts exactly the actions of the table`, async () => {
      for (const [action, to] of Object.entries(actions)) {
        const { id, version } = await changes.inState(from);
        const reply = await changes.act(id, action, 'other');
        const goal = byAction[from]?.[action];
        if (goal) assert.deepEqual([reply.status, reply.body.state], [200, goal]);
        else {
          assert.deepEqual(conflict(reply), [409, 'invalid_transition', from, to]);
          const row = [...allowed, ...Object.values(byAction[from] ?? {})];
          assert.deepEqual(new Set(reply.body.allowed_transitions), new Set(row));
          assert.equal((await changes.get(id)).version, version);
        }
      }
    });
  }

  test('a rejected change that returns to draft keeps the reason until it is submitted again', async () => {
    const { id } = await changes.inState('submitted');
    const rejected = await changes.act(id, 'reject', 'cab', { comment: 'No backout plan.' });
    assert.deepEqual([rejected.body.state, rejected.body.approvals.length], ['rejected', 1]);
    const { approver, decision, comment } = rejected.body.approvals[0];
    assert.deepEqual(
      [approver, decision, comment],
      ['cab@example.com', 'rejected', 'No backout plan.'],
    );
    const draft = await changes.patch(id, { state: 'draft', backout_plan: 'Restore the dump.' });
    assert.equal(draft.body.approvals.length, 1);
    const again = await changes.call('POST', `/${id}/submit`);
    assert.deepEqual([again.body.state, again.body.approvals], ['submitted', []]);
    assert.deepEqual(await changes.events(id), [
      'change.submitted',
      'change.rejected',
      'change.submitted',
    ]);
  });
});

describe('Approvals of changes', () => {
  const changes = changeTests();

  test('nobody may decide their own change, whatever their role and the case of their address', async () => {
    const as = 'itsm_manager';
    const mine = await changes.create({}, { as, email: 'boss@example.com' });
    for (const action of ['approve', 'reject']) {
      for (const name of ['boss', 'Boss']) {
        const { status, body } = await changes.act(mine.id, action, name);
        assert.deepEqual([status, body.code], [403, 'self_approval']);
      }
    }
    assert.deepEqual((await changes.get(mine.id)).approvals, []);
    assert.equal((await changes.act(mine.id, 'approve', 'peer')).body.state, 'approved');
  });

  test('one approval is enough by default, and its event names who approved', async () => {
    const { id } = await changes.create();
    const { body } = await changes.act(id, 'approve', 'ada', { comment: 'Fine.' });
    assert.equal(body.state, 'approved');
    assert.equal(body.version, 2);
    const events = await changes.instance.call('GET', `/events?record=${id}&type=change.approved`);
    const [approved] = events.body.data;
    assert.deepEqual(approved.data, {
      id,
      short_description: 'Upgrade the database',
      state: 'approved',
      type: 'normal',
      risk: 'medium',
      actor: 'ada@example.com',
      url: `https://desk.example.com/prod/api/v1/changes/${id}`,
      html_url: `https://desk.example.com/console/changes/${id}`,
      sequence: 3,
      changes: { state: { from: 'submitted', to: 'approved' } },
    });
  });

  test('two required approvals must come from two people', async () => {
    await changes.set({ change_required_approvals: { low: 1, medium: 1, high: 2 } });
    const { id } = await changes.create({ risk: 'high' });
    const first = await changes.act(id, 'approve', 'ada');
    assert.deepEqual([first.body.state, first.body.version], ['submitted', 2]);
    const twice = await changes.act(id, 'approve', 'ada', { comment: 'Again.' });
    assert.deepEqual([twice.status, twice.body], [200, first.body], 'a repetition has no effect');
    const second = await changes.act(id, 'approve', 'ben');
    assert.equal(second.body.state, 'approved');
    assert.deepEqual(
      second.body.approvals.map(({ approver }: Json) => approver),
      ['ada@example.com', 'ben@example.com'],
    );
    const repeated = await changes.act(id, 'approve', 'ben');
    assert.deepEqual([repeated.status, repeated.body.version], [200, second.body.version]);
    assert.equal((await changes.act(id, 'approve', 'cleo')).status, 409, 'it is decided');
    assert.deepEqual(await changes.events(id), ['change.submitted', 'change.approved']);
    const emergency = await changes.create({ risk: 'high', type: 'emergency' });
    assert.equal((await changes.act(emergency.id, 'approve', 'ada')).body.state, 'approved');
  });

  test('one rejection is final, also after an approval by the same person', async () => {
    await changes.set({ change_required_approvals: { low: 1, medium: 1, high: 3 } });
    const { id } = await changes.create({ risk: 'high' });
    await changes.act(id, 'approve', 'ada');
    await changes.act(id, 'approve', 'ben');
    const { body } = await changes.act(id, 'reject', 'ada', { comment: null });
    assert.equal(body.state, 'rejected');
    assert.deepEqual(
      body.approvals.map(({ approver, decision }: Json) => [approver, decision]),
      [
        ['ben@example.com', 'approved'],
        ['ada@example.com', 'rejected'],
      ],
    );
  });

  test('50 concurrent approvals count only up to the required number, and each person once', async () => {
    await changes.set({ change_required_approvals: { low: 1, medium: 1, high: 5 } });
    const { id } = await changes.create({ risk: 'high' });
    const people = Array.from({ length: 10 }, (_, n) => `approver${n}`);
    await Promise.all(
      people.map((name) => changes.instance.tokenFor('itsm_manager', `${name}@example.com`)),
    );
    /** There are more requests than connections, so one that waits too long may get 503. */
    const approve = async (name: string): Promise<Reply> => {
      const reply = await changes.act(id, 'approve', name);
      return reply.status === 503 ? approve(name) : reply;
    };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => approve(people[n % people.length] ?? '')),
    );
    for (const { status } of replies) assert.ok(status === 200 || status === 409, `${status}`);
    const { state, approvals, version } = await changes.get(id);
    assert.deepEqual([state, approvals.length, version], ['approved', 5, 6]);
    assert.equal(new Set(approvals.map(({ approver }: Json) => approver)).size, 5);
    assert.deepEqual(await changes.events(id), ['change.submitted', 'change.approved']);
  });

  test('a decision with the If-Match of an older version is refused', async () => {
    const { id } = await changes.create();
    await changes.patch(id, { description: 'New.' });
    const stale = await changes.call('POST', `/${id}/approve`, undefined, {
      as: 'itsm_manager',
      headers: { 'if-match': '"1"' },
    });
    assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch']);
  });
});

describe('Edits of reviewed fields', () => {
  const changes = changeTests();
  const window = {
    planned_start_at: '2027-01-10T20:00:00.000Z',
    planned_end_at: '2027-01-10T22:00:00.000Z',
  };
  const edits: Json[] = [
    { risk: 'low' },
    { type: 'emergency' },
    { ci_ids: ['CI1', 'CI3'] },
    { planned_start_at: '2027-01-10T21:00:00Z' },
    { planned_end_at: null },
  ];
  const fields = { ...window, ci_ids: ['CI1', 'CI2'] };

  for (const state of ['submitted', 'approved', 'scheduled']) {
    test(`an edit of a reviewed field in state ${state} withdraws the approvals and submits the change again`, async () => {
      await changes.set({ change_required_approvals: { low: 1, medium: 1, high: 2 } });
      for (const edit of edits) {
        const { id } = await changes.create({ ...fields, risk: 'high' });
        await changes.act(id, 'approve', 'ada');
        if (state !== 'submitted') await changes.act(id, 'approve', 'ben');
        if (state === 'scheduled') await changes.patch(id, { state });
        const events = await changes.events(id);
        const { status, body, text } = await changes.patch(id, edit);
        assert.equal(status, 200, text);
        assert.deepEqual([body.state, body.approvals], ['submitted', []]);
        assert.deepEqual(await changes.events(id), [...events, 'change.submitted']);
      }
    });
  }

  test('edits of other fields, and equal values in another format, withdraw no approval', async () => {
    const { id, version } = await changes.inState('approved', fields);
    const same = await changes.patch(id, {
      risk: 'medium',
      type: 'normal',
      planned_start_at: '2027-01-10T21:00:00+01:00',
    });
    assert.deepEqual([same.body.version, same.body.state], [version, 'approved']);
    const edited = await changes.patch(id, { ci_ids: ['CI2', 'CI1'], test_plan: 'Log in.' });
    assert.deepEqual([edited.body.state, edited.body.approvals.length], ['approved', 1]);
    assert.deepEqual(await changes.events(id), ['change.submitted', 'change.approved']);
  });

  test('reviewed fields are read-only from implementing on, and other fields are not', async () => {
    for (const state of ['implementing', 'review', 'closed']) {
      const { id } = await changes.inState(state, fields);
      const refused = await changes.patch(id, {
        risk: 'low',
        type: 'emergency',
        ci_ids: [],
        planned_start_at: null,
        planned_end_at: null,
      });
      assert.equal(refused.status, 400);
      assert.deepEqual(faultsOf(refused), [
        '/ci_ids read_only_field',
        '/planned_end_at read_only_field',
        '/planned_start_at read_only_field',
        '/risk read_only_field',
        '/type read_only_field',
      ]);
      const edited = await changes.patch(id, { ...fields, assigned_to: 'ada@example.com' });
      assert.deepEqual([edited.status, edited.body.state], [200, state]);
    }
  });

  test('an edit that withdraws the approvals cannot move the change on at the same time', async () => {
    const { id } = await changes.inState('approved', fields);
    const refused = await changes.patch(id, { state: 'scheduled', risk: 'low' });
    assert.deepEqual(conflict(refused), [409, 'invalid_transition', 'approved', 'scheduled']);
    assert.deepEqual(refused.body.allowed_transitions, ['cancelled']);
    const cancelled = await changes.patch(id, { state: 'cancelled', risk: 'low' });
    assert.deepEqual([cancelled.status, cancelled.body.state], [200, 'cancelled']);
    assert.deepEqual(await changes.events(id), ['change.submitted', 'change.approved']);
  });
});

describe('Standard changes', () => {
  const changes = changeTests();
  const change_templates = [
    { name: 'Restart', defaults: { risk: 'low', priority: 'P4', implementation_plan: 'Restart.' } },
    { name: 'Patch CI7', defaults: { ci_ids: ['CI7'] } },
  ];
  const standard = async (fields: Json = {}) => {
    await changes.set({ change_templates });
    return changes.create({ type: 'standard', template: 'Restart', ...fields });
  };
  const refusalOf = async (fields: Json) => {
    await changes.set({ change_templates });
    const reply = await changes.call('POST', '', { short_description: 'x', ...fields });
    assert.equal(reply.status, 400, reply.text);
    return faultsOf(reply);
  };

  test('a standard change is approved at once, with the defaults of its template', async () => {
    const made = await standard({ priority: 'P2', ci_ids: ['CI1'] });
    assert.deepEqual(
      [made.state, made.risk, made.priority, made.implementation_plan, made.template],
      ['approved', 'low', 'P2', 'Restart.', 'Restart'],
    );
    assert.deepEqual(made.approvals, []);
    assert.deepEqual(await changes.events(made.id), ['change.approved']);
    const implied = await changes.create({ template: 'Restart' });
    assert.equal(implied.type, 'standard');
  });

  test('a standard change requires an existing template, with its risk and CIs', async () => {
    assert.deepEqual(await refusalOf({ type: 'standard' }), ['/template required']);
    assert.deepEqual(await refusalOf({ template: 'Gone' }), ['/template not_allowed']);
    for (const type of ['normal', 'emergency'])
      assert.deepEqual(await refusalOf({ type, template: 'Restart' }), ['/template not_allowed']);
    assert.deepEqual(await refusalOf({ template: 'Restart', risk: 'high' }), ['/risk not_allowed']);
    assert.deepEqual(await refusalOf({ template: 'Patch CI7', risk: 'low', ci_ids: ['CI8'] }), [
      '/ci_ids not_allowed',
      '/risk not_allowed',
    ]);
    const normal = await changes.create();
    const refused = await changes.patch(normal.id, { type: 'standard' });
    assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/template required']]);
    const named = await changes.patch(normal.id, { template: 'Restart' });
    assert.deepEqual(faultsOf(named), ['/template read_only_field']);
  });

  test('editing the risk, type or CIs of a standard change makes it a normal, submitted one', async () => {
    const edits: [Json, string][] = [
      [{ risk: 'medium' }, 'normal'],
      [{ ci_ids: ['CI9'] }, 'normal'],
      [{ type: 'normal' }, 'normal'],
      [{ type: 'emergency' }, 'emergency'],
    ];
    for (const [edit, type] of edits) {
      const { id } = await standard();
      const { body } = await changes.patch(id, edit);
      assert.deepEqual([body.state, body.type, body.template], ['submitted', type, null]);
      assert.deepEqual(await changes.events(id), ['change.approved', 'change.submitted']);
    }
  });

  test('editing its window, or sending it back as it was read, keeps a standard change approved', async () => {
    const made = await standard();
    const { body } = await changes.patch(made.id, {
      ...made,
      planned_start_at: '2027-03-01T20:00:00Z',
      planned_end_at: '2027-03-01T21:00:00Z',
    });
    assert.deepEqual([body.state, body.type, body.template], ['approved', 'standard', 'Restart']);
    assert.deepEqual(await changes.events(made.id), ['change.approved']);
  });

  test('a standard draft is approved on submission only while its template exists', async () => {
    const draft = await standard({ state: 'draft' });
    assert.deepEqual([draft.state, await changes.events(draft.id)], ['draft', []]);
    const orphan = await standard({ state: 'draft' });
    const submitted = await changes.call('POST', `/${draft.id}/submit`);
    assert.deepEqual([submitted.body.state, submitted.body.type], ['approved', 'standard']);
    assert.deepEqual(await changes.events(draft.id), ['change.approved']);
    await changes.set({ change_templates: [] });
    const { body } = await changes.call('POST', `/${orphan.id}/submit`);
    assert.deepEqual([body.state, body.type, body.template], ['submitted', 'normal', null]);
  });
});
