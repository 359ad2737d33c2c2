import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { until } from '../support/processes.ts';

const office = [['08:00', '17:00']];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const week = Object.fromEntries(weekdays.map((day) => [day, office]));
const HOUR = 3600;
/** Munich is an hour ahead of UTC, so its office opens. */
const MORNING = '2026-11-16T07:00:00.000Z';
const DAY_MS = 86_400_000;

describe('SLA policies', () => {
  let instance: Instance;
  let now = new Date(MORNING);
  before(async () => {
    instance = await startInstance({ now: () => now, worker: true });
  });
  after(() => instance.stop());

  const request = (method: string, path: string, body?: Json, as = 'itsm_manager') =>
    instance.call(method, path, { as, ...(body && { body }) } as never);
  const ok = async (method: string, path: string, body?: Json, as?: string): Promise<Json> => {
    const reply = await request(method, path, body, as);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };
  const calendar = (fields: Json = {}) =>
    ok('POST', '/calendars', {
      name: 'Munich',
      time_zone: 'Europe/Berlin',
      weekly: week,
      ...fields,
    });
  const policy = (fields: Json = {}) =>
    ok('POST', '/sla-policies', {
      name: 'All',
      record_type: 'incident',
      targets: { resolution: { P3: 8 * HOUR } },
      ...fields,
    });
  const report = (fields: Json = {}, as = 'agent') =>
    ok('POST', '/incidents', { short_description: 'Printer is out of toner', ...fields }, as);
  const read = (id: string, as = 'agent') => ok('GET', `/incidents/${id}`, undefined, as);
  /** Each test has two days of its own, because time never goes back. Keys of tokens change after thirty days. */
  let days = 0;
  const on = (time: string) => new Date(Date.parse(time) + days * DAY_MS).toISOString();
  const at = (time: string) => (now = new Date(on(time)));
  const targetOf = (record: Json, metric: string): Json =>
    record.sla_targets.find((one: Json) => one.metric === metric);
  const isRecomputed = () =>
    until('clocks are recomputed', async () => {
      const [{ n }] = await instance.sql(
        `select (select count(*) from incidents where sla_version < clocks_version and deleted_at is null
            and state in ('new', 'in_progress', 'on_hold', 'reopened'))::int as n from sla_definitions`,
      );
      return n === 0;
    });

  const begin = async () => {
    days += 2;
    at(MORNING);
    for (const { id } of (await ok('GET', '/sla-policies')).data)
      await ok('DELETE', `/sla-policies/${id}`);
    await isRecomputed();
  };

  test('one counts the hours of its calendar, and the first whose condition holds applies', async () => {
    await begin();
    const { id: calendar_id } = await calendar();
    const urgent = await policy({
      name: 'Urgent',
      when: { all: [{ field: 'priority', operator: 'eq', value: 'P1' }] },
      targets: { resolution: { P1: 2 * HOUR } },
    });
    const rest = await policy({ name: 'Rest', calendar_id });
    const { data: inOrder } = await ok('GET', '/sla-policies');
    assert.deepEqual(
      inOrder.map(({ name }: Json) => name),
      ['Urgent', 'Rest'],
    );
    at('2026-11-16T15:00:00.000Z');
    const incident = await report();
    assert.equal(
      incident.sla_breach_at,
      on('2026-11-17T14:00:00.000Z'),
      'an hour today, seven tomorrow',
    );
    assert.deepEqual(targetOf(incident, 'resolution'), {
      metric: 'resolution',
      policy: { id: rest.id, version: 1 },
      state: 'running',
      target_seconds: 8 * HOUR,
      elapsed_seconds: 0,
      remaining_seconds: 8 * HOUR,
      warning_at: on('2026-11-17T12:00:00.000Z'),
      breach_at: on('2026-11-17T14:00:00.000Z'),
      met_at: null,
    });
    at('2026-11-17T08:00:00.000Z');
    assert.equal(targetOf(await read(incident.id), 'resolution').elapsed_seconds, 2 * HOUR);
    const raised = await ok('PATCH', `/incidents/${incident.id}`, { priority: 'P1' }, 'agent');
    assert.equal(
      raised.sla_breach_at,
      on('2026-11-16T17:00:00.000Z'),
      'round the clock from creation',
    );
    assert.equal(targetOf(raised, 'resolution').policy.id, urgent.id);
    const { data } = await ok('GET', `/incidents/${incident.id}/timeline`);
    const { sla_policy } = data.find(({ changes }: Json) => changes?.priority).changes;
    assert.deepEqual([sla_policy.from.name, sla_policy.to.name], ['Rest', 'Urgent']);
    assert.deepEqual(sla_policy.to.inputs, { priority: 'P1' });
  });

  test('a first response is met by an agent, and updates are due again after each public note', async () => {
    await begin();
    await policy({
      targets: {
        first_response: { P3: HOUR },
        update: { P3: 4 * HOUR },
        resolution: { P3: 24 * HOUR },
      },
    });
    const { email: requester } = await ok('GET', '/me', undefined, 'requester');
    const { id } = await report({ requester }, 'requester');
    const note = (body: string, visibility: string, as: string) =>
      ok('POST', `/incidents/${id}/notes`, { body, visibility }, as);
    at('2026-11-16T07:20:00.000Z');
    await note('Still broken', 'public', 'requester');
    await note('Looks like the fuser', 'team', 'agent');
    assert.equal(targetOf(await read(id), 'first_response').state, 'running');
    at('2026-11-16T07:30:00.000Z');
    await note('We are on it', 'public', 'agent');
    const answered = await read(id);
    const first = targetOf(answered, 'first_response');
    assert.deepEqual(
      [first.state, first.met_at, first.elapsed_seconds],
      ['met', on('2026-11-16T07:30:00.000Z'), 1800],
    );
    assert.equal(targetOf(answered, 'update').breach_at, on('2026-11-16T11:30:00.000Z'));
    at('2026-11-16T07:31:00.000Z');
    await ok('PATCH', `/incidents/${id}`, { state: 'in_progress' }, 'agent');
    const hold = { state: 'on_hold', on_hold_reason: 'awaiting_caller' };
    at('2026-11-16T08:30:00.000Z');
    await ok('PATCH', `/incidents/${id}`, hold, 'agent');
    assert.deepEqual(
      (await read(id)).sla_targets.map(({ metric, state }: Json) => [metric, state]),
      [
        ['first_response', 'met'],
        ['update', 'paused'],
        ['resolution', 'paused'],
      ],
    );
    at('2026-11-16T10:30:00.000Z');
    await note('It is the blue one', 'public', 'requester');
    const resumed = await read(id);
    assert.equal(resumed.state, 'in_progress');
    assert.equal(targetOf(resumed, 'update').breach_at, on('2026-11-16T13:30:00.000Z'));
    at('2026-11-16T12:00:00.000Z');
    await ok('POST', `/incidents/${id}/resolve`, { resolution: 'New fuser' }, 'agent');
    const resolved = await read(id);
    assert.deepEqual(
      resolved.sla_targets.map(({ state, met_at }: Json) => [state, met_at]),
      [
        ['met', on('2026-11-16T07:30:00.000Z')],
        ['met', on('2026-11-16T12:00:00.000Z')],
        ['met', on('2026-11-16T12:00:00.000Z')],
      ],
    );
    const history = await ok('GET', `/incidents/${id}/sla`, undefined, 'agent');
    const shown = history.targets.map(({ metric, segments }: Json) => [
      metric,
      ...segments.map(({ state, from, seconds }: Json) =>
        [state, from.slice(11, 16), seconds].join(' '),
      ),
    ]);
    assert.deepEqual(shown, [
      ['first_response', 'running 07:00 1800', 'met 07:30 16200'],
      [
        'update',
        'running 07:00 1800',
        'running 07:30 3600',
        'paused 08:30 7200',
        'running 10:30 5400',
        'met 12:00 0',
      ],
      [
        'resolution',
        'running 07:00 5400',
        'paused 08:30 7200',
        'running 10:30 5400',
        'met 12:00 0',
      ],
    ]);
    assert.match(history.targets[1].segments[1].cause.note_id, /^note_/);
    assert.deepEqual(
      history.segments.map(({ state }: Json) => state),
      ['running', 'paused', 'running', 'stopped'],
    );
    const running = history.segments.filter(({ state }: Json) => state === 'running');
    const sum = running.reduce((total: number, { seconds }: Json) => total + seconds, 0);
    assert.equal(sum, history.sla.elapsed_seconds);
    const own = await read(id, 'requester');
    assert.ok(own.sla_targets.every((one: Json) => one.policy === null));
    assert.equal(
      JSON.stringify(await ok('GET', `/incidents/${id}/timeline`, undefined, 'requester')).includes(
        'sla_policy',
      ),
      false,
    );
  });

  test('only the reasons that a policy names pause a clock', async () => {
    await begin();
    await policy({ pause: { resolution: ['awaiting_vendor'] } });
    const hold = async (on_hold_reason?: string) => {
      const { id } = await report();
      await ok('PATCH', `/incidents/${id}`, { state: 'in_progress' }, 'agent');
      const body = { state: 'on_hold', ...(on_hold_reason && { on_hold_reason }) };
      return ok('PATCH', `/incidents/${id}`, body, 'agent');
    };
    assert.equal((await hold('awaiting_vendor')).sla.state, 'paused');
    const running = await hold('awaiting_caller');
    assert.equal(running.sla.state, 'running');
    assert.equal((await hold()).sla.state, 'running');
    const moved = { on_hold_reason: 'awaiting_vendor' };
    at('2026-11-16T08:00:00.000Z');
    const paused = await ok('PATCH', `/incidents/${running.id}`, moved, 'agent');
    assert.deepEqual([paused.sla.state, paused.sla.elapsed_seconds], ['paused', HOUR]);
  });

  test('a change recomputes open incidents from their history, and leaves those that have ended', async () => {
    await begin();
    const open = await report();
    await ok('PATCH', `/incidents/${open.id}`, { state: 'in_progress' }, 'agent');
    at('2026-11-16T08:00:00.000Z');
    await ok(
      'PATCH',
      `/incidents/${open.id}`,
      { state: 'on_hold', on_hold_reason: 'awaiting_vendor' },
      'agent',
    );
    at('2026-11-16T09:00:00.000Z');
    await ok('PATCH', `/incidents/${open.id}`, { state: 'in_progress' }, 'agent');
    const ended = await report();
    await ok('POST', `/incidents/${ended.id}/resolve`, { resolution: 'Done' }, 'agent');
    const endedBefore = await read(ended.id);
    at('2026-11-16T10:00:00.000Z');
    const { id: calendar_id } = await calendar();
    const made = await policy({ calendar_id });
    await isRecomputed();
    const changed = await read(open.id);
    const target = targetOf(changed, 'resolution');
    assert.deepEqual([target.policy.id, target.elapsed_seconds], [made.id, 2 * HOUR]);
    assert.equal(changed.sla_breach_at, on('2026-11-16T16:00:00.000Z'));
    const timesOf = ({ version, sla_breach_at, sla: { as_of: _, ...sla } }: Json) => [
      version,
      sla_breach_at,
      sla,
    ];
    assert.deepEqual(timesOf(await read(ended.id)), timesOf(endedBefore));
    const { data } = await ok('GET', `/incidents/${open.id}/timeline`);
    assert.equal(data[0].cause.kind, 'sla_policies');
    assert.equal(data[0].changes.sla_breach_at.to, on('2026-11-16T16:00:00.000Z'));
    await ok('PATCH', `/calendars/${calendar_id}`, {
      exceptions: [{ date: on(MORNING).slice(0, 10), name: 'Holiday', hours: [] }],
    });
    await isRecomputed();
    const holiday = await read(open.id);
    assert.deepEqual(
      [targetOf(holiday, 'resolution').elapsed_seconds, holiday.sla_breach_at],
      [0, on('2026-11-17T15:00:00.000Z')],
    );
    await ok('PATCH', `/sla-policies/${made.id}`, { active: false });
    await isRecomputed();
    const back = await read(open.id);
    assert.equal(targetOf(back, 'resolution').policy, null);
    assert.deepEqual(
      [back.sla.target_seconds, back.sla.paused_seconds, back.sla_breach_at],
      [24 * HOUR, HOUR, on('2026-11-17T08:00:00.000Z')],
    );
    await ok('PATCH', `/incidents/${ended.id}`, { state: 'reopened' }, 'agent');
    assert.equal((await read(ended.id)).sla.target_seconds, endedBefore.sla.target_seconds);
  });

  test('a preview says what a policy and a calendar would change, and changes nothing', async () => {
    await begin();
    const late = await report();
    at('2026-11-16T12:00:00.000Z');
    const fresh = await report();
    const draft = {
      record_type: 'incident',
      when: { all: [{ field: 'id', operator: 'in', value: [late.id, fresh.id] }] },
      targets: { resolution: { P3: 4 * HOUR } },
    };
    const { sample, ...counts } = await ok('POST', '/sla-policies/preview', draft);
    assert.deepEqual([counts.changed, counts.breach_earlier, counts.breach_at_once], [2, 2, 1]);
    assert.equal(sample[0].id, late.id);
    assert.equal(sample[0].before[0].breach_at, on('2026-11-17T07:00:00.000Z'));
    assert.equal(sample[0].after[0].breach_at, on('2026-11-16T11:00:00.000Z'));
    assert.deepEqual(await read(fresh.id), fresh);
    const { id: calendar_id } = await calendar();
    await policy({ ...draft, name: 'Two', calendar_id });
    await isRecomputed();
    const [{ id: saved }] = (await ok('GET', '/sla-policies')).data;
    const same = await ok('POST', '/sla-policies/preview', { ...draft, id: saved, calendar_id });
    assert.equal(same.changed, 0);
    const current = await read(fresh.id);
    await ok('PATCH', `/sla-policies/${saved}`, { name: 'Renamed' });
    await isRecomputed();
    const { version, sla_targets } = await read(fresh.id);
    assert.equal(
      version,
      current.version,
      'nothing that is shown has changed but the version of the policy',
    );
    assert.equal(sla_targets[0].policy.version, 2);
    const tomorrow = weekdays[new Date(on('2026-11-17T12:00:00.000Z')).getUTCDay()] ?? 'sun';
    const closed = { weekly: { [tomorrow]: office } };
    const effect = await ok('POST', `/calendars/${calendar_id}/preview`, closed);
    assert.equal(effect.changed, 2);
    assert.equal(effect.sample[0].after[0].breach_at, on('2026-11-17T11:00:00.000Z'));
  });

  test('targets fire events once, with the metric, and the queue can be sorted by the next one', async () => {
    await begin();
    await policy({
      targets: { first_response: { P3: HOUR }, resolution: { P3: 24 * HOUR, P2: 2 * HOUR } },
    });
    const one = await report({ category: 'sorted' });
    const two = await report({ category: 'sorted', priority: 'P2' });
    const readQueue = async () =>
      (
        await ok(
          'GET',
          '/incidents?state=new&category=sorted&sort=next_target_at&order=asc&limit=2&fields=next_target',
        )
      ).data.map(({ id, next_target }: Json) => [id, next_target?.metric, next_target?.breach_at]);
    assert.deepEqual(await readQueue(), [
      [one.id, 'first_response', on('2026-11-16T08:00:00.000Z')],
      [two.id, 'resolution', on('2026-11-16T09:00:00.000Z')],
    ]);
    at('2026-11-16T08:30:00.000Z');
    const events = () =>
      ok('GET', `/events?record=${one.id}`).then(({ data }) =>
        data
          .filter(({ event }: Json) => event.startsWith('sla.'))
          .map(({ event, data: { metric, sla } }: Json) => [event, metric, sla.breach_at]),
      );
    await until('the events', async () => (await events()).length > 1);
    const breach = on('2026-11-16T08:00:00.000Z');
    assert.deepEqual(await events(), [
      ['sla.target_warning', 'first_response', breach],
      ['sla.target_breached', 'first_response', breach],
    ]);
    assert.equal(targetOf(await read(one.id), 'first_response').state, 'breached');
    assert.equal((await readQueue())[0][0], one.id);
  });

  test('service requests have the clocks of their policy', async () => {
    await begin();
    const { id: calendar_id } = await calendar();
    await policy({
      record_type: 'request',
      calendar_id,
      targets: { first_response: { P3: HOUR }, resolution: { P3: 18 * HOUR } },
    });
    const body = { short_description: 'Laptop' };
    const { id, sla_targets } = await ok('POST', '/requests', body, 'requester');
    assert.deepEqual(
      sla_targets.map(({ metric, breach_at }: Json) => [metric, breach_at]),
      [
        ['first_response', on('2026-11-16T08:00:00.000Z')],
        ['resolution', on('2026-11-17T16:00:00.000Z')],
      ],
    );
    const path = '/requests?state=submitted&sort=next_target_at&order=asc&fields=next_target';
    assert.equal((await ok('GET', path)).data[0].next_target.metric, 'first_response');
    at('2026-11-16T07:30:00.000Z');
    await ok(
      'POST',
      `/requests/${id}/notes`,
      { body: 'Which one?', visibility: 'public' },
      'agent',
    );
    await ok('POST', `/requests/${id}/approve`, {});
    await ok('POST', `/requests/${id}/fulfil`, {}, 'agent');
    const { targets } = await ok('GET', `/requests/${id}/sla`, undefined, 'agent');
    assert.deepEqual(
      targets[0].segments.map(({ state }: Json) => state),
      ['running', 'met'],
    );
    const { sla_targets: ended } = await ok('GET', `/requests/${id}`);
    assert.deepEqual(
      ended.map(({ state, elapsed_seconds }: Json) => [state, elapsed_seconds]),
      [
        ['met', 1800],
        ['met', 1800],
      ],
    );
  });

  const condition = (leaf: Json) => ({ when: { all: [leaf] } });
  const refused: [string, Json, string][] = [
    [
      'an unknown field',
      condition({ field: 'colour', operator: 'eq', value: 'red' }),
      '/when/all/0/field',
    ],
    [
      'a change',
      condition({ field: 'priority', operator: 'changed', value: true }),
      '/when/all/0/operator',
    ],
    [
      'a note',
      condition({ field: 'note.author', operator: 'eq', value: 'a@b.c' }),
      '/when/all/0/field',
    ],
    [
      'an unknown calendar in a condition',
      condition({ field: 'created_at', operator: 'in_hours', value: 'cal_1' }),
      '/when/all/0/value',
    ],
    ['an unknown calendar', { calendar_id: `cal_${'0'.repeat(32)}` }, '/calendar_id'],
    ['no target', { targets: {} }, '/targets'],
    [
      'a target of a minute less',
      { targets: { resolution: { P1: 59 } } },
      '/targets/resolution/P1',
    ],
  ];
  for (const [name, fields, pointer] of refused)
    test(`a policy with ${name} is refused at ${pointer}`, async () => {
      const reply = await request('POST', '/sla-policies', {
        name: 'x',
        record_type: 'incident',
        targets: { resolution: { P3: HOUR } },
        ...fields,
      });
      assert.deepEqual([reply.status, reply.body.errors?.[0].pointer], [400, pointer], reply.text);
    });

  test('in_hours asks whether a time is in the hours of a calendar, which then cannot be deleted', async () => {
    await begin();
    const { id } = await calendar();
    const leaf = { field: 'created_at', operator: 'out_of_hours', value: id };
    const made = await policy({ ...condition(leaf), targets: { resolution: { P3: HOUR } } });
    assert.equal((await report()).sla.target_seconds, 24 * HOUR);
    at('2026-11-16T20:00:00.000Z');
    assert.equal((await report()).sla.target_seconds, HOUR);
    const deleted = await request('DELETE', `/calendars/${id}`);
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'in_use'], deleted.text);
    await ok('DELETE', `/sla-policies/${made.id}`);
    assert.equal((await request('DELETE', `/calendars/${id}`)).status, 200);
  });

  test('requesters read policies in use that name no field of the instance', async () => {
    await begin();
    const field = { record_type: 'incident', key: 'vip', label: 'VIP', type: 'boolean' };
    await ok('POST', '/fields', { ...field, visible_to: 'agents' }, 'super_admin');
    const plain = await policy();
    const hidden = await policy(condition({ field: 'custom.vip', operator: 'eq', value: true }));
    await policy({ active: false });
    const { data } = await ok('GET', '/sla-policies', undefined, 'requester');
    assert.deepEqual(
      data.map(({ id }: Json) => id),
      [plain.id],
    );
    assert.equal(
      (await request('GET', `/sla-policies/${hidden.id}`, undefined, 'requester')).status,
      404,
    );
    assert.equal(
      (await request('GET', `/sla-policies/${hidden.id}`, undefined, 'agent')).status,
      200,
    );
  });

  test('the fields of conditions are listed with their operators', async () => {
    const { data } = await ok('GET', '/condition-fields?record_type=incident');
    const byName = new Map(data.map((one: Json) => [one.name, one]));
    assert.deepEqual((byName.get('created_at') as Json).operators.slice(-2), [
      'in_hours',
      'out_of_hours',
    ]);
    assert.ok((byName.get('priority') as Json).choices.some((one: Json) => one.value === 'P1'));
    assert.ok(byName.has('ci.class') && byName.has('requester.department'));
  });
});
