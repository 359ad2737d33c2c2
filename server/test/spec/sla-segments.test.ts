import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const HOUR = 3600;

section(
  'SLA segments',
  (instance) => {
    test('segments show each state of the clock and its actor, and add up', async () => {
      const { id } = await instance.incident({ priority: 'P1' });
      const start = clock.now.getTime();
      const requestId = 'hold-it-please';
      await instance.walk(id, 'in_progress');
      clock.forward(HOUR + 0.6);
      const headers = { 'x-request-id': requestId };
      await instance.patch(id, { state: 'on_hold' }, { as: 'agent', headers });
      clock.forward(0.6);
      await instance.walk(id, 'in_progress');
      clock.forward(0.6);
      await instance.walk(id, 'resolved', 'closed');
      clock.forward(10);
      const { status, body } = await instance.call('GET', `/incidents/${id}/sla`);
      assert.equal(status, 200);
      const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
      assert.deepEqual(
        body.segments.map(({ cause: _, ...segment }: Json) => segment),
        [
          { state: 'running', from: at(0), to: at(3600.6), seconds: 3600 },
          { state: 'paused', from: at(3600.6), to: at(3601.2), seconds: 0 },
          { state: 'running', from: at(3601.2), to: at(3601.8), seconds: 1 },
          { state: 'stopped', from: at(3601.8), to: null, seconds: 10 },
        ],
      );
      assert.equal(body.sla.elapsed_seconds, 3601, '3600.6 and 0.6 seconds');
      assert.equal('earlier' in body, false);
      assert.deepEqual(body.segments[1].cause, {
        kind: 'incident.updated',
        actor: 'agent@example.com',
        request_id: requestId,
      });
      assert.equal(body.segments[0].cause.kind, 'incident.created');
      assert.deepEqual(body.sla, (await instance.call('GET', `/incidents/${id}`)).body.sla);
    });

    test('a clock with more than a thousand segments shows the last ones, and the earlier ones as a sum', async () => {
      const { id } = await instance.incident({ priority: 'P4' });
      await instance.walk(id, 'in_progress');
      const [{ at }] = await instance.running.sql(
        `select at from entries where record_id = $1 and kind = 'incident.created'`,
        [id],
      );
      // The entries are those of 1,500 holds and resumes of a second each.
      await instance.running.sql(
        `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
         select $2::timestamptz + n * interval '1 second', 'a@example.com', 'incident.updated', 'incident', $1, 2, 'r',
           jsonb_build_object('state', case when n % 2 = 1
             then '{"from": "in_progress", "to": "on_hold"}'::jsonb
             else '{"from": "on_hold", "to": "in_progress"}'::jsonb end)
         from generate_series(1, 1500) as n`,
        [id, at],
      );
      await instance.running.sql(`update incidents set sla_paused_ms = 750000 where id = $1`, [id]);
      clock.forward(2000);
      const { body } = await instance.call('GET', `/incidents/${id}/sla`);
      const ran = body.segments
        .filter(({ state }: Json) => state === 'running')
        .reduce((sum: number, { seconds }: Json) => sum + seconds, 0);
      assert.equal(body.segments.length, 1000);
      assert.equal(body.earlier.running_seconds + ran, body.sla.elapsed_seconds);
      assert.equal(body.sla.elapsed_seconds, 2000 - 750);
      assert.equal(body.earlier.halted_seconds, 250);
    });

    test('a requester reads only the segments of own incidents', async () => {
      const own = await instance.incident({}, { as: 'requester' });
      const other = await instance.incident();
      const options = { as: 'requester' } as const;
      assert.equal((await instance.call('GET', `/incidents/${own.id}/sla`, options)).status, 200);
      assert.equal((await instance.call('GET', `/incidents/${other.id}/sla`, options)).status, 404);
    });
  },
  { clock },
);
