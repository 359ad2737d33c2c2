// A request of another form than the service takes is refused with the form that it takes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { routes } from '../../src/app.ts';
import { type Route, takesIfMatch } from '../../src/platform/http/routes/route.ts';
import { type Json, PREFIXES, type RequestOptions } from '../support/harness.ts';
import {
  bodyOf,
  fillPath,
  nameOf,
  openWorld,
  type Person,
  recordFor,
  type World,
} from '../support/records.ts';

/** Returns an id of the right form for each parameter; such a record need not exist. */
const idsOf = ({ params }: Route): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params?.properties ?? {}).map(([name, schema]) => [
      name,
      (schema as { example?: string }).example ?? '',
    ]),
  );

describe('Requests of another form', () => {
  let world: World;
  let caller: Person;
  before(async () => {
    world = await openWorld();
    caller = await world.person('super_admin');
  });
  after(() => world.instance.stop());

  const call = (method: string, path: string, options: RequestOptions = {}) =>
    world.instance.call(method, path, { token: caller.token, ...options });
  const sendIfMatch = (row: Route, params: Record<string, string>, ifMatch: string) =>
    call(row.method, fillPath(row.path, params), {
      body: bodyOf(row),
      headers: { 'if-match': ifMatch },
    });

  const conditional = routes.filter(takesIfMatch);

  test('If-Match takes the version as a bare number on every record that can be patched', async () => {
    const patched = conditional.filter(({ method }) => method === 'PATCH');
    assert.ok(patched.length > 11, `${patched.length}`);
    for (const row of patched) {
      const params = (await recordFor(world, row, caller)) ?? {};
      const stale = await sendIfMatch(row, params, '999999');
      assert.deepEqual([stale.status, stale.body.code], [412, 'version_mismatch'], nameOf(row));
      const other = await sendIfMatch(row, params, 'v1');
      assert.deepEqual(
        [other.status, other.body.errors.map(({ pointer }: Json) => pointer)],
        [400, ['/If-Match']],
        nameOf(row),
      );
      const current = await sendIfMatch(row, params, String(stale.body.current_version));
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
    const { url } = world.instance;
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
    const meant: [path: string, sentence: string][] = [
      ['/incidents/701', 'Incident ids look like INC0000042; did you mean INC0000701?'],
      ['/incidents/1', 'Incident ids look like INC0000042; did you mean INC0000001?'],
      ['/incidents/inc0000001', 'Incident ids look like INC0000042; did you mean INC0000001?'],
      ['/incidents/1/notes', 'Incident ids look like INC0000042; did you mean INC0000001?'],
      ['/changes/chg-12', 'Change ids look like CHG0000012; did you mean CHG0000012?'],
      ['/cmdb/cis/1042', 'CI ids look like CI1042; did you mean CI1042?'],
      ['/knowledge/articles/vpn', 'Article ids look like KB0000017.'],
      ['/users/ada@example.com', 'User ids look like USR0000042.'],
      ['/knowledge/articles/KB0000017/versions/latest', 'Versions look like 3.'],
    ];
    for (const [path, sentence] of meant)
      assert.equal(
        await detailOf(path),
        `${PREFIXES[1]}${path} does not exist, or you may not see it. ${sentence}`,
      );
  });
});
