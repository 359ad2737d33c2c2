import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type RequestOptions, faultsOf, type Json, type Reply } from '../support/harness.ts';
import { until } from '../support/processes.ts';
import { section } from './setup.ts';

const MAX_FILE_BYTES = 5_242_880;

const file = (bytes: Buffer, fields: Json = {}) => ({
  filename: 'a.bin',
  content_type: 'application/octet-stream',
  data: bytes.toString('base64'),
  ...fields,
});
const small = (fields: Json = {}) => file(Buffer.from('hello'), fields);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

section('Attachments', (instance) => {
  const note = (
    id: string,
    attachments: unknown,
    options: RequestOptions & { visibility?: string } = {},
  ) => {
    const { visibility, ...rest } = options;
    const body = { body: 'see attached', attachments, ...(visibility && { visibility }) };
    return instance.call('POST', `/incidents/${id}/notes`, { ...rest, body });
  };
  const fetchAt = (url: string, options: RequestOptions = {}): Promise<Reply> =>
    instance.call('GET', url.replace('https://desk.example.com/prod/api/v1', ''), options);
  const attachToNew = async (fields: Json = {}, bytes = Buffer.from('hello')) => {
    const { id } = await instance.incident();
    const { body, text } = await note(id, [file(bytes, fields)]);
    assert.ok(body.attachments, text);
    return body.attachments[0];
  };

  test('an attached file is shown in the response and in the list, and downloaded unchanged', async () => {
    const { id } = await instance.incident();
    const bytes = randomBytes(700_000);
    const { status, body } = await note(id, [
      file(bytes, { filename: 'log.txt', content_type: 'text/plain' }),
      file(Buffer.alloc(0), { filename: 'empty' }),
    ]);
    assert.equal(status, 201);
    const [first, second] = body.attachments;
    assert.match(first.id, /^att_[0-9a-f]{32}$/);
    assert.equal(
      first.url,
      `https://desk.example.com/prod/api/v1/incidents/${id}/notes/${body.id}/attachments/${first.id}`,
    );
    assert.deepEqual(
      [first.filename, first.content_type, first.size, first.sha256],
      ['log.txt', 'text/plain', bytes.length, sha256(bytes)],
    );
    assert.deepEqual([second.filename, second.size], ['empty', 0]);
    const { body: other } = await note(id, []);
    const { body: list } = await instance.call('GET', `/incidents/${id}/notes`);
    assert.deepEqual(list.data, [body, other]);

    const got = await fetchAt(first.url);
    assert.equal(got.status, 200);
    assert.ok(got.bytes.equals(bytes), 'the same bytes');
    assert.deepEqual(
      [
        'content-type',
        'content-length',
        'content-disposition',
        'x-content-type-options',
        'content-security-policy',
        'cache-control',
        'etag',
      ].map((name) => got.headers.get(name)),
      [
        'text/plain',
        String(bytes.length),
        `attachment; filename="log.txt"; filename*=UTF-8''log.txt`,
        'nosniff',
        "default-src 'none'; sandbox",
        'private, no-cache',
        `"${sha256(bytes)}"`,
      ],
    );
    assert.equal((await fetchAt(second.url)).bytes.length, 0);
    const again = await fetchAt(first.url, { headers: { 'if-none-match': `"${sha256(bytes)}"` } });
    assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    const head = await instance.call('HEAD', first.url.split('/v1')[1]);
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), head.bytes.length],
      [200, String(bytes.length), 0],
    );
  });

  test('ten files of 5 MB are accepted, stored once, and downloaded whole', async () => {
    const { id } = await instance.incident();
    const files = Array.from({ length: 10 }, () => randomBytes(MAX_FILE_BYTES));
    const { status, body, text } = await note(
      id,
      files.map((bytes) => file(bytes)),
    );
    assert.equal(status, 201, text.slice(0, 300));
    assert.deepEqual(
      body.attachments.map((one: Json) => one.sha256),
      files.map(sha256),
    );
    const last = await fetchAt(body.attachments[9].url);
    assert.ok(last.bytes.equals(files[9] ?? Buffer.alloc(0)));
  });

  test('the same bytes are stored once, for all callers and under all names', async () => {
    const bytes = randomBytes(1000);
    const first = await attachToNew({ filename: 'one' }, bytes);
    const { id } = await instance.incident();
    await note(id, [file(bytes, { filename: 'two' }), file(bytes, { filename: 'three' })]);
    const rows = await instance.running.sql(
      `select (select count(*)::int from files where sha256 = decode($1, 'hex')) as files,
        (select count(*)::int from attachments where sha256 = decode($1, 'hex')) as attachments`,
      [first.sha256],
    );
    assert.deepEqual(rows, [{ files: 1, attachments: 3 }]);
  });

  describe('quotas', () => {
    const DEFAULTS = {
      attachment_bytes_per_day: { requesters: 209_715_200, others: 5_368_709_120 },
      attachment_bytes_per_record: 524_288_000,
    };
    const set = (body: Json) => instance.call('PATCH', '/settings', { as: 'super_admin', body });
    const filesOf = async () =>
      (await instance.running.sql('select count(*)::int as n from files'))[0]?.n;
    /**
     * Returns the statuses of concurrent uploads to as many records, each of which checks the quota before any is
     * counted.
     */
    const atOnce = async (as: RequestOptions, uploads: number, bytes: number) => {
      const { deps, sql: query } = instance.running;
      const ids: string[] = [];
      for (let n = 0; n < uploads; n += 1) ids.push((await instance.incident({}, as)).id);
      const waiting = async () =>
        (
          await query(
            `select count(*)::int as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )
        )[0]?.n;
      const replies = await deps.db.transaction().execute(async (tx) => {
        await sql`select from attachment_usage for update`.execute(tx);
        const sent = ids.map((id) => note(id, [file(randomBytes(bytes))], as));
        await until('all uploads wait', async () => (await waiting()) === uploads);
        return sent;
      });
      return (await Promise.all(replies)).map(({ status }) => status).toSorted((a, b) => a - b);
    };
    before(() =>
      set({
        attachment_bytes_per_day: { requesters: 1000, others: 2000 },
        attachment_bytes_per_record: 1500,
      }),
    );
    after(() => set(DEFAULTS));

    test('a caller cannot exceed the daily quota, which is smaller for requesters; the error names the remaining bytes', async () => {
      for (const [role, limit] of [
        ['requester', 1000],
        ['agent', 2000],
      ] as const) {
        const as = { as: role, email: `filler-${role}@example.com` };
        const ids = [await instance.incident({}, as), await instance.incident({}, as)];
        const [first, second] = ids.map(({ id }) => id);
        const attach = (id: string, bytes: number) => note(id, [file(randomBytes(bytes))], as);
        assert.equal((await attach(first, limit - 600)).status, 201);
        const stored = await filesOf();
        const { status, body } = await attach(second, 601);
        assert.deepEqual(
          [status, body.code, body.quota, body.limit_bytes, body.remaining_bytes],
          [413, 'attachment_quota', 'attachment_bytes_per_day', limit, 600],
        );
        assert.match(body.detail, /600 of them are left today/);
        assert.equal(await filesOf(), stored, 'nothing was stored');
        assert.deepEqual(await atOnce(as, 4, 300), [201, 201, 413, 413]);
        assert.equal((await note(second, [], as)).status, 201, 'a note without files');
      }
    });

    test('all callers share the quota of a record', async () => {
      const { id } = await instance.incident();
      const attach = (email: string, bytes: number) =>
        note(id, [file(randomBytes(bytes))], { as: 'agent', email });
      assert.equal((await attach('record-1@example.com', 1400)).status, 201);
      const { status, body } = await attach('record-2@example.com', 101);
      assert.deepEqual(
        [status, body.quota, body.limit_bytes, body.remaining_bytes],
        [413, 'attachment_bytes_per_record', 1500, 100],
      );
      assert.equal((await attach('record-2@example.com', 100)).status, 201);
    });
  });

  test('two concurrent notes with the same new files are both stored', async () => {
    const { id } = await instance.incident();
    const files = Array.from({ length: 5 }, () => file(randomBytes(50_000)));
    const replies = await Promise.all([
      note(id, files),
      note(id, files.toReversed()),
      note(id, files),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status),
      [201, 201, 201],
    );
  });

  test('an eleventh file is refused, and so is one byte above 5 MB', async () => {
    const { id } = await instance.incident();
    const eleven = await note(
      id,
      Array.from({ length: 11 }, () => small()),
    );
    assert.deepEqual([eleven.status, faultsOf(eleven)], [400, ['/attachments too_many']]);
    const large = await note(id, [small(), file(Buffer.alloc(MAX_FILE_BYTES + 1))]);
    assert.deepEqual([large.status, faultsOf(large)], [400, ['/attachments/1/data too_large']]);
    assert.match(large.body.detail, /at most 5242880 bytes/);
    const { body } = await instance.call('GET', `/incidents/${id}`);
    assert.deepEqual([body.version, body.work_notes_count], [1, 0]);
  });

  test('a body above the total limit is 413, and so is a large body without files', async () => {
    const { id } = await instance.incident();
    const huge = await note(id, [{ data: 'A'.repeat(85_000_000) }]);
    assert.deepEqual([huge.status, huge.body.code], [413, 'body_too_large']);
    const many = await instance.call('POST', `/incidents/${id}/notes`, {
      body: `{"body":"a","attachments":[${'[],'.repeat(2_000_000)}1]}`,
    });
    assert.deepEqual([many.status, many.body.code], [413, 'body_too_large']);
    const elsewhere = await instance.patch(id, { description: 'x'.repeat(1_100_000) });
    assert.equal(elsewhere.status, 413, 'every other call keeps its megabyte');
  });

  test('each fault of an attachment is reported with its pointer', async () => {
    const { id } = await instance.incident();
    const reply = await note(id, [
      small({ data: 'not base64!!' }),
      small({ data: 'aGVsbG8' }),
      small({ data: 'aGVs\nbG8=' }),
      small({ data: '_-__' }),
      small({ filename: ' ', content_type: 'text' }),
      { filename: 'x'.repeat(256), content_type: 'text/plain; charset=utf-8' },
      small({ content_type: 'text/html\r\nX-Injected: 1', id: 'att_1' }),
      'file',
    ]);
    assert.equal(reply.status, 400);
    assert.deepEqual(faultsOf(reply), [
      '/attachments/0/data invalid_format',
      '/attachments/1/data invalid_format',
      '/attachments/2/data invalid_format',
      '/attachments/3/data invalid_format',
      '/attachments/4/content_type invalid_format',
      '/attachments/4/filename blank',
      '/attachments/5/content_type invalid_format',
      '/attachments/5/data required',
      '/attachments/5/filename too_long',
      '/attachments/6/content_type invalid_format',
      '/attachments/6/id unknown_field',
      '/attachments/7 invalid_type',
    ]);
  });

  test('a file name with a path or control characters is refused', async () => {
    const { id } = await instance.incident();
    for (const filename of [
      '../../etc/passwd',
      '..',
      '.',
      'C:\\autoexec.bat',
      'a"b\r\nX: y',
      'bell\u0007',
      'next\u0085line',
      'invoice\u202Efdp.exe',
    ]) {
      const reply = await note(id, [small({ filename })]);
      assert.deepEqual(
        [reply.status, faultsOf(reply)],
        [400, ['/attachments/0/filename invalid_format']],
        filename,
      );
    }
    const nul = await note(id, [small({ filename: 'a\0b' })]);
    assert.ok(faultsOf(nul).includes('/attachments/0/filename invalid_characters'));
  });

  test('an unusual file name is stored unchanged, with a plain name in the header', async () => {
    for (const filename of [
      'a"b;c.txt',
      '日本語 ÄÖÜ 🎉.png',
      '<script>alert(1)</script'.replace('/', '') + '.html',
      'trailing.exe. . .',
      "it's%20(1)*.txt",
      '...',
    ]) {
      const made = await attachToNew({ filename });
      assert.equal(made.filename, filename);
      const { headers } = await fetchAt(made.url);
      const disposition = headers.get('content-disposition') ?? '';
      const [, plain = '', full = ''] =
        /^attachment; filename="([\w .-]*)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(disposition) ??
        [];
      assert.ok(plain, disposition);
      assert.equal(decodeURIComponent(full), filename);
    }
  });

  test('no file is served in a way that lets a browser execute it, whatever its declared type', async () => {
    const page = Buffer.from('<html><script>alert(document.domain)</script>');
    for (const [content_type, served] of [
      ['text/html', 'application/octet-stream'],
      ['image/svg+xml', 'application/octet-stream'],
      ['application/xhtml+xml', 'application/octet-stream'],
      ['text/javascript', 'application/octet-stream'],
      ['multipart/x-mixed-replace', 'application/octet-stream'],
      ['image/png', 'image/png'],
    ]) {
      const made = await attachToNew({ filename: 'x.html', content_type }, page);
      assert.equal(made.content_type, content_type);
      const { headers } = await fetchAt(made.url);
      assert.equal(headers.get('content-type'), served);
      assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
      assert.equal(headers.get('x-injected'), null);
    }
  });

  test('a file is readable only by callers who may read its note', async () => {
    const { id } = await instance.incident({}, { as: 'requester' });
    const statuses = async (url: string) =>
      Promise.all(
        (
          [
            { as: 'super_admin' },
            { as: 'itsm_manager' },
            { as: 'agent' },
            { as: 'agent', email: 'other@example.com' },
            { as: 'auditor' },
            { as: 'requester' },
            { as: 'requester', email: 'stranger@example.com' },
            { as: null },
          ] satisfies RequestOptions[]
        ).map(async (options) => (await fetchAt(url, options)).status),
      );
    const expected = {
      public: [200, 200, 200, 200, 200, 200, 404, 401],
      team: [200, 200, 200, 200, 200, 404, 404, 401],
      private: [200, 200, 200, 404, 404, 404, 404, 401],
    };
    for (const [visibility, expectedStatuses] of Object.entries(expected)) {
      const { body } = await note(id, [small()], { as: 'agent', visibility });
      assert.deepEqual(await statuses(body.attachments[0].url), expectedStatuses, visibility);
    }
    const own = await note(id, [small()], { as: 'requester' });
    assert.equal(own.status, 201);
    assert.equal((await fetchAt(own.body.attachments[0].url, { as: 'requester' })).status, 200);
  });

  test('a file is found only below its own note and incident, and no longer after a deletion', async () => {
    const [{ id }, { id: other }] = [await instance.incident(), await instance.incident()];
    const { body: mine } = await note(id, [small()]);
    const { body: theirs } = await note(other, [small()]);
    const path = (incident: string, noteId: string, attachment: string) =>
      `/incidents/${incident}/notes/${noteId}/attachments/${attachment}`;
    const [a, b] = [mine.attachments[0].id, theirs.attachments[0].id];
    for (const wrong of [
      path(other, mine.id, a),
      path(id, theirs.id, a),
      path(id, mine.id, b),
      path(id, mine.id, 'att_1'),
    ])
      assert.equal((await instance.call('GET', wrong)).status, 404, wrong);
    assert.equal((await instance.call('GET', path(id, mine.id, a))).status, 200);
    await instance.call('DELETE', `/incidents/${id}`);
    assert.equal((await instance.call('GET', path(id, mine.id, a))).status, 404);
    assert.equal((await note(id, [small()])).status, 404);
    await instance.call('POST', `/incidents/${id}/restore`);
    assert.equal((await instance.call('GET', path(id, mine.id, a))).status, 200);
  });

  test('slow uploads of one caller do not block the large bodies of another', async () => {
    const { id } = await instance.incident();
    const token = await instance.running.tokenFor('agent');
    let responses = 0;
    const slow = Array.from({ length: 3 }, () =>
      request(`${instance.running.url}${instance.prefix}/incidents/${id}/notes`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': String(80 * 1024 * 1024),
          expect: '100-continue',
        },
      })
        .on('error', () => {})
        .on('response', () => (responses += 1)),
    );
    for (const sender of slow) {
      sender.flushHeaders();
      await once(sender, 'continue');
      sender.write(Buffer.alloc(100_000, ' '));
    }
    assert.equal((await note(id, [file(randomBytes(2_000_000))])).status, 201);
    // A sender that is too slow is disconnected after ten seconds; the large body did not wait for that.
    assert.deepEqual([responses, slow.some(({ destroyed }) => destroyed)], [0, false]);
    for (const sender of slow) sender.destroy();
  });

  test('a body without Content-Length is accepted', async () => {
    const { id } = await instance.incident();
    const token = await instance.running.tokenFor('agent');
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        `${instance.running.url}${instance.prefix}/incidents/${id}/notes`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        },
        (response) => resolve(response.resume().statusCode),
      ).on('error', reject);
      const text = JSON.stringify({ body: 'a', attachments: [file(randomBytes(2_000_000))] });
      for (let at = 0; at < text.length; at += 500_000) sent.write(text.slice(at, at + 500_000));
      sent.end();
    });
    assert.equal(status, 201);
  });
});
