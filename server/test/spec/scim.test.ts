import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, test } from 'node:test';
import type { Json } from '../support/harness.ts';
import { logIn, requestToken } from '../support/people.ts';
import { until } from '../support/processes.ts';
import { type Directory, ENTERPRISE, GROUP, openDirectory, USER } from '../support/scim-client.ts';
import { scimFeature } from '../../src/scim/index.ts';
import { section, TestClock } from './setup.ts';

const clock = new TestClock();

section(
  'SCIM',
  (instance) => {
    let directory: Directory;
    before(async () => {
      directory = await openDirectory(instance.running);
    });
    const address = (name = 'p') => `${name}${randomBytes(5).toString('hex')}@example.com`;
    const createUser = async (fields: Json = {}, from = directory): Promise<Json> => {
      const body = { schemas: [USER], userName: address(), ...fields };
      const reply = await from.send('POST', '/Users', body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body;
    };
    const createGroup = async (fields: Json = {}, from = directory): Promise<Json> => {
      const displayName = `Team ${randomBytes(5).toString('hex')}`;
      const reply = await from.send('POST', '/Groups', {
        schemas: [GROUP],
        displayName,
        ...fields,
      });
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body;
    };
    const api = (method: string, path: string, body?: Json) =>
      instance.call(method, path, { as: 'super_admin', body });
    const apiUser = async (id: string): Promise<Json> => (await api('GET', `/users/${id}`)).body;
    const apiGroup = async (id: string): Promise<Json> => (await api('GET', `/groups/${id}`)).body;
    const membersOf = async (id: string): Promise<string[]> =>
      ((await directory.send('GET', `/Groups/${id}`)).body.members as Json[]).map(
        ({ value }) => value,
      );

    test('a user is created with all attributes, and read as sent', async () => {
      const boss = await createUser({ displayName: 'Bo Ss' });
      const sent = {
        schemas: [USER, ENTERPRISE],
        userName: address('Ada.'),
        externalId: 'a-1',
        name: { givenName: 'Ada', familyName: 'Ellis' },
        title: 'Engineer',
        locale: 'de-CH',
        timezone: 'Europe/Zurich',
        active: true,
        emails: [{ value: 'ada@home.example', type: 'home' }],
        nickName: 'ignored',
        unknown: { deep: [1] },
        [ENTERPRISE]: { department: 'IT', manager: { value: boss.id } },
      };
      const { status, headers, body } = await directory.send('POST', '/Users', sent);
      assert.equal(status, 201);
      const { nickName: _, unknown: __, ...stored } = sent;
      const location = `https://desk.example.com/scim/v2/Users/${body.id}`;
      assert.deepEqual(body, {
        ...stored,
        id: body.id,
        displayName: 'Ada Ellis',
        [ENTERPRISE]: {
          department: 'IT',
          manager: {
            value: boss.id,
            $ref: `https://desk.example.com/scim/v2/Users/${boss.id}`,
            displayName: 'Bo Ss',
          },
        },
        meta: {
          resourceType: 'User',
          created: clock.now.toISOString(),
          lastModified: clock.now.toISOString(),
          version: '"1"',
          location,
        },
      });
      assert.equal(headers.get('location'), location);
      assert.equal(headers.get('etag'), '"1"');
      assert.equal(headers.get('content-type'), 'application/scim+json; charset=utf-8');
      assert.deepEqual((await directory.send('GET', `/Users/${body.id}`)).body, body);
      const user = await apiUser(body.id);
      assert.deepEqual(
        [user.email, user.name, user.roles, user.active],
        [sent.userName, 'Ada Ellis', [], true],
      );
    });

    test('an address that exists here is taken over once, with its roles; that of another connector is not', async () => {
      const email = address();
      const user = (await api('POST', '/users', { email, name: 'Old', roles: ['agent'] })).body;
      const taken = await createUser({ userName: email.toUpperCase(), displayName: 'New' });
      assert.deepEqual([taken.id, taken.displayName], [user.id, 'New']);
      assert.deepEqual((await apiUser(user.id)).roles, ['agent']);
      const again = await directory.send('POST', '/Users', { userName: email });
      assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness']);
      const other = await openDirectory(instance.running);
      const theirs = await other.send('POST', '/Users', { userName: email });
      assert.deepEqual([theirs.status, theirs.body.scimType], [409, 'uniqueness']);
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : { userName: email };
        const reply = await other.send(method, `/Users/${user.id}`, body);
        const expected = method === 'PATCH' ? 400 : 404;
        assert.equal(reply.status, expected, method);
      }
    });

    test('users are found by filters, page by page, with the attributes that are asked for', async () => {
      const own = await openDirectory(instance.running);
      for (const at of [1, 2, 3, 4, 5])
        await createUser({ userName: `f${at}.${address('Q')}`, externalId: `X${at}` }, own);
      const list = async (query: Record<string, string>): Promise<Json> => {
        const reply = await own.send('GET', `/Users?${new URLSearchParams(query).toString()}`);
        assert.equal(reply.status, 200, JSON.stringify(reply.body));
        return reply.body;
      };
      const page = await list({ startIndex: '2', count: '2', attributes: 'externalId' });
      assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [5, 2, 2]);
      assert.deepEqual(page.Resources, [
        { schemas: [USER], id: page.Resources[0].id, externalId: 'X2' },
        { schemas: [USER], id: page.Resources[1].id, externalId: 'X3' },
      ]);
      const find = async (filter: string) =>
        (await list({ filter })).Resources.map(({ externalId }: Json) => externalId);
      assert.deepEqual(await find('externalId eq "X4"'), ['X4']);
      assert.deepEqual(await find('externalId eq "x4"'), []);
      assert.deepEqual(await find('userName sw "F1.q" and active eq true'), ['X1']);
      assert.deepEqual(await find(`${USER}:userName CO "f2." AND externalId sw "X"`), ['X2']);
      assert.deepEqual(await find('emails.value sw "f3."'), ['X3']);
      assert.deepEqual(await find('active eq "False"'), []);
      assert.deepEqual(await find('displayName eq "%"'), []);
      assert.deepEqual((await list({ count: '0' })).Resources, []);
      assert.equal((await list({ startIndex: '-3', count: '-1' })).totalResults, 5);
      const excluded = await list({ excludedAttributes: 'meta,emails,name.givenName', count: '1' });
      assert.deepEqual(Object.keys(excluded.Resources[0]).toSorted(), [
        'active',
        'displayName',
        'externalId',
        'id',
        'schemas',
        'userName',
      ]);
      for (const filter of ['userName pr', 'a eq', 'userName eq "a" or userName eq "b"', '(a)']) {
        const reply = await own.send('GET', `/Users?${new URLSearchParams({ filter }).toString()}`);
        assert.deepEqual([reply.status, reply.body.scimType], [400, 'invalidFilter'], filter);
      }
    });

    test('PUT replaces, PATCH changes single attributes, and each needs the current version if one is sent', async () => {
      const user = await createUser({ title: 'A', name: { givenName: 'Al', familyName: 'Bo' } });
      const path = `/Users/${user.id}`;
      clock.forward(60);
      const patched = await directory.patch(
        path,
        { op: 'Replace', path: 'name.familyName', value: 'Cy' },
        { op: 'add', value: { [`${ENTERPRISE}:department`]: 'Ops', title: 'B' } },
      );
      assert.equal(patched.status, 200, JSON.stringify(patched.body));
      assert.deepEqual(
        [patched.body.name, patched.body.displayName, patched.body[ENTERPRISE].department],
        [{ givenName: 'Al', familyName: 'Cy' }, 'Al Cy', 'Ops'],
      );
      assert.deepEqual(
        [patched.body.title, patched.body.meta.version, patched.body.meta.lastModified],
        ['B', '"2"', clock.now.toISOString()],
      );
      const body = { userName: user.userName, displayName: 'Al' };
      const stale = await directory.send('PUT', path, body, { 'if-match': 'W/"1"' });
      assert.equal(stale.status, 412);
      const put = await directory.send('PUT', path, body, { 'if-match': 'W/"2"' });
      assert.equal(put.status, 200);
      assert.deepEqual(
        [put.body.displayName, put.body.title, put.body.name, put.body[ENTERPRISE]],
        ['Al', undefined, undefined, undefined],
      );
      const same = await directory.send('PUT', path, body);
      assert.equal(same.headers.get('etag'), '"3"', 'nothing changed, so the version stays');
      const unchanged = await directory.send('GET', path, undefined, { 'if-none-match': '"3"' });
      assert.equal(unchanged.status, 304);
    });

    test('errors of a PATCH name their type', async () => {
      const { id } = await createUser();
      const cases: [Json, number, string | undefined][] = [
        [{ op: 'replace', path: 'nothing', value: 1 }, 400, 'invalidPath'],
        [{ op: 'replace', path: 'constructor', value: 1 }, 400, 'invalidPath'],
        [{ op: 'replace', path: '__proto__', value: {} }, 400, 'invalidPath'],
        [{ op: 'replace', path: 'id', value: 'x' }, 400, 'mutability'],
        [{ op: 'replace', path: 'groups', value: [] }, 400, 'mutability'],
        [{ op: 'replace', path: 'emails[type eq "x"].value', value: 'y' }, 400, 'noTarget'],
        [{ op: 'replace', path: 'emails[type xx "x"].value', value: 'y' }, 400, 'invalidFilter'],
        [{ op: 'remove', path: 'userName' }, 400, 'invalidValue'],
        [{ op: 'replace', path: 'userName', value: 'no address' }, 400, 'invalidValue'],
        [{ op: 'replace', path: 'active', value: 'maybe' }, 400, 'invalidValue'],
        [{ op: 'replace', path: 'timezone', value: 'Mars/Base' }, 400, 'invalidValue'],
        [{ op: 'remove' }, 400, 'noTarget'],
        [{ op: 'move', path: 'title' }, 400, 'invalidSyntax'],
        [{ op: 'replace', path: 'phoneNumbers', value: [{ value: '1' }] }, 200, undefined],
      ];
      for (const [operation, status, scimType] of cases) {
        const reply = await directory.patch(`/Users/${id}`, operation);
        assert.deepEqual(
          [reply.status, reply.body.scimType],
          [status, scimType],
          JSON.stringify(operation),
        );
      }
      assert.equal((await directory.send('GET', `/Users/${id}`)).body.meta.version, '"1"');
    });

    test('a deactivated user keeps the id, and one that is deleted is deactivated and can come back', async () => {
      const user = await createUser();
      const path = `/Users/${user.id}`;
      const off = await directory.patch(path, { op: 'Replace', path: 'active', value: 'False' });
      assert.equal(off.body.active, false);
      assert.equal((await apiUser(user.id)).active, false);
      await directory.patch(path, { op: 'replace', value: { active: true } });
      assert.equal((await apiUser(user.id)).active, true);
      const gone = await directory.send('DELETE', path);
      assert.deepEqual([gone.status, gone.body], [204, undefined]);
      assert.equal((await directory.send('GET', path)).status, 404);
      assert.equal((await apiUser(user.id)).active, false);
      const back = await createUser({ userName: user.userName });
      assert.deepEqual([back.id, (await apiUser(user.id)).active], [user.id, true]);
    });

    test('a person whom the directory deactivates loses every session and token at once', async () => {
      const { AUTH_URL, BASE_URL } = instance.running.deps.config;
      const person = { email: address(), password: 'correct horse battery' };
      await api('POST', '/users', { ...person, name: 'Leaver', roles: ['agent'] });
      const { id } = await createUser({ userName: person.email });
      const tokens = await logIn(AUTH_URL, BASE_URL, person);
      const me = () => instance.call('GET', '/me', { token: tokens.access_token });
      assert.equal((await me()).status, 200);
      await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
      await until('the token is refused', async () => (await me()).status === 401);
      const refreshed = await requestToken(AUTH_URL, {
        grant_type: 'refresh_token',
        client_id: 'console',
        refresh_token: tokens.refresh_token,
      });
      assert.equal(refreshed.status, 400);
      const [sessions] = await instance.running.sql(
        'select count(*)::int as n from sessions where user_id = $1',
        [id],
      );
      assert.equal(sessions?.n, 0);
    });

    test('members join and leave a group in both dialects, and the group names them by address', async () => {
      const [ada, ben, cyd] = [await createUser(), await createUser(), await createUser()];
      const group = await createGroup({ externalId: 'g-1', members: [{ value: ada.id }] });
      const path = `/Groups/${group.id}`;
      const entra = await directory.patch(path, {
        op: 'Add',
        path: 'members',
        value: [{ value: ben.id }, { value: cyd.id }, { value: ada.id }],
      });
      assert.deepEqual([entra.status, entra.body], [204, undefined]);
      assert.deepEqual(await membersOf(group.id), [ada.id, ben.id, cyd.id]);
      assert.deepEqual(
        (await apiGroup(group.id)).members,
        [ada, ben, cyd].map(({ userName }) => userName),
      );
      await directory.patch(path, { op: 'Remove', path: 'members', value: [{ value: ada.id }] });
      assert.deepEqual(await membersOf(group.id), [ben.id, cyd.id]);
      await directory.patch(path, { op: 'remove', path: `members[value eq "${ben.id}"]` });
      assert.deepEqual(await membersOf(group.id), [cyd.id]);
      await directory.patch(`/Users/${cyd.id}`, {
        op: 'replace',
        path: 'userName',
        value: 'new.cyd@example.com',
      });
      assert.deepEqual((await apiGroup(group.id)).members, ['new.cyd@example.com']);
      const { body: shown } = await directory.send('GET', `/Users/${cyd.id}`);
      assert.deepEqual(shown.groups, [
        {
          value: group.id,
          $ref: `https://desk.example.com/scim/v2/Groups/${group.id}`,
          display: group.displayName,
        },
      ]);
      const check = `id eq "${group.id}" and members eq "${cyd.id}"`;
      const filter = new URLSearchParams({ filter: check, excludedAttributes: 'members' });
      const { body: found } = await directory.send('GET', `/Groups?${filter.toString()}`);
      assert.equal(found.totalResults, 1);
      assert.equal('members' in found.Resources[0], false);
      await directory.send('DELETE', `/Users/${cyd.id}`);
      assert.deepEqual((await apiGroup(group.id)).members, []);
    });

    test('a group that exists here is taken over with its members, and stays when the directory deletes it', async () => {
      const members = ['x@example.com', 'y@example.com'];
      const local = (await api('POST', '/groups', { name: 'Existing', members })).body;
      const { id } = await createUser();
      const taken = await createGroup({ displayName: 'Existing', members: [{ value: id }] });
      assert.deepEqual([taken.id, taken.members.length], [local.id, 1]);
      assert.equal((await apiGroup(local.id)).members.length, 3);
      assert.equal((await directory.send('DELETE', `/Groups/${taken.id}`)).status, 204);
      assert.equal((await directory.send('GET', `/Groups/${taken.id}`)).status, 404);
      assert.equal((await apiGroup(local.id)).members.length, 3);
      const put = await createGroup({ displayName: 'Existing', members: [{ value: id }] });
      const sent = { displayName: 'Existing', members: [{ value: id }] };
      assert.equal((await directory.send('PUT', `/Groups/${put.id}`, sent)).status, 200);
      assert.equal(
        (await apiGroup(local.id)).members.length,
        1,
        'the directory stated all members',
      );
    });

    test('one request does not empty a group of more than five members, unless the connector allows it', async () => {
      const users = await Promise.all(Array.from({ length: 6 }, () => createUser()));
      const members = users.map(({ id }) => ({ value: id }));
      const group = await createGroup({ members });
      const path = `/Groups/${group.id}`;
      const attempts = [
        () => directory.patch(path, { op: 'Remove', path: 'members', value: members }),
        () => directory.patch(path, { op: 'remove', path: 'members' }),
        () => directory.patch(path, { op: 'replace', path: 'members', value: [] }),
        () => directory.patch(path, { op: 'replace', value: { members: [] } }),
        () => directory.patch(path, { op: 'remove', path: 'members[value sw "USR"]' }),
        () => directory.send('PUT', path, { displayName: group.displayName }),
      ];
      for (const attempt of attempts) assert.equal((await attempt()).status, 409);
      assert.equal((await membersOf(group.id)).length, 6);
      assert.equal((await apiGroup(group.id)).members.length, 6);
      await api('PATCH', `/scim-connectors/${directory.id}`, { allow_emptying: true });
      assert.equal((await attempts[0]?.())?.status, 204);
      assert.deepEqual((await apiGroup(group.id)).members, []);
      await api('PATCH', `/scim-connectors/${directory.id}`, { allow_emptying: false });
    });

    test('only users of the connector become members, and names of groups are unique', async () => {
      const { body: local } = await api('POST', '/users', {
        email: address(),
        name: 'Local',
        roles: ['agent'],
      });
      const group = await createGroup();
      for (const value of [local.id, 'USR9999999', group.id, 'x'.repeat(200)]) {
        const reply = await directory.patch(`/Groups/${group.id}`, {
          op: 'add',
          path: 'members',
          value: [{ value }],
        });
        assert.deepEqual([reply.status, reply.body.scimType], [400, 'invalidValue']);
      }
      const twice = await directory.send('POST', '/Groups', { displayName: group.displayName });
      assert.deepEqual([twice.status, twice.body.scimType], [409, 'uniqueness']);
    });

    test('fields that a directory provides are refused by hand, with the name of its connector, until it is inactive', async () => {
      const own = await openDirectory(instance.running, { name: 'Okta EU' });
      const user = await createUser({ displayName: 'Ada', title: 'A' }, own);
      const group = await createGroup({ members: [{ value: user.id }] }, own);
      const refused: [string, Json, string[]][] = [
        [`/users/${user.id}`, { name: 'B', roles: ['agent'] }, ['name']],
        [`/users/${user.id}`, { active: false, email: address() }, ['email', 'active']],
        [`/groups/${group.id}`, { name: 'Mine', members: [] }, ['name', 'members']],
      ];
      for (const [path, body, fields] of refused) {
        const reply = await api('PATCH', path, body);
        assert.deepEqual(
          [reply.status, reply.body.code, reply.body.fields, reply.body.connector],
          [409, 'provisioned', fields, own.id],
        );
        assert.match(reply.body.detail, /Okta EU/);
      }
      const allowed = await api('PATCH', `/users/${user.id}`, { name: 'Ada', roles: ['agent'] });
      assert.deepEqual([allowed.status, allowed.body.roles], [200, ['agent']]);
      assert.equal((await api('PATCH', `/groups/${group.id}`, { email: address() })).status, 200);
      await api('PATCH', `/scim-connectors/${own.id}`, { active: false });
      assert.equal((await own.send('GET', '/Users')).status, 401);
      assert.equal((await api('PATCH', `/users/${user.id}`, { active: false })).status, 200);
    });

    test('members get roles and groups by the rules, also after a change of a name or a rule, and lose them', async () => {
      const { body: team } = await api('POST', '/groups', { name: 'Night shift' });
      const rule = { claim: 'groups', value: 'IT', roles: ['agent'], groups: ['Night shift'] };
      const own = await openDirectory(instance.running, { role_rules: [rule] });
      const [ada, ben] = [await createUser({}, own), await createUser({}, own)];
      const rolesOf = async (id: string) => (await apiUser(id)).roles;
      const group = await createGroup({ displayName: 'IT', members: [{ value: ada.id }] }, own);
      const path = `/Groups/${group.id}`;
      await own.patch(path, { op: 'add', path: 'members', value: [{ value: ben.id }] });
      assert.deepEqual([await rolesOf(ada.id), await rolesOf(ben.id)], [['agent'], ['agent']]);
      assert.deepEqual((await apiGroup(team.id)).members, [ada.userName, ben.userName]);
      await own.patch(path, { op: 'Remove', path: 'members', value: [{ value: ada.id }] });
      assert.deepEqual([await rolesOf(ada.id), await rolesOf(ben.id)], [[], ['agent']]);
      await own.patch(path, { op: 'replace', path: 'displayName', value: 'Other IT' });
      assert.deepEqual(await rolesOf(ben.id), []);
      await own.patch(path, { op: 'replace', value: { displayName: 'IT' } });
      assert.deepEqual(await rolesOf(ben.id), ['agent']);
      const { body: entry } = await instance.call('GET', `/audit?record=${ben.id}`);
      assert.deepEqual(entry.data[0].cause, { kind: 'role_rules', source: own.id });
      assert.equal(entry.data[0].actor, `scim+${own.id}@clients.desk.example.com`);
      assert.deepEqual(entry.data[0].origin, { address: '127.0.0.1', client: own.id });
      await own.send('DELETE', path);
      assert.deepEqual(await rolesOf(ben.id), []);
      assert.deepEqual((await apiGroup(team.id)).members, []);
    });

    test('requests for one group at the same time lose no member', async () => {
      const group = await createGroup();
      const people: Json[] = [];
      for (let at = 0; at < 8; at += 1) people.push(await createUser());
      const statuses = await Promise.all(
        people.map(({ id }) =>
          directory.patch(`/Groups/${group.id}`, {
            op: 'add',
            path: 'members',
            value: [{ value: id }],
          }),
        ),
      );
      assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([204]));
      assert.deepEqual(
        await membersOf(group.id),
        people.map(({ id }) => id),
      );
      const gone = people.slice(0, 4);
      await Promise.all([
        ...gone.map(({ id }) => directory.send('DELETE', `/Users/${id}`)),
        ...people.slice(4, 6).map(({ id }) =>
          directory.patch(`/Groups/${group.id}`, {
            op: 'remove',
            path: `members[value eq "${id}"]`,
          }),
        ),
      ]);
      assert.deepEqual(
        new Set((await apiGroup(group.id)).members),
        new Set(people.slice(6).map(({ userName }) => userName)),
      );
    });

    test('new rules, and changes of more than a hundred people, are applied by a job', async () => {
      const own = await openDirectory(instance.running);
      const runJobs = async () => {
        const jobs = await instance.running.sql(`
          delete from graphile_worker._private_jobs where task_id =
            (select id from graphile_worker._private_tasks where identifier = 'apply-scim-rules') returning payload`);
        const { 'apply-scim-rules': run } = scimFeature.jobs ?? {};
        for (const { payload } of jobs) await run?.(instance.running.deps, payload as never);
        return jobs.length;
      };
      const agents = async () => {
        const rows = await instance.running.sql(`select id from users where roles = '{agent}'`);
        return new Set(rows.map(({ id }) => id));
      };
      await runJobs();
      await instance.running.sql(`update users set roles = '{}'`);
      const people: Json[] = [];
      for (let at = 0; at < 101; at += 1) people.push(await createUser({}, own));
      const members = people.map(({ id }) => ({ value: id }));
      const group = await createGroup({ displayName: 'All', members }, own);
      const rule = { claim: 'groups', value: 'All', roles: ['agent'], groups: [] };
      await api('PATCH', `/scim-connectors/${own.id}`, { role_rules: [rule] });
      assert.equal(await runJobs(), 1);
      assert.deepEqual(await agents(), new Set(people.map(({ id }) => id)));
      await api('PATCH', `/scim-connectors/${own.id}`, { name: 'Renamed' });
      assert.equal(await runJobs(), 0, 'the rules are the same');
      await own.patch(`/Groups/${group.id}`, {
        op: 'Remove',
        path: 'members',
        value: members.slice(1),
      });
      assert.equal(await runJobs(), 0, 'a hundred are changed at once');
      assert.deepEqual(await agents(), new Set([people[0].id]));
      await own.send('DELETE', `/Groups/${group.id}`);
      assert.deepEqual(await agents(), new Set());
    });

    test('a connector gives super_admin, and changes the address of one, only if it may', async () => {
      const role_rules = [{ claim: 'groups', value: 'Root', roles: ['super_admin'], groups: [] }];
      const own = await openDirectory(instance.running, { role_rules });
      const user = await createUser({}, own);
      const group = await createGroup({ displayName: 'Root', members: [{ value: user.id }] }, own);
      assert.deepEqual((await apiUser(user.id)).roles, []);
      const email = address();
      const fields = { email, name: 'Root', roles: ['super_admin'] };
      const { body: admin } = await api('POST', '/users', fields);
      const adopt = () => own.send('POST', '/Users', { userName: email });
      const refused = await adopt();
      assert.deepEqual([refused.status, refused.body.scimType], [409, 'uniqueness']);
      await api('PATCH', `/scim-connectors/${own.id}`, { may_grant_super_admin: true });
      assert.equal((await adopt()).body.id, admin.id);
      await own.patch(`/Groups/${group.id}`, {
        op: 'Remove',
        path: 'members',
        value: [{ value: user.id }],
      });
      await own.patch(`/Groups/${group.id}`, {
        op: 'Add',
        path: 'members',
        value: [{ value: user.id }],
      });
      assert.deepEqual((await apiUser(user.id)).roles, ['super_admin']);
      await api('PATCH', `/scim-connectors/${own.id}`, { may_grant_super_admin: false });
      const moved = await own.patch(`/Users/${admin.id}`, {
        op: 'replace',
        path: 'userName',
        value: address(),
      });
      assert.deepEqual([moved.status, moved.body.scimType], [400, 'mutability']);
    });

    test('the last administrator is neither deactivated nor deleted', async () => {
      const own = await openDirectory(instance.running, { may_grant_super_admin: true });
      await instance.running.sql(`update users set roles = '{agent}'`);
      const admin = { email: address(), name: 'Root', roles: ['super_admin'] };
      await api('POST', '/users', admin);
      const { id } = await createUser({ userName: admin.email }, own);
      const path = `/Users/${id}`;
      for (const reply of [
        await own.patch(path, { op: 'replace', path: 'active', value: false }),
        await own.send('PUT', path, { userName: admin.email, active: false }),
        await own.send('DELETE', path),
      ]) {
        assert.equal(reply.status, 409);
        assert.match(reply.body.detail, /the last active user with the role super_admin/);
      }
      assert.equal((await own.send('GET', path)).body.active, true);
    });

    test('discovery lists the types, the schemas and the abilities', async () => {
      const { body: config } = await directory.send('GET', '/ServiceProviderConfig');
      assert.deepEqual(
        [config.patch.supported, config.bulk.supported, config.filter.maxResults],
        [true, false, 200],
      );
      const { body: types } = await directory.send('GET', '/ResourceTypes');
      assert.deepEqual(
        types.Resources.map(({ endpoint }: Json) => endpoint),
        ['/Users', '/Groups'],
      );
      const { body: schemas } = await directory.send('GET', '/Schemas');
      assert.deepEqual(
        schemas.Resources.map(({ id }: Json) => id),
        [USER, ENTERPRISE, GROUP],
      );
      assert.equal((await directory.send('GET', `/Schemas/${ENTERPRISE}`)).body.id, ENTERPRISE);
      assert.equal((await directory.send('GET', '/ResourceTypes/User')).body.name, 'User');
      for (const path of [
        '/Schemas/x',
        '/ResourceTypes/__proto__',
        '/Bulk',
        '/Me',
        '/Users/.search',
      ])
        assert.equal((await directory.send('GET', path)).status, 404, path);
      const { status, body } = await directory.send('POST', '/Bulk', {});
      assert.deepEqual(
        [status, body.schemas, body.status],
        [404, [config.schemas[0] && 'urn:ietf:params:scim:api:messages:2.0:Error'], '404'],
      );
    });
  },
  { clock },
);
