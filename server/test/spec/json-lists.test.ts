// Rows that PostgreSQL writes as JSON have the text that the process itself would write.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '../../src/changes/changes.record.ts';
import { cis } from '../../src/cmdb/cmdb.record.ts';
import { incidents } from '../../src/incidents/incidents.record.ts';
import { serviceRequests } from '../../src/requests/requests.record.ts';
import type { Json } from '../support/harness.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

/** JSON escapes some of these characters; others are escaped by some writers only. */
const texts = [
  'plain',
  `"quoted" \\ back / slash`,
  'line\nfeed\ttab\rreturn \b \f',
  'control \u0001 \u001f \u007f \u0080',
  'separators \u2028 \u2029, accents äéß, 日本語, 😀',
  '{"data":[1]}, <script>&amp;</script>',
  '2026-03-02T08:00:00+00:00',
];

section(
  'Lists as JSON',
  (instance) => {
    const list = async (query: string): Promise<{ body: Json; text: string }> => {
      const { status, body, text } = await instance.call('GET', query);
      assert.equal(status, 200, text);
      return { body, text };
    };

    /** Reads the rows of all pages. */
    const walk = async (query: string, total: number): Promise<Json[]> => {
      const read: Json[] = [];
      for (let cursor = ''; ;) {
        const { body } = await list(`/incidents?${query}${cursor}`);
        read.push(...body.data);
        assert.equal(body.total, total);
        if (!body.next_cursor) return read;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };

    test('a row written as JSON by PostgreSQL equals the record, whatever its characters, nulls and milliseconds', async () => {
      const made: Json[] = [];
      for (const text of texts) {
        clock.forward(0.12);
        const description = text === 'plain' ? null : text;
        made.push(await instance.incident({ short_description: text, description }));
        clock.forward(59.88);
      }
      const { body, text } = await list('/incidents?order=asc');
      assert.equal(text, JSON.stringify(body), 'not a space or an escape more');
      for (const [n, record] of made.entries())
        for (const [name, value] of Object.entries(body.data[n]))
          assert.deepEqual(value, record[name], `${record.id} ${name}`);
      const names = Object.keys(body.data[0]);
      assert.deepEqual(names.slice(0, 3), ['id', 'short_description', 'description']);
      assert.match(body.data[0].created_at, /\.120Z$/);
    });

    test('fields selects the members of a row, and computed members equal those of the record', async () => {
      const { body } = await list('/incidents?order=asc&fields=state,resolved_at,version&limit=3');
      assert.deepEqual(Object.keys(body.data[0]).toSorted(), [
        'id',
        'resolved_at',
        'state',
        'version',
      ]);
      const computed = await list('/incidents?order=asc&fields=version,sla,work_notes_count');
      const [first] = computed.body.data;
      const { body: record } = await instance.call('GET', `/incidents/${first.id}`);
      assert.equal(first.sla.breach_at, record.sla.breach_at);
      assert.equal(first.work_notes_count, record.work_notes_count);
    });

    test('pages with other filters, cursors and limits have the rows of their own query', async () => {
      const all = (await list('/incidents?order=asc')).body.data;
      const [one] = all;
      assert.deepEqual(await walk('order=asc&limit=2', all.length), all);
      const states = await walk('order=asc&limit=2&fields=state', all.length);
      assert.deepEqual(
        states,
        all.map(({ id, state }: Json) => ({ id, state })),
        'the cursor has the time of the last row, which is not among the fields',
      );
      await instance.patch(one.id, { state: 'in_progress' });
      const idsOf = async (query: string) =>
        (await list(`/incidents?${query}`)).body.data.map((row: Json) => row.id);
      assert.deepEqual(await idsOf('state=in_progress'), [one.id]);
      assert.equal((await idsOf('state=new')).length, all.length - 1);
      assert.deepEqual(await idsOf('state=in_progress,in_progress'), [one.id]);
      assert.deepEqual(await idsOf('state=closed'), []);
      assert.equal((await list('/incidents?state=closed')).body.total, 0);
    });

    test('exactly the columns whose names end with _at are times', async () => {
      for (const { table } of [incidents, changes, serviceRequests, cis]) {
        const rows = await instance.running.sql(
          `select column_name as name, data_type = 'timestamp with time zone' as is_time
           from information_schema.columns where table_name = $1 and column_name = any($2)`,
          [table.name, table.list.columns],
        );
        assert.ok(rows.length > 5);
        for (const { name, is_time } of rows) assert.equal(name.endsWith('_at'), is_time, name);
      }
    });
  },
  { clock },
);
