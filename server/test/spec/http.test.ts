import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/app.ts';
import { type Route, takesIfMatch } from '../../src/platform/http/routes/route.ts';
import { faultsOf, type Json, PREFIXES, type RequestOptions } from '../support/harness.ts';
import {
  bodyOf,
  fillPath,
  nameOf,
  recordFor,
  worldEnvironment,
  worldOf,
} from '../support/records.ts';
import { section } from './setup.ts';

/** Returns an id of the right form for each parameter; such a record need not exist. */
const idsOf = ({ params }: Route): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params?.properties ?? {}).map(([name, schema]) => [
      name,
      (schema as { example?: string }).example ?? '',
    ]),
  );

section(
  'HTTP in general: errors, request ids, lost updates',
  (instance) => {
    test('an error has the members of RFC 9457, a code and the request id', async () => {
      const { status, body, headers } = await instance.call('GET', '/incidents/INC9999999');
      assert.equal(status, 404);
      assert.deepEqual(Object.keys(body), [
        'type',
        'title',
        'status',
        'detail',
        'instance',
        'code',
        'request_id',
      ]);
      assert.equal(body.type, 'urn:signalbox:problem:not_found');
      assert.equal(body.instance, `${instance.prefix}/incidents/INC9999999`);
      assert.equal(body.request_id, headers.get('x-request-id'));
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
    });

    test('a client that accepts application/problem+json gets it', async () => {
      const { headers } = await instance.call('GET', '/incidents/INC9999999', {
        headers: { accept: 'application/problem+json' },
      });
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
    });

    test('all faults of query and body are reported in one response', async () => {
      const reply = await instance.call('POST', '/incidents?colour=red', {
        body: { priority: 'P7', impact: 3, assigned_to: 'x', nonsense: true },
      });
      assert.equal(reply.status, 400);
      assert.deepEqual(faultsOf(reply), [
        '/assigned_to invalid_format',
        '/colour unknown_parameter',
        '/impact invalid_type',
        '/nonsense unknown_field',
        '/priority not_allowed',
        '/short_description required',
      ]);
    });

    test('a body that is not JSON is malformed_json, another media type 415, and a large body 413', async () => {
      const send = (body: string, type = 'application/json') =>
        instance.call('POST', '/incidents', { body, headers: { 'content-type': type } });
      for (const body of ['{"short_description":', 'hello', '{"a":"\u0001"}']) {
        const reply = await send(body);
        assert.deepEqual([reply.status, reply.body.code], [400, 'malformed_json'], body);
      }
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
      ]) {
        const reply = await send('{"short_description":"a"}', type);
        assert.deepEqual([reply.status, reply.body.code], [415, 'unsupported_media_type'], type);
      }
      const large = await send(
        JSON.stringify({ short_description: 'a', description: 'x'.repeat(1_100_000) }),
      );
      assert.deepEqual([large.status, large.body.code], [413, 'body_too_large']);
      const patched = await instance.call('POST', '/incidents', {
        body: { short_description: 'a' },
        headers: { 'content-type': 'application/json; charset=UTF-8' },
      });
      assert.equal(patched.status, 201);
    });

    test('text that cannot be stored unchanged is refused with the name of its field', async () => {
      const reply = await instance.call('POST', '/incidents', {
        body: '{"short_description":"a\\u0000b","description":"half \\ud83d pair"}',
      });
      assert.equal(reply.status, 400);
      assert.deepEqual(faultsOf(reply), [
        '/description invalid_characters',
        '/short_description invalid_characters',
      ]);
    });

    test('an unknown query parameter is refused with 400 and the known ones', async () => {
      const reply = await instance.call('GET', '/incidents?stat=new');
      assert.equal(reply.status, 400);
      assert.deepEqual(faultsOf(reply), ['/stat unknown_parameter']);
      assert.ok(reply.body.errors[0].allowed.includes('state'));
    });

    test('a mistyped field, parameter or value is refused with the nearest that is allowed', async () => {
      const mistyped: [
        method: string,
        path: string,
        body: object | undefined,
        nearest: string[],
      ][] = [
        ['GET', '/incidents?stat=new', undefined, ['/stat state']],
        ['GET', '/incidents?state=nwe,gone,new', undefined, ['/state new']],
        ['GET', '/incidents?fields=id,priorty', undefined, ['/fields priority']],
        ['POST', '/incidents', { shortDescription: 'a' }, ['/shortDescription short_description']],
        [
          'POST',
          '/incidents',
          { short_description: 'a', priority: 'p1', impact: 'hihg', colour: 'red' },
          ['/priority P1', '/impact high'],
        ],
        [
          'POST',
          '/views',
          { name: 'a', list: 'incidents', query: { stat: 'new' }, columns: ['priorty'] },
          ['/query/stat state', '/columns/0 priority'],
        ],
        [
          'POST',
          '/webhooks/inbound',
          { name: 'a', action: 'upsert_ci', field_mapping: { fqdn: '{{ a }}', clas: 'b' } },
          ['/field_mapping/clas class'],
        ],
      ];
      for (const [method, path, body, nearest] of mistyped) {
        const reply = await instance.call(method, path, { as: 'super_admin', body });
        assert.equal(reply.status, 400, path);
        const suggested = (reply.body.errors as Json[]).filter((fault) => 'nearest' in fault);
        assert.deepEqual(
          suggested.map((fault) => `${fault.pointer} ${fault.nearest}`).toSorted(),
          nearest.toSorted(),
          path,
        );
        for (const fault of suggested) {
          assert.ok(fault.message.endsWith(` Did you mean ${fault.nearest}?`), fault.message);
          assert.ok(reply.body.detail.includes(fault.message), reply.body.detail);
          assert.ok(fault.allowed.includes(fault.nearest), fault.nearest);
        }
      }
    });

    test('a direction in the parameter sort is refused, and the message explains the parameter order', async () => {
      const detailOf = async (path: string): Promise<string> => {
        const { status, body } = await instance.call('GET', path);
        assert.equal(status, 400, path);
        return body.detail;
      };
      for (const sort of ['-created_at', '-createdAt'])
        assert.match(
          await detailOf(`/incidents?sort=${sort}`),
          /^sort must be one of created_at, .*\. Use sort=created_at&order=desc\.$/,
        );
      assert.match(await detailOf('/incidents?sort=-colour'), /^sort must be one of [a-z_, ]+\.$/);
      assert.match(
        await detailOf('/jobs?sort=-created_at'),
        /^sort is not a known parameter\. This list has one sort; choose its direction with order=asc or order=desc\.$/,
      );
    });

    test('a body is refused with 400 where none is expected, unless it is empty', async () => {
      const { id } = await instance.incident();
      const sent = await instance.call('DELETE', `/incidents/${id}`, {
        body: { reason: 'duplicate' },
      });
      assert.deepEqual([sent.status, faultsOf(sent)], [400, [' unknown_field']]);
      assert.equal((await instance.call('DELETE', `/incidents/${id}`, { body: {} })).status, 200);
    });

    test('a wrong method is 405 with Allow; an unknown path is 404', async () => {
      const wrong = await instance.call('PUT', '/incidents');
      assert.deepEqual([wrong.status, wrong.body.code], [405, 'method_not_allowed']);
      assert.equal(wrong.headers.get('allow'), 'GET, POST, HEAD');
      for (const [method, path, allow] of [
        ['GET', '/incidents/bulk', 'POST'],
        ['PROPFIND', '/incidents/INC0000001', 'GET, PATCH, DELETE, HEAD'],
      ] as const) {
        const { url } = instance.running;
        const { status, headers } = await fetch(url + instance.prefix + path, { method });
        assert.deepEqual([status, headers.get('allow')], [405, allow]);
      }
      const unknown = await instance.call('GET', '/nothing');
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'not_found']);
      assert.match(
        unknown.body.detail,
        /The API is at .*\/prod\/api\/v1, its reference at .*\/docs\. Tokens are issued at .*\/oauth2\/token/,
      );
    });

    test('a valid X-Request-Id is used in the response and the audit entry, and an invalid one is replaced', async () => {
      const own = `script-7:${instance.prefix.replaceAll('/', '.')}`;
      const created = await instance.call('POST', '/incidents', {
        body: { short_description: 'a' },
        headers: { 'x-request-id': own },
      });
      assert.equal(created.headers.get('x-request-id'), own);
      const audit = await instance.call('GET', `/audit?record=${created.body.id}`);
      assert.equal(audit.body.data[0].request_id, own);
      for (const odd of ['short', 'has spaces in it', 'x'.repeat(129), '<script>alert</script>']) {
        const { headers } = await instance.call('GET', '/incidents?limit=1', {
          headers: { 'x-request-id': odd },
        });
        assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
      }
    });

    test('If-Match accepts only the current version, and otherwise names the changed fields', async () => {
      const { id } = await instance.incident();
      const first = await instance.patch(id, { category: 'a' }, { headers: { 'if-match': '"1"' } });
      assert.deepEqual([first.status, first.headers.get('etag')], [200, '"2"']);
      await instance.patch(id, { priority: 'P1' });
      const late = await instance.patch(id, { category: 'b' }, { headers: { 'if-match': '"1"' } });
      assert.deepEqual([late.status, late.body.code], [412, 'version_mismatch']);
      assert.deepEqual(late.body.changed_fields, ['category', 'priority', 'sla_breach_at']);
      assert.equal(late.body.current_version, 3);
      assert.equal(
        (await instance.patch(id, { category: 'c' }, { headers: { 'if-match': '*' } })).status,
        200,
      );
      assert.equal(
        (await instance.patch(id, { category: 'd' }, { headers: { 'if-match': 'W/"4"' } })).status,
        412,
      );
      assert.equal(
        (await instance.patch(id, { category: 'd' }, { headers: { 'if-match': '"1", "4"' } }))
          .status,
        200,
      );
      const removed = await instance.call('DELETE', `/incidents/${id}`, {
        headers: { 'if-match': '"1"' },
      });
      assert.equal(removed.status, 412);
    });

    test('If-Match takes a bare number as the version, and refuses values that are neither that, * nor ETags', async () => {
      const { id } = await instance.incident();
      const patch = (ifMatch: string) =>
        instance.patch(id, { category: 'a' }, { headers: { 'if-match': ifMatch } });
      const statuses: [ifMatch: string, status: number][] = [
        ['1', 200],
        ['1', 412],
        ['2', 200],
        ['02', 200],
        ['9'.repeat(400), 412],
        ['W/"2"', 412],
        ['W/"1", "2"', 200],
        ['"1" ,"2"', 200],
        ['"a,b", "2"', 200],
        ['""', 412],
        ['', 400],
        ['v2', 400],
        ['W/2', 400],
        ['-2', 400],
        ['2.0', 400],
        ['1, 2', 400],
        ['"1", 2', 400],
        ['*, "2"', 400],
        ['"2', 400],
        [',', 400],
      ];
      for (const [ifMatch, status] of statuses)
        assert.equal((await patch(ifMatch)).status, status, ifMatch);
      const reply = await instance.patch(
        id,
        { category: 'b', colour: 'red' },
        { headers: { 'if-match': 'latest' } },
      );
      assert.deepEqual(faultsOf(reply), ['/If-Match invalid_format', '/colour unknown_field']);
      const missing = await instance.patch('INC9999999', {}, { headers: { 'if-match': 'latest' } });
      assert.equal(missing.status, 404);
      const created = await instance.call('POST', '/incidents', {
        body: { short_description: 'a' },
        headers: { 'if-match': 'latest' },
      });
      assert.equal(created.status, 201, 'a new record has no version to compare');
    });

    test('If-None-Match gets 304 until the version changes, although the SLA clock advances', async () => {
      const { id } = await instance.incident();
      const read = await instance.call('GET', `/incidents/${id}`, {
        headers: { 'if-none-match': '"1"' },
      });
      assert.deepEqual([read.status, read.text, read.headers.get('etag')], [304, '', '"1"']);
      await instance.patch(id, { category: 'a' });
      assert.equal(
        (await instance.call('GET', `/incidents/${id}`, { headers: { 'if-none-match': '"1"' } }))
          .status,
        200,
      );
      assert.equal(
        (await instance.call('GET', `/incidents/${id}`, { headers: { 'if-none-match': 'W/"2"' } }))
          .status,
        304,
      );
    });

    test('GET /health requires a token and names its checks, and no probe is below the API root', async () => {
      const { status, body } = await instance.call('GET', '/health', { as: 'requester' });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['status', 'version', 'checks']);
      assert.deepEqual(Object.keys(body.checks), [
        'database',
        'migrations',
        'schema',
        'partitions',
        'relay',
        'writes',
        'load',
        'limits',
        'search',
        'scim',
        'restore',
        'outgoing',
      ]);
      assert.equal((await instance.call('GET', '/health', { as: null })).status, 401);
      for (const probe of ['/livez', '/readyz']) {
        assert.equal((await fetch(instance.running.url + probe)).status, 200);
        assert.equal((await instance.call('GET', probe)).status, 404);
      }
    });

    const call = (method: string, path: string, options: RequestOptions = {}) =>
      instance.call(method, path, { as: 'super_admin', ...options });
    const sendIfMatch = (
      row: Route,
      params: Record<string, string>,
      ifMatch: string,
      by: RequestOptions = {},
    ) =>
      call(row.method, fillPath(row.path, params), {
        body: bodyOf(row),
        headers: { 'if-match': ifMatch },
        ...by,
      });

    const conditional = routes.filter(takesIfMatch);

    test('If-Match takes the version as a bare number on every record that can be patched', async () => {
      const patched = conditional.filter(({ method }) => method === 'PATCH');
      assert.ok(patched.length > 11, `${patched.length}`);
      const world = await worldOf(instance.running);
      const by = { token: world.admin.token };
      for (const row of patched) {
        const params = (await recordFor(world, row, world.admin)) ?? {};
        const stale = await sendIfMatch(row, params, '999999', by);
        assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch'], nameOf(row));
        const other = await sendIfMatch(row, params, 'v1', by);
        assert.deepEqual(
          [other.status, other.body.errors.map(({ pointer }: Json) => pointer)],
          [400, ['/If-Match']],
          nameOf(row),
        );
        const current = await sendIfMatch(row, params, String(stale.body.current_version), by);
        assert.equal(current.status, 200, `${nameOf(row)}: ${current.text}`);
      }
    });

    test('If-Match of another form is refused with 400 and an example, on every other route that takes it', async () => {
      const others = conditional.filter(({ method }) => method !== 'PATCH');
      assert.ok(others.length > 15, `${others.length}`);
      for (const row of others) {
        const { status, body } = await sendIfMatch(row, idsOf(row), '"3');
        const [fault] = body.errors;
        assert.deepEqual(
          [status, fault.in, fault.pointer, fault.code],
          [400, 'header', '/If-Match', 'invalid_format'],
          nameOf(row),
        );
        assert.match(body.detail, /such as "3", its version, such as 3, or \*/);
      }
    });

    test('a path with a slash at its end is 404 with the path without it, whatever the method', async () => {
      for (const row of routes) {
        const [prefix] = PREFIXES;
        const path = fillPath(row.path, idsOf(row)).split('?', 1)[0] ?? '';
        const { status, body } = await call(row.method, `${path}/`, { prefix });
        assert.deepEqual(
          [status, body.code, body.detail],
          [
            404,
            'not_found',
            `No resource at ${prefix}${path}/. Paths have no slash at their end: use ${prefix}${path}.`,
          ],
          nameOf(row),
        );
      }
      const { url } = instance.running;
      const document = (await (await fetch(`${url}/openapi.json/`)).json()) as Json;
      assert.match(document.detail, /at \/openapi\.json\/\..* use \/openapi\.json\.$/);
      const unknown = await call('GET', '/nothing/?a=1');
      assert.match(unknown.body.detail, /^No resource at \S+\/nothing\/\. The API is at /);
    });

    test('an id of another form is 404 with the form, and with the id that it probably means, whether it exists or not', async () => {
      const detailOf = async (path: string): Promise<string> => {
        const { status, body } = await call('GET', path);
        assert.deepEqual([status, body.code], [404, 'not_found'], path);
        return body.detail;
      };
      const { id } = await instance.incident();
      const known = `Incident ids look like INC0000042; did you mean ${id}?`;
      const meant: [path: string, sentence: string][] = [
        [`/incidents/${Number(id.slice(3))}`, known],
        [`/incidents/${id.toLowerCase()}`, known],
        [`/incidents/${Number(id.slice(3))}/notes`, known],
        ['/incidents/9999999', 'Incident ids look like INC0000042; did you mean INC9999999?'],
        ['/changes/chg-12', 'Change ids look like CHG0000012; did you mean CHG0000012?'],
        ['/cmdb/cis/1042', 'CI ids look like CI1042; did you mean CI1042?'],
        ['/knowledge/articles/vpn', 'Article ids look like KB0000017.'],
        ['/users/ada@example.com', 'User ids look like USR0000042.'],
        ['/knowledge/articles/KB0000017/versions/latest', 'Versions look like 3.'],
      ];
      for (const [path, sentence] of meant)
        assert.equal(
          await detailOf(path),
          `${instance.prefix}${path} does not exist, or you may not see it. ${sentence}`,
        );
    });

    test('openapi.json and the reference are public', async () => {
      const document = await fetch(`${instance.running.url}/openapi.json`);
      assert.equal(((await document.json()) as { openapi: string }).openapi, '3.1.0');
      const page = await fetch(`${instance.running.url}/docs`);
      assert.deepEqual([page.status, page.url], [200, `${instance.running.url}/docs/`]);
    });
  },
  { env: worldEnvironment },
);
