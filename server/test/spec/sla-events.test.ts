import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventNames, eventTypes } from '../../src/events/catalogue.ts';
import { oldestThresholdSeconds, sweepSla } from '../../src/incidents/index.ts';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const HOUR = 3600;
const WARNED = 'sla.breach_warning';
const BREACHED = 'sla.breached';

section(
  'SLA events',
  (instance) => {
    const sweep = async () => {
      while (await sweepSla(instance.running.deps));
    };
    const types = async (id: string): Promise<string[]> =>
      (await instance.events(id)).map(({ type }) => type);
    const slaEvents = async (id: string) =>
      (await types(id)).filter((type) => type.startsWith('sla.'));
    const pass = async (hours: number) => {
      clock.forward(hours * HOUR);
      await sweep();
    };

    test('the catalog lists the SLA event types of the contract first, as events of incidents', () => {
      const names = eventNames.filter((name) => name.startsWith('sla.'));
      assert.deepEqual(names, [WARNED, BREACHED, 'sla.target_warning', 'sla.target_breached']);
      for (const name of names) assert.equal(eventTypes[name].record, 'incident');
    });

    test('the assignee is notified of the SLA warning once', async () => {
      const email = `warned-${instance.prefix.length}@example.com`;
      const { id } = await instance.incident({ priority: 'P1', assigned_to: email });
      await pass(3);
      await pass(2);
      const { body } = await instance.call('GET', '/notifications', { as: 'agent', email });
      const ofClock = body.data.filter(({ type }: Json) => type === WARNED);
      assert.deepEqual(
        ofClock.map(({ incident_id }: Json) => incident_id),
        [id],
      );
    });

    test('the warning is emitted at 75 % of the target and the breach at 100 %, once each and not before', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await pass(3 - 1 / HOUR);
      assert.deepEqual(await slaEvents(id), []);
      await pass(1 / HOUR);
      assert.deepEqual(await slaEvents(id), [WARNED]);
      await pass(1 - 1 / HOUR);
      assert.deepEqual(await slaEvents(id), [WARNED]);
      const { db } = instance.running.deps;
      assert.equal(await oldestThresholdSeconds(db, clock.now), 0);
      clock.forward(8);
      assert.equal(await oldestThresholdSeconds(db, clock.now), 7, 'the breach has been due for');
      await sweep();
      assert.equal(await oldestThresholdSeconds(db, clock.now), 0);
      await pass(100);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
    });

    test('an SLA event has the incident and its clock, keeps version and updated_at, and is audited', async () => {
      const incident = await instance.incident({
        priority: 'P1',
        short_description: 'Mail is slow',
      });
      const { id } = incident;
      await pass(5);
      const event = (await instance.events(id)).at(-1);
      assert.deepEqual(event?.data, {
        id,
        short_description: 'Mail is slow',
        priority: 'P1',
        state: 'new',
        category: null,
        assignment_group: null,
        assigned_to: null,
        requester: null,
        ci_id: null,
        url: `https://desk.example.com/prod/api/v1/incidents/${id}`,
        html_url: `https://desk.example.com/console/incidents/${id}`,
        sla: { target_seconds: 4 * HOUR, breach_at: incident.sla_breach_at },
        sequence: 3,
      });
      assert.equal(event?.occurred_at.toISOString(), clock.now.toISOString());
      const { body: after } = await instance.call('GET', `/incidents/${id}`);
      assert.deepEqual([after.version, after.updated_at], [1, incident.updated_at]);
      const { body: audit } = await instance.call('GET', `/audit?record=${id}&kind=${BREACHED}`);
      const [entry, ...more] = audit.data;
      assert.deepEqual(more, []);
      assert.deepEqual(
        [entry.actor, entry.changes],
        [
          'sla-clock@desk.example.com',
          { sla_breached_at: { from: null, to: clock.now.toISOString() } },
        ],
      );
    });

    test('concurrent sweeps after an outage of the workers emit each threshold once', async () => {
      const made = await Promise.all(
        Array.from({ length: 120 }, () => instance.incident({ priority: 'P1' })),
      );
      clock.forward(5 * HOUR);
      await Promise.all([sweep(), sweep(), sweep(), sweep()]);
      await sweep();
      for (const { id } of made) assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
    });

    test('the sweep skips a locked incident, and the next update emits its warning', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      clock.forward(3 * HOUR);
      await instance.running.deps.db.transaction().execute(async (tx) => {
        await tx.selectFrom('incidents').select('id').where('id', '=', id).forUpdate().execute();
        await sweep();
        assert.deepEqual(await slaEvents(id), []);
      });
      await instance.patch(id, { state: 'in_progress' });
      assert.deepEqual(await types(id), ['incident.created', WARNED, 'incident.updated']);
      await sweep();
      assert.equal((await slaEvents(id)).length, 1);
    });

    test('a resume shifts warning and breach by the pause, and nothing falls due on hold', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await instance.walk(id, 'in_progress');
      await pass(2);
      await instance.walk(id, 'on_hold');
      await pass(50);
      assert.deepEqual(await slaEvents(id), []);
      await instance.walk(id, 'in_progress');
      await pass(0.9);
      assert.deepEqual(await slaEvents(id), []);
      await pass(0.1);
      assert.deepEqual(await slaEvents(id), [WARNED]);
      await pass(1);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
    });

    test('a priority change on hold keeps earlier pauses and the current one', async () => {
      const { id } = await instance.incident({ priority: 'P3' });
      await instance.walk(id, 'in_progress', 'on_hold');
      await pass(10);
      await instance.walk(id, 'in_progress');
      await pass(1);
      await instance.walk(id, 'on_hold');
      await pass(10);
      await instance.patch(id, { priority: 'P1' });
      await pass(10);
      assert.deepEqual(await slaEvents(id), [], 'one hour of four has counted');
      await instance.walk(id, 'in_progress');
      await pass(2);
      assert.deepEqual(await slaEvents(id), [WARNED]);
      const { body } = await instance.call('GET', `/incidents/${id}/sla`);
      assert.deepEqual([body.sla.elapsed_seconds, body.sla.paused_seconds], [3 * HOUR, 30 * HOUR]);
    });

    test('a reopen continues the clock, and the time spent resolved does not count', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await instance.walk(id, 'in_progress');
      await pass(3.5);
      await instance.walk(id, 'resolved');
      await pass(1000);
      assert.deepEqual(await slaEvents(id), [WARNED], 'a stopped clock breaches nothing');
      await instance.walk(id, 'reopened');
      await pass(0.4);
      assert.deepEqual(await slaEvents(id), [WARNED], 'and a reopen does not warn again');
      await pass(0.1);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
    });

    test('a higher priority emits the thresholds that it moves into the past at once, after its own events', async () => {
      const { id } = await instance.incident({ priority: 'P3' });
      await pass(3);
      await instance.patch(id, { priority: 'P1' });
      assert.deepEqual(await types(id), [
        'incident.created',
        'incident.updated',
        'incident.priority_changed',
        WARNED,
      ]);
      const { id: late } = await instance.incident({ priority: 'P3' });
      await pass(5);
      await instance.patch(late, { priority: 'P1' });
      await sweep();
      assert.deepEqual(await slaEvents(late), [WARNED, BREACHED]);
    });

    test('a new period does not repeat a threshold that the previous one emitted and that is still passed', async () => {
      const { id } = await instance.incident({ priority: 'P2' });
      await pass(7);
      await instance.patch(id, { priority: 'P1' });
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED], 'the warning is not emitted twice');
      await instance.patch(id, { priority: 'P2' });
      await pass(0.5);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED], 'warned before, and still so');
      await pass(0.5);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED, BREACHED], 'of another period');
    });

    test('a lower priority moves thresholds into the future, and they are emitted again', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await pass(4);
      await instance.patch(id, { priority: 'P2' });
      await sweep();
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
      await pass(2);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED, WARNED]);
      await pass(2);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED, WARNED, BREACHED]);
    });

    test('a priority change first emits the passed thresholds of the period that it ends', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      clock.forward(3 * HOUR);
      await instance.patch(id, { priority: 'P4' });
      assert.deepEqual(await types(id), [
        'incident.created',
        WARNED,
        'incident.updated',
        'incident.priority_changed',
      ]);
      const [, warning] = await instance.events(id);
      assert.deepEqual(
        [warning?.data.priority, warning?.data.sla.target_seconds],
        ['P1', 4 * HOUR],
      );
    });

    test('a refused update emits no threshold, and the next sweep emits it', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      clock.forward(3 * HOUR);
      assert.equal((await instance.patch(id, { state: 'closed' })).status, 409);
      assert.deepEqual(await slaEvents(id), []);
      await sweep();
      assert.deepEqual(await slaEvents(id), [WARNED]);
    });

    test('a deleted incident emits no threshold, and emits those it passed once it is restored', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await instance.call('DELETE', `/incidents/${id}`);
      await pass(3);
      assert.deepEqual(await slaEvents(id), []);
      await instance.call('POST', `/incidents/${id}/restore`);
      assert.deepEqual(await slaEvents(id), [WARNED]);
      await pass(1);
      assert.deepEqual(await slaEvents(id), [WARNED, BREACHED]);
    });

    test('SLA events leave no gap in the sequence, and a version mismatch does not name the columns of the clock', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await instance.patch(id, { category: 'mail' });
      await pass(3);
      await instance.patch(id, { priority: 'P2' });
      const sequences = (await instance.events(id)).map(({ sequence }) => sequence);
      assert.deepEqual(sequences, [1, 2, 3, 4, 5]);
      const refused = await instance.patch(
        id,
        { category: 'x' },
        { headers: { 'if-match': '"1"' } },
      );
      assert.equal(refused.status, 412);
      assert.ok(!refused.text.includes('sla_warned_at'), refused.text);
    });

    test('the sweep corrects a wrong due time that was set by SQL', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      const due = () =>
        instance.running.sql('select sla_next_due_at as at from incidents where id = $1', [id]);
      const [before] = await due();
      await instance.running.sql('update incidents set sla_next_due_at = $2 where id = $1', [
        id,
        clock.now,
      ]);
      await sweep();
      assert.deepEqual(await slaEvents(id), []);
      assert.deepEqual(await due(), [before]);
    });

    test('the timeline shows the beginning of each segment, the warning and the breach', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      await instance.patch(id, { state: 'in_progress', work_note: 'On it.' });
      await pass(4);
      await instance.patch(id, { state: 'on_hold', work_note: 'Waiting.' });
      const { body } = await instance.call('GET', `/incidents/${id}/timeline`);
      assert.deepEqual(
        body.data.map(({ kind, sla, note }: Json) => [kind, sla?.state, note?.body]),
        [
          ['incident.updated', 'paused', 'Waiting.'],
          [BREACHED, undefined, undefined],
          [WARNED, undefined, undefined],
          ['incident.updated', undefined, 'On it.'],
          ['incident.created', 'running', undefined],
        ],
      );
    });
  },
  { clock },
);
