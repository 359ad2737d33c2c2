// Hostile and broken requests of SCIM get an error in its form, change nothing, and take no long time to read.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { type Directory, ENTERPRISE, openDirectory } from '../support/scim-client.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

section(
  'Hostile requests of SCIM',
  (instance) => {
    let [directory, user, group]: [Directory, Json, Json] = [undefined as never, {}, {}];
    before(async () => {
      directory = await openDirectory(instance.running);
      user = (await directory.send('POST', '/Users', { userName: 'v@example.com' })).body;
      const body = { displayName: 'Team', members: [{ value: user.id }] };
      group = (await directory.send('POST', '/Groups', body)).body;
    });
    const url = (path: string) => `${instance.running.url}/scim/v2${path}`;
    interface RawInit {
      method: string;
      body?: string;
      headers?: Record<string, string>;
    }
    const raw = async (path: string, init: RawInit, token = directory.token) => {
      const headers = { authorization: `Bearer ${token}`, ...init.headers };
      const response = await fetch(url(path), { ...init, headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const versions = async () => {
      const all = [`/Users/${user.id}`, `/Groups/${group.id}`];
      return Promise.all(
        all.map(async (path) => (await directory.send('GET', path)).headers.get('etag')),
      );
    };
    const deepList = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

    test('filters that are long, deep or broken are refused with invalidFilter', async () => {
      const filters = [
        `userName eq "${'a'.repeat(10_000)}"`,
        Array.from({ length: 11 }, () => 'id eq "x"').join(' and '),
        `${'('.repeat(500)}id eq "x"${')'.repeat(500)}`,
        `emails[${'emails['.repeat(200)}`,
        `id eq "${String.raw`\\`.repeat(300)}`,
        'id eq "x" and',
        'id eq "x" id eq "x"',
        '__proto__ eq "x"',
        'constructor eq "x"',
        'toString.length eq "x"',
        'password eq "x"',
        'tokenHash sw "a"',
        `id eq "x' or '1'='1`,
        'id eq x',
        'id gt "x"',
        'active sw "t"',
        'active eq 1',
        'userName eq 1',
        'not id eq "x"',
        String.raw`id eq "\u0000"`,
        String.raw`id eq "\ud800"`,
      ];
      for (const path of ['/Users', '/Groups'])
        for (const filter of filters) {
          const query = new URLSearchParams({ filter });
          const { status, body } = await directory.send('GET', `${path}?${query.toString()}`);
          assert.deepEqual(
            [status, body.scimType, body.schemas],
            [400, 'invalidFilter', [ERROR]],
            filter,
          );
        }
    });

    test('values of filters are data, whatever they contain', async () => {
      for (const value of [`' or 1=1 --`, '%', '_', '\u{1F600}', '$1', '}}']) {
        const filter = `userName co "${value.replace(/^'/, "'")}"`;
        const query = new URLSearchParams({ filter });
        const { status, body } = await directory.send('GET', `/Users?${query.toString()}`);
        assert.deepEqual([status, body.totalResults], [200, 0], value);
      }
    });

    test('bodies that are no resource or no PATCH are refused, and nothing changes', async () => {
      const unchanged = await versions();
      const many = Array.from({ length: 10_000 }, () => ({ op: 'add', path: 'title', value: 'x' }));
      const bodies: [unknown, number][] = [
        [undefined, 400],
        ['', 400],
        ['{', 400],
        ['null', 400],
        ['[]', 400],
        ['"x"', 400],
        [deepList(5000), 400],
        [`{"Operations":${deepList(200)}}`, 400],
        [{ Operations: [] }, 400],
        [{ Operations: {} }, 400],
        [{ Operations: [null] }, 400],
        [{ Operations: [{ op: {}, path: 'title' }] }, 400],
        [{ Operations: [{ op: 'add', path: ['title'], value: 'x' }] }, 400],
        [{ Operations: [{ op: 'add', path: 'title', value: { toString: 'x' } }] }, 400],
        [{ Operations: [{ op: 'add', path: 'title', value: 'a\0b' }] }, 400],
        [{ Operations: [{ op: 'add', path: 'title', value: 'x'.repeat(256) }] }, 400],
        [{ Operations: [{ op: 'add', path: `emails[${'['.repeat(2000)}`, value: 'x' }] }, 400],
        [{ Operations: [{ op: 'add', path: 'emails]type[', value: 'x' }] }, 400],
        [
          {
            Operations: [
              { op: 'add', path: String.raw`emails[type eq "\u0000"].value`, value: 'x' },
            ],
          },
          400,
        ],
        [{ Operations: [{ op: 'add', path: '__proto__.polluted', value: 'x' }] }, 400],
        [{ Operations: [{ op: 'add', path: 'name.__proto__', value: 'x' }] }, 400],
        [
          { Operations: [{ op: 'add', path: 'emails[constructor eq "x"].value', value: 'x' }] },
          400,
        ],
        ['{"Operations":[{"op":"add","value":{"__proto__":{"polluted":1}}}]}', 400],
        [
          { Operations: [{ op: 'add', value: { constructor: { prototype: { polluted: 1 } } } }] },
          400,
        ],
        [{ Operations: [{ op: 'add', path: ENTERPRISE, value: 'x' }] }, 400],
        [{ Operations: many }, 400],
        [{ Operations: many.slice(0, 1001) }, 413],
        [`{"Operations":[{"op":"add","path":"title","value":"${'x'.repeat(1_100_000)}"}]}`, 413],
        [
          {
            Operations: [
              { op: 'add', path: 'emails', value: Array.from({ length: 40_000 }, () => 1) },
            ],
          },
          400,
        ],
      ];
      for (const [body, status] of bodies) {
        const reply = await directory.send('PATCH', `/Users/${user.id}`, body);
        const shown = JSON.stringify(body)?.slice(0, 100);
        assert.deepEqual([reply.status, reply.body.schemas], [status, [ERROR]], shown);
      }
      assert.equal(({} as Json).polluted, undefined);
      assert.deepEqual(await versions(), unchanged);
    });

    test('prototype names in a new resource are ignored, and ids of other forms do not exist', async () => {
      const text = `{"userName":"proto@example.com","__proto__":{"active":false},"constructor":{"x":1},"name":{"__proto__":{"formatted":"x"}}}`;
      const { status, body } = await directory.send('POST', '/Users', text);
      assert.deepEqual([status, body.active, body.displayName], [201, true, 'proto@example.com']);
      for (const id of ['__proto__', '%00', '..%2f..%2fUsers', 'USR0000001%27--', group.id]) {
        const reply = await raw(`/Users/${id}`, { method: 'GET' });
        assert.equal(reply.status, 404, id);
        assert.equal(JSON.parse(reply.text).schemas[0], ERROR, id);
      }
    });

    test('only JSON in UTF-8 is read, as application/scim+json or application/json', async () => {
      const path = `/Users/${user.id}`;
      const body = JSON.stringify({ Operations: [{ op: 'add', path: 'nickName', value: 'x' }] });
      const types: [string, number][] = [
        ['application/scim+json', 200],
        ['application/scim+json; charset=utf-8', 200],
        ['application/json', 200],
        ['application/scim+json; charset=utf-16', 415],
        ['text/plain', 415],
        ['application/xml', 415],
        ['application/x-www-form-urlencoded', 415],
        ['multipart/form-data; boundary=x', 415],
      ];
      for (const [type, status] of types) {
        const reply = await raw(path, { method: 'PATCH', body, headers: { 'content-type': type } });
        assert.equal(reply.status, status, type);
        assert.equal(reply.headers.get('content-type'), 'application/scim+json; charset=utf-8');
      }
      const api = await fetch(`${instance.running.url}/prod/api/v1/incidents`, {
        method: 'POST',
        body: '{}',
        headers: {
          authorization: `Bearer ${await instance.running.tokenFor('agent')}`,
          'content-type': 'application/scim+json',
        },
      });
      assert.equal(api.status, 415, 'the API does not take the media type of SCIM');
    });

    test('tokens of the API are refused here, and the token of a connector there', async () => {
      for (const path of ['/Users', '/ServiceProviderConfig', '/nothing']) {
        const tokens = [
          await instance.running.tokenFor('super_admin'),
          directory.token.slice(0, -1),
          `${directory.token}x`,
          directory.token.toLowerCase(),
          `sbscim_${'0'.repeat(36)}`,
          'x',
        ];
        for (const token of tokens) {
          const reply = await raw(path, { method: 'GET' }, token);
          assert.equal(reply.status, 401, token);
          assert.equal(JSON.parse(reply.text).schemas[0], ERROR);
          assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer realm/);
        }
        assert.equal((await fetch(url(path))).status, 401);
      }
      for (const path of ['/users', '/scim-connectors', '/incidents', '/me']) {
        const reply = await instance.call('GET', path, { token: directory.token });
        assert.equal(reply.status, 401, path);
      }
    });

    test('a connector reaches neither users nor groups of another, nor those by hand', async () => {
      const other = await openDirectory(instance.running, { name: 'Other' });
      const unchanged = await versions();
      for (const [path, body] of [
        [`/Users/${user.id}`, { userName: 'x@example.com' }],
        [`/Groups/${group.id}`, { displayName: 'Taken' }],
      ] as const) {
        const Operations = [{ op: 'replace', path: Object.keys(body)[0], value: 'x@example.com' }];
        assert.equal((await other.send('GET', path)).status, 404);
        assert.equal((await other.send('PUT', path, body)).status, 404);
        assert.equal((await other.send('PATCH', path, { Operations })).status, 404);
        assert.equal((await other.send('DELETE', path)).status, 404);
      }
      for (const path of ['/Users', '/Groups'])
        assert.equal((await other.send('GET', path)).body.totalResults, 0);
      const theirs = (await other.send('POST', '/Groups', { displayName: 'Theirs' })).body;
      const stolen = await other.send('PATCH', `/Groups/${theirs.id}`, {
        Operations: [{ op: 'add', path: 'members', value: [{ value: user.id }] }],
      });
      assert.equal(stolen.status, 400);
      const taken = await other.send('POST', '/Groups', { displayName: 'Team' });
      assert.deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
      assert.deepEqual(await versions(), unchanged);
    });

    test('parameters that are broken are refused, and huge ones are adjusted', async () => {
      const cases: [string, number][] = [
        ['count=x', 400],
        ['startIndex=1.5', 400],
        ['count=1&count=2', 400],
        ['filter=id%20eq%20%22x%22&filter=', 400],
        ['attributes=id&excludedAttributes=name', 400],
        [`attributes=${'a,'.repeat(101)}`, 400],
        ['attributes=__proto__,constructor', 200],
        ['count=999999999&startIndex=999999999', 200],
        ['count=-5&startIndex=-5', 200],
        ['unknown=1', 200],
      ];
      for (const [query, status] of cases)
        assert.equal((await directory.send('GET', `/Users?${query}`)).status, status, query);
    });

    // The clock goes on, so this test is the last one.
    test('a token is refused as soon as it is rotated, inactive or expired', async () => {
      const own = await openDirectory(instance.running);
      const statusWith = async (token: string) =>
        (await raw('/Users', { method: 'GET' }, token)).status;
      const path = `/scim-connectors/${own.id}`;
      const change = (method: string, at: string, body?: Json) =>
        instance.call(method, at, { as: 'super_admin', body });
      assert.equal(await statusWith(own.token), 200);
      const { token } = (await change('POST', `${path}/rotate`)).body;
      assert.deepEqual([await statusWith(own.token), await statusWith(token)], [401, 200]);
      await change('PATCH', path, { active: false });
      assert.equal(await statusWith(token), 401);
      await change('PATCH', path, { active: true });
      assert.equal(await statusWith(token), 200);
      clock.forward(365 * 86_400 - 1);
      assert.equal(await statusWith(token), 200);
      clock.forward(1);
      assert.equal(await statusWith(token), 401);
    });
  },
  { clock },
);
