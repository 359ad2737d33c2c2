// A deactivated user loses every way in, in every process, and reactivation returns none of it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CLI, CONSOLE, type LoginClient, Logins, type Person } from '../support/logins.ts';
import { Browser } from '../support/people.ts';
import { until } from '../support/processes.ts';
import { StreamClient } from '../support/stream-client.ts';

const admin = { as: 'super_admin' } as const;

describe('A person who leaves', () => {
  let instance: Instance;
  /** It is another API process of the same database. */
  let other: Instance;
  let logins: Logins;
  let app: LoginClient;
  before(async () => {
    instance = await startInstance();
    const { AUTH_URL, DATABASE_URL } = instance.deps.config;
    other = await startInstance({ database: DATABASE_URL, env: { AUTH_URL } });
    logins = new Logins(instance);
    app = await logins.application();
  });
  after(async () => {
    await other.stop();
    await instance.stop();
  });

  const setActive = async ({ id }: Person, active: boolean) => {
    const { status, text } = await instance.call('PATCH', `/users/${id}`, {
      ...admin,
      body: { active },
    });
    assert.equal(status, 200, text);
  };
  const isAccepted = async (at: Instance, token: string) =>
    (await at.call('GET', '/me', { token })).status === 200;
  const untilRefused = (token: string) =>
    until('both processes refuse the token', async () => {
      const accepted = await Promise.all([isAccepted(instance, token), isAccepted(other, token)]);
      return !accepted.includes(true);
    });
  const exchange = (key: string) =>
    logins.token({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: 'api-key',
      subject_token: key,
    });
  const keyOf = async (token: string): Promise<string> => {
    const reply = await instance.call('POST', '/profile/api-keys', { token, body: { name: 'k' } });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.secret;
  };
  const untilNextSecond = async () => {
    // A login knows its start in whole seconds.
    const second = Math.floor(Date.now() / 1000);
    await until('the next second begins', () => Math.floor(Date.now() / 1000) > second);
  };

  test('loses tokens, refresh tokens, API keys, the session of the browser and streams, and gets none of them back', async () => {
    const person = await logins.person();
    const browser = new Browser();
    const tokens = await logins.logIn(CONSOLE, person, browser);
    const ofApp = await logins.logIn(app, person);
    const ofCli = await logins.logIn(CLI, person);
    const unused = await logins.codeFor(CONSOLE, person);
    const key = await keyOf(tokens.access_token);
    const ofKey = (await exchange(key)).body;
    const all = [tokens, ofApp, ofCli, ofKey].map(({ access_token }: Json): string => access_token);
    for (const token of all) {
      assert.deepEqual(
        [await isAccepted(instance, token), await isAccepted(other, token)],
        [true, true],
      );
    }
    const streams = await Promise.all(
      [instance, other].map(({ url }) => StreamClient.open(url, { token: tokens.access_token })),
    );
    const logged = await logins.open(CONSOLE, browser);
    assert.ok(logged.landed.searchParams.has('code'), 'the browser is signed in');

    await setActive(person, false);
    await Promise.all(all.map((token) => untilRefused(token)));
    await until('both streams end', () => streams.every(({ isEnded }) => isEnded));
    const allRefused = async () => {
      for (const token of all) {
        assert.deepEqual(
          [await isAccepted(instance, token), await isAccepted(other, token)],
          [false, false],
        );
      }
      assert.equal((await exchange(key)).body.error, 'invalid_grant');
      assert.equal((await logins.refresh(CONSOLE, tokens.refresh_token)).status, 400);
      assert.equal((await logins.refresh(CLI, ofCli.refresh_token)).status, 400);
      assert.equal((await logins.refresh(app, ofApp.refresh_token)).status, 400);
      const { landed } = await logins.open(CONSOLE, browser);
      assert.match(landed.pathname, /^\/interaction\//, 'the browser is signed out');
    };
    await allRefused();
    await setActive(person, true);
    await untilNextSecond();
    await allRefused();
    assert.equal((await logins.token(unused)).status, 400, 'nor does an unused code return');

    const again = await logins.logIn(CONSOLE, person);
    assert.equal(await isAccepted(other, again.access_token), true, 'a new login works');
    const { body } = await instance.call('GET', '/profile/api-keys', { token: again.access_token });
    assert.equal(body.total, 0);
    const sessions = await instance.call('GET', '/profile/sessions', { token: again.access_token });
    assert.equal(sessions.body.total, 1);
    const kinds = await instance.sql(
      `select kind, count(*)::int as n from entries where kind in ('api_key.revoked', 'session.ended') group by 1 order by 1`,
    );
    assert.deepEqual(kinds, [
      { kind: 'api_key.revoked', n: 1 },
      { kind: 'session.ended', n: 3 },
    ]);
  });

  test('a key and a login that were checked before the deactivation do not work after a reactivation', async () => {
    const person = await logins.person();
    const browser = new Browser();
    const { access_token } = await logins.logIn(CONSOLE, person, browser);
    const key = await keyOf(access_token);
    await setActive(person, false);
    await setActive(person, true);
    // The rows of a transaction that committed after the deactivation would look like these.
    await instance.sql(`update api_keys set revoked_at = null where user_id = $1`, [person.id]);
    assert.equal((await exchange(key)).body.error, 'invalid_grant');
  });

  test('links in mails and verifications of browsers end', async () => {
    const person = await logins.person();
    await instance.sql(
      `with link as (insert into account_links (user_id, id, audience, expires_at)
         values ($1, gen_random_uuid(), 'reset', now() + interval '30 minutes'))
       insert into verifications (id, user_id, amr, form_token, expires_at)
       values ('browser', $1, '{pwd}', 'form', now() + interval '5 minutes')`,
      [person.id],
    );
    await setActive(person, false);
    const left = await instance.sql(
      `select user_id from account_links where user_id = $1
       union all select user_id from verifications where user_id = $1`,
      [person.id],
    );
    assert.deepEqual(left, []);
  });

  test('their queued bulk jobs are cancelled with the reason', async () => {
    const person = await logins.person();
    const { access_token: token } = await logins.logIn(CONSOLE, person);
    const records = [{ short_description: 'One' }, { short_description: 'Two' }];
    const submit = async () => {
      const body = { operation: 'create', records };
      return (await instance.call('POST', '/incidents/bulk', { token, body })).body.job_id;
    };
    const jobs = [await submit(), await submit()];
    await setActive(person, false);
    for (const id of jobs) {
      const { body } = await instance.call('GET', `/jobs/${id}`);
      assert.deepEqual(
        [body.status, body.cancel_reason, body.results.map(({ status }: Json) => status)],
        ['cancelled', 'caller_deactivated', ['skipped', 'skipped']],
      );
    }
    await instance.startWorker();
    const later = { operation: 'create', records: [{ short_description: 'Later' }] };
    const { body } = await instance.call('POST', '/incidents/bulk', { body: later });
    await until('the worker has run a later job', async () => {
      const job = await instance.call('GET', `/jobs/${body.job_id}`);
      return job.body.finished_at !== null;
    });
    const rows = await instance.sql(`select from incidents where opened_by = $1`, [person.email]);
    assert.equal(rows.length, 0);
  });
});
