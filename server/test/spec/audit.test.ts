import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, type Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'Audit',
  (instance) => {
    test('each write leaves one audit entry with actor, time, request id and the old and new values', async () => {
      const { id } = await instance.incident({ category: 'network' }, { as: 'agent' });
      await instance.patch(id, { category: null, priority: 'P2', work_note: 'secret words' });
      await instance.call('DELETE', `/incidents/${id}`, { as: 'super_admin' });
      await instance.call('POST', `/incidents/${id}/restore`, { as: 'super_admin' });
      const { body, text } = await instance.call('GET', `/audit?record=${id}`, { as: 'auditor' });
      assert.deepEqual(
        body.data.map((entry: Json) => [entry.kind, entry.actor]),
        [
          ['incident.restored', addressOf('super_admin')],
          ['incident.deleted', addressOf('super_admin')],
          ['incident.updated', addressOf('itsm_manager')],
          ['incident.created', addressOf('agent')],
        ],
      );
      assert.deepEqual(body.data[2].changes.category, { from: 'network', to: null });
      assert.deepEqual(body.data[2].changes.work_notes_count, { from: 0, to: 1 });
      assert.deepEqual(body.data[3].changes.category, { from: null, to: 'network' });
      assert.deepEqual(body.data[0].record, { type: 'incident', id });
      assert.equal(text.includes('secret words'), false);
      assert.equal('total' in body, false, 'it grows without end');
    });

    test('the audit trail is paged by cursor and filtered by actor, kind, request and time', async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      const { id } = await instance.incident({}, { as: 'agent', email });
      clock.forward(1);
      await instance.patch(id, { category: 'a' }, { as: 'agent', email });
      const first = await instance.call('GET', `/audit?actor=${email}&limit=1`);
      const second = await instance.call(
        'GET',
        `/audit?actor=${email}&limit=1&cursor=${first.body.next_cursor}`,
      );
      assert.deepEqual(
        [first.body.data[0].kind, second.body.data[0].kind],
        ['incident.updated', 'incident.created'],
      );
      assert.equal('next_cursor' in second.body, false);
      const [entry] = first.body.data;
      for (const [query, found] of [
        [`kind=incident.updated`, 1],
        [`kind=incident.updated,incident.created`, 2],
        [`request_id=${entry.request_id}`, 1],
        [`since=${entry.at}`, 1],
        [`until=${entry.at}`, 1],
        [`since=2020-01-01`, 2],
      ] as const) {
        const { body } = await instance.call('GET', `/audit?actor=${email}&${query}`);
        assert.equal(body.data.length, found, query);
      }
    });

    test('audit entries cannot be changed, not even by SQL', async () => {
      await instance.incident();
      for (const statement of [
        'update entries set actor = null',
        'delete from entries',
        'truncate entries',
      ]) {
        await assert.rejects(instance.running.sql(statement), /append-only/);
      }
    });
  },
  { clock },
);
