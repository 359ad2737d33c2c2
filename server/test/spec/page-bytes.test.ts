import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';

/** The limit of 4 MB applies to the records; the envelope around them needs somewhat more. */
const MAX_BYTES = 4_200_000;

describe('Bytes of a page', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const insertIncidents = (category: string, count: number, character: string) =>
    instance.sql(
      `insert into incidents (short_description, description, priority, priority_explicit, state, category, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at)
       select 'x', repeat($3, 65536), 'P3', false, 'new', $1, 'a@example.com', 1, now(), 1, now() - n * interval '1 minute', now() from generate_series(1, $2::int) n`,
      [category, count, character],
    );

  /** Reads every record of a list, page by page. */
  const scan = async (path: string, options: Json = {}) => {
    const pages: string[][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const { status, body, bytes, text } = await instance.call('GET', path + cursor, options);
      assert.equal(status, 200, text.slice(0, 300));
      assert.ok(bytes.length <= MAX_BYTES, `a page of ${bytes.length} bytes`);
      pages.push(body.data.map(({ id }: Json) => id));
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
    }
    assert.ok(pages.every((page) => page.length > 0));
    return { pages: pages.length, ids: pages.flat() };
  };

  for (const [name, character, count, sorts] of [
    ['long texts', 'x', 200, ['created_at', 'updated_at']],
    ['texts that are longer as JSON', '\u0001', 30, ['created_at']],
    ['texts of several bytes a character', '統', 50, ['created_at']],
  ] as const) {
    test(`a scan of incidents with ${name} returns each exactly once, in pages of 4 MB`, async () => {
      await insertIncidents(name, count, character);
      const category = encodeURIComponent(name);
      for (const sort of sorts) {
        const { pages, ids } = await scan(`/incidents?category=${category}&limit=200&sort=${sort}`);
        assert.deepEqual([ids.length, new Set(ids).size], [count, count]);
        assert.ok(pages > 2, `${pages} pages`);
      }
    });
  }

  test('a numbered page that is too large is refused with 400 and a limit that fits', async () => {
    await insertIncidents('paged', 150, 'x');
    const list = (query: string) => instance.call('GET', `/incidents?category=paged&${query}`);
    const first = await list('page=1&limit=75');
    assert.ok(first.body.data.length < 75 && first.body.next_cursor, 'the first has fewer');
    assert.equal(first.body.total, 150);
    const refused = await list('page=2&limit=75');
    assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/limit page_too_large']]);
    const limit = Number(/limit=(\d+)/.exec(refused.body.detail)?.[1]);
    const fitting = await list(`page=2&limit=${limit}`);
    assert.deepEqual([fitting.status, fitting.body.data.length], [200, limit]);
    assert.ok(limit > 50, `${limit} of 64 kB each`);
  });

  test('pages of events, audit and timeline are limited in bytes', async () => {
    const { body: incident } = await instance.call('POST', '/incidents', {
      body: { short_description: 'x' },
    });
    const { id } = incident;
    const long = `jsonb_build_object('description', jsonb_build_object('from', repeat('a', 65536), 'to', repeat('b', 65536)))`;
    await instance.sql(
      `insert into events (type, record_type, record_id, sequence, occurred_at, data)
       select 'incident.updated', 'incident', $1, n, now(), data || jsonb_build_object('changes', ${long}) from events, generate_series(2, 80) n where record_id = $1`,
      [id],
    );
    await instance.sql(
      `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
       select now(), 'a@example.com', 'incident.updated', 'incident', $1, 1, 'x', ${long} from generate_series(2, 80) n`,
      [id],
    );
    for (const [path, options] of [
      [`/events?record=${id}`, {}],
      [`/audit?record=${id}`, { as: 'auditor' }],
      [`/incidents/${id}/timeline?order=asc`, {}],
    ] as const) {
      const { pages, ids } = await scan(`${path}&limit=200`, options);
      assert.deepEqual([ids.length, new Set(ids).size], [80, 80], path);
      assert.ok(pages > 2, `${pages} pages of ${path}`);
    }
  });

  test('pages of notes are limited in bytes, and so are their entries in a timeline', async () => {
    const { body: incident } = await instance.call('POST', '/incidents', {
      body: { short_description: 'x' },
    });
    const { id } = incident;
    await instance.sql(
      `with made as (
         insert into work_notes (record_id, body, visibility, author, created_at)
         select $1, repeat('n', 65536), 'public', 'a@example.com', now() from generate_series(1, 80) returning id)
       insert into entries (at, actor, kind, record_type, record_id, record_version, request_id, changes)
       select now(), 'a@example.com', 'incident.updated', 'incident', $1, 1, 'x', jsonb_build_object('work_note', jsonb_build_object('from', null, 'to', id)) from made`,
      [id],
    );
    const notes = await scan(`/incidents/${id}/notes?limit=200`);
    assert.deepEqual([notes.pages, new Set(notes.ids).size], [2, 80]);
    const timeline = await scan(`/incidents/${id}/timeline?limit=200`);
    assert.deepEqual([timeline.pages, new Set(timeline.ids).size], [2, 81]);
  });
});
