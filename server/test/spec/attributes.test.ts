import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { faultsOf, type Json } from '../support/harness.ts';
import { logIn } from '../support/people.ts';
import { section } from './setup.ts';

const password = 'correct horse battery';
const as = 'super_admin' as const;
const LATER = '2999-12-24T17:00:00.000Z';

section('Attributes of people', (instance) => {
  const unique = () => randomBytes(5).toString('hex');
  const create = (fields: Json = {}) =>
    instance.call('POST', '/users', {
      as,
      body: { email: `${unique()}@example.com`, name: 'Pat', roles: ['agent'], ...fields },
    });
  const person = async (fields: Json = {}): Promise<Json> => {
    const { status, body, text } = await create(fields);
    assert.equal(status, 201, text);
    return body;
  };
  const change = (id: string, body: Json) => instance.call('PATCH', `/users/${id}`, { as, body });
  const tokenOf = async ({ email }: Json): Promise<string> => {
    const { AUTH_URL, BASE_URL } = instance.running.deps.config;
    return (await logIn(AUTH_URL, BASE_URL, { email, password })).access_token;
  };

  test('an administrator sets, reads and clears every attribute, and the audit trail shows it', async () => {
    const [boss, stand_in] = [await person(), await person()];
    const given = {
      manager: boss.email,
      department: 'Finance',
      title: 'Controller',
      site: 'Zurich',
      locale: 'DE-ch',
      time_zone: 'europe/zurich',
      away_until: '2999-12-24T18:00:00+01:00',
      delegate: stand_in.email,
      capacity: 25,
    };
    const stored = {
      ...given,
      locale: 'de-CH',
      time_zone: 'Europe/Zurich',
      away_until: LATER,
    };
    const user = await person(given);
    for (const [name, value] of Object.entries(stored)) assert.equal(user[name], value, name);
    assert.deepEqual([user.previous_emails, user.provisioned_by], [[], null]);

    const cleared = Object.fromEntries(Object.keys(given).map((name) => [name, null]));
    const { body: without } = await change(user.id, cleared);
    for (const name of Object.keys(given)) assert.equal(without[name], null, name);
    const { body: again } = await change(user.id, given);
    assert.equal(again.version, 3);
    const { body: unchanged } = await change(user.id, given);
    assert.equal(unchanged.version, 3, 'the same values in another form are no update');

    const { body: list } = await instance.call('GET', `/users?email=${user.email}`, { as });
    assert.equal(list.data[0].department, 'Finance');
    const { body: audit } = await instance.call('GET', `/audit?record=${user.id}`, { as });
    const updated = audit.data.find((entry: Json) => entry.kind === 'user.updated');
    assert.deepEqual(updated.changes.time_zone, { from: null, to: 'Europe/Zurich' });
  });

  test('all wrong attributes are reported, with the address that was probably meant', async () => {
    const boss = await person({ email: `maria.${unique()}@example.com` });
    const [local] = boss.email.split('@');
    const wrong = await create({
      title: ' ',
      site: 'x'.repeat(256),
      locale: 'deutsch',
      time_zone: '+01:00',
      capacity: 0,
    });
    assert.deepEqual(faultsOf(wrong), [
      '/capacity too_small',
      '/locale invalid_format',
      '/site too_long',
      '/time_zone invalid_format',
      '/title blank',
    ]);
    const unknown = await create({
      manager: `${local}x@example.com`,
      delegate: `nobody-${unique()}@elsewhere.example`,
      away_until: '2020-01-01',
    });
    assert.deepEqual(faultsOf(unknown), [
      '/away_until too_small',
      '/delegate unknown_person',
      '/manager unknown_person',
    ]);
    const manager = unknown.body.errors.find((one: Json) => one.pointer === '/manager');
    assert.equal(manager.nearest, boss.email);
    assert.deepEqual(
      faultsOf(await create({ locale: 'en_US', time_zone: 'Mars/Olympus', capacity: 1001 })),
      ['/capacity too_large', '/locale invalid_format', '/time_zone invalid_format'],
    );
  });

  test('nobody is their own manager or delegate, in whatever case', async () => {
    const user = await person();
    const own = user.email.toUpperCase();
    assert.deepEqual(faultsOf(await change(user.id, { manager: own, delegate: own })), [
      '/delegate not_allowed',
      '/manager not_allowed',
    ]);
    const email = `${unique()}@example.com`;
    assert.deepEqual(faultsOf(await create({ email, delegate: email })), ['/delegate not_allowed']);
  });

  test('previous_emails and provisioned_by are read-only, and may be sent back', async () => {
    const user = await person();
    const { body: moved } = await change(user.id, { email: `${unique()}@example.com` });
    assert.deepEqual(moved.previous_emails, [user.email]);
    const { id: _id, version: _version, created_at: _created, ...echo } = moved;
    assert.equal((await change(user.id, { ...echo, title: 'Lead' })).status, 200);
    assert.deepEqual(
      faultsOf(await change(user.id, { previous_emails: [], provisioned_by: 'SCM0000001' })),
      ['/previous_emails read_only_field', '/provisioned_by read_only_field'],
    );
  });

  test('people change how times are shown to them and their absence, but nothing else', async () => {
    const [user, other] = [await person({ password }), await person()];
    const token = await tokenOf(user);
    const me = (body: Json) => instance.call('PATCH', '/me', { token, body });
    const { body: shown } = await instance.call('GET', '/me', { token });
    assert.deepEqual(
      [shown.name, shown.locale, shown.time_zone, shown.away_until, shown.delegate],
      ['Pat', null, null, null, null],
    );
    const mine = {
      locale: 'ar-EG',
      time_zone: 'Africa/Cairo',
      away_until: LATER,
      delegate: other.email,
    };
    const updated = await me(mine);
    assert.equal(updated.status, 200, updated.text);
    assert.deepEqual(updated.body, { ...shown, ...mine });
    assert.deepEqual((await instance.call('GET', '/me', { token })).body, updated.body);
    assert.equal((await me({ ...updated.body, locale: null })).body.locale, null);

    assert.deepEqual(faultsOf(await me({ name: 'Root', roles: ['super_admin'], groups: ['x'] })), [
      '/groups read_only_field',
      '/name read_only_field',
      '/roles read_only_field',
    ]);
    assert.deepEqual(faultsOf(await me({ manager: other.email, capacity: 1 })), [
      '/capacity unknown_field',
      '/manager unknown_field',
    ]);
    assert.deepEqual(
      faultsOf(await me({ delegate: user.email, away_until: '2020-01-01T00:00:00Z' })),
      ['/away_until too_small', '/delegate not_allowed'],
    );
  });

  test('a client has no profile to change', async () => {
    const { body, status } = await instance.call('PATCH', '/me', {
      as: 'agent',
      body: { time_zone: 'Europe/Zurich' },
    });
    assert.deepEqual([status, body.code], [404, 'not_found']);
    assert.match(body.detail, /^You have no profile here: clients, /);
  });

  test('agents see where somebody works and whether they are away', async () => {
    const user = await person({
      title: 'Controller',
      department: 'Finance',
      site: 'Zurich',
      away_until: LATER,
      capacity: 3,
    });
    const { body } = await instance.call('GET', `/directory/${user.email}`, { as: 'agent' });
    assert.deepEqual(
      [body.title, body.department, body.site, body.away_until, body.capacity],
      ['Controller', 'Finance', 'Zurich', LATER, undefined],
    );
  });
});
