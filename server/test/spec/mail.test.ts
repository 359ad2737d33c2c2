import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { mailFinding } from '../../src/doctor/doctor.mail.ts';
import { tableOf } from '../../src/feature.ts';
import { features } from '../../src/features.ts';
import { registerClient, systemContext } from '../../src/identity/index.ts';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import {
  allowMailTo,
  type Mailbox,
  retryMailsNow,
  startMailbox,
  type TokenLogin,
} from '../support/mailboxes.ts';
import { until } from '../support/processes.ts';
import {
  authority,
  type Receiver,
  receiverEnv,
  respondWith,
  startReceiver,
} from '../support/receivers.ts';

describe('Mail', () => {
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    instance = await startInstance({
      worker: true,
      env: { ...receiverEnv(), CA_FILE: authority().caFile, SMTP_URL: mailbox.url },
    });
    await allowMailTo(instance, 'Example.com', 'xn--bcher-kva.example', 'corp.example');
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const incident = async (fields: Json) => {
    const { status, text, body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Checkout answers 502', ...fields },
    });
    assert.equal(status, 201, text);
    return body;
  };
  const mailOf = async (id: string): Promise<Json> =>
    (await instance.sql('select * from mails where record_id = $1', [id]))[0];
  const waitForAttempts = (id: string, attempts: number) =>
    until(`${attempts} attempts for ${id}`, async () => {
      const mail = await mailOf(id);
      return mail?.attempts >= attempts && mail;
    });
  const countSent = (id: string) =>
    mailbox.delivered.filter(({ mail }) => mail.subject?.includes(id)).length;
  /** Makes the next attempt due now, with this attempt number. */
  const attemptAgain = async (id: string, number: number) => {
    await instance.sql('update mails set attempts = $2 where record_id = $1', [id, number - 1]);
    await instance.sql(
      `update graphile_worker._private_jobs set run_at = now()
       where payload->>'mail_id' = (select id from mails where record_id = $1)`,
      [id],
    );
    return waitForAttempts(id, number);
  };

  for (const address of ['ada@Example.COM', 'ada@bücher.example', 'jürgen@bücher.example']) {
    test(`a mail to ${address} is complete once the server has accepted it`, async () => {
      const { id } = await incident({ assigned_to: address });
      const mail = await waitForAttempts(id, 1);
      assert.notEqual(mail.ended_at, null);
      assert.equal(countSent(id), 1);
      const { body } = await instance.call('GET', `/incidents/${id}/timeline`);
      assert.deepEqual(body.data[0].notification.recipients, [address]);
    });
  }

  test('an address stored with a comma is one recipient, mailed once', async () => {
    const { id } = await incident({ short_description: 'x' });
    const [{ id: mailId }] = await instance.sql(
      `insert into mails (type, recipients, pending, letter, record_type, record_id, record_version, request_id, created_at)
       values ('incident.assigned', $1, $1, $2, 'incident', $3, 1, 'test', now()) returning id`,
      [['x,victim@corp.example'], { subject: id, lines: [] }, id],
    );
    await instance.sql(
      `select graphile_worker.add_job('send-mail', json_build_object('mail_id', $1::text))`,
      [mailId],
    );
    assert.notEqual((await waitForAttempts(id, 1)).ended_at, null);
    const envelopes = mailbox.delivered.map(({ envelope }) => envelope);
    assert.equal(envelopes.flat().includes('victim@corp.example'), false);
    assert.equal(countSent(id), 1);
  });

  test('an address that could be parsed as several is refused', async () => {
    for (const character of ',;<>()" ') {
      const assigned_to = `x${character}victim@corp.example`;
      const refused = await instance.call('POST', '/incidents', {
        body: { short_description: 'x', assigned_to },
      });
      assert.deepEqual([refused.status, faultsOf(refused)], [400, ['/assigned_to invalid_format']]);
    }
  });

  test('held mails and deliveries wait without an attempt, and a release sends each once, deliveries in order', async () => {
    const receiver = await startReceiver();
    const { body: webhook } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'Held', url: receiver.url, events: ['incident.created', 'incident.updated'] },
    });
    const { release } = tableOf(features, 'commands');
    try {
      await instance.sql('update outgoing set held_since = now()');
      const { id } = await incident({ assigned_to: 'held@example.com' });
      await instance.call('PATCH', `/incidents/${id}`, {
        body: { short_description: 'Still down' },
      });
      const readQueue = () =>
        instance.sql('select from delivery_queue where webhook_id = $1', [webhook.id]);
      await until('both deliveries wait', async () => (await readQueue()).length === 2);
      // The job of the mail is replaced by one that is due later, so the worker does not repeat it at once.
      await until('the mail waits', async () => {
        const jobs = await instance.sql(
          `select from graphile_worker.jobs where key = 'send-mail:' || (select id from mails where record_id = $1)
             and run_at > now() + interval '50 seconds'`,
          [id],
        );
        return jobs.length === 1;
      });
      assert.deepEqual([receiver.received.length, countSent(id)], [0, 0]);
      assert.deepEqual([(await mailOf(id)).attempts, (await mailOf(id)).ended_at], [0, null]);
      assert.match(
        (await release?.run(instance.deps, [], features)) ?? '',
        /Waiting: 2 deliveries, 1 e-mail\.$/,
      );
      assert.notEqual((await waitForAttempts(id, 1)).ended_at, null);
      await until('both deliveries arrive', () => receiver.received.length >= 2);
      await until('the results are saved', async () => (await readQueue()).length === 0);
      assert.deepEqual(
        receiver.received.map(({ body }) => JSON.parse(body.toString()).event),
        ['incident.created', 'incident.updated'],
      );
      assert.equal(countSent(id), 1);
    } finally {
      await instance.sql('update outgoing set held_since = null');
      await instance.call('DELETE', `/webhooks/outbound/${webhook.id}`);
      await receiver.close();
    }
  });

  test('each recipient has a mail, and only the one that was deferred is sent again', async () => {
    mailbox.refusals.set('group@example.com', 451);
    const group = { name: 'Put off', email: 'Group@example.com', members: [] };
    mailbox.refusals.set('Group@example.com', 451);
    const made = await instance.call('POST', '/groups', { as: 'super_admin', body: group });
    assert.equal(made.status, 201, made.text);
    const { id } = await incident({
      assigned_to: 'first@Example.com',
      assignment_group: group.name,
      notify_stakeholders: true,
    });
    const attempted = await until('both mails were attempted', async () => {
      const mails = await instance.sql(
        'select pending, attempts from mails where record_id = $1 order by cardinality(pending)',
        [id],
      );
      return mails.length === 2 && mails.every(({ attempts }) => attempts === 1) && mails;
    });
    assert.deepEqual(
      attempted.map(({ pending }) => pending),
      [[], ['Group@example.com']],
    );
    mailbox.refusals.clear();
    await until('the other mail is sent', async () => {
      await retryMailsNow(instance);
      const [{ count }] = await instance.sql(
        'select count(*)::int from mails where record_id = $1 and ended_at is not null',
        [id],
      );
      return count === 2;
    });
    const to = mailbox.delivered.filter(({ mail }) => mail.subject?.includes(id));
    assert.deepEqual(
      to.map(({ envelope }) => envelope.map((one) => one.toLowerCase())),
      [['first@example.com'], ['group@example.com']],
    );
  });

  test('a mail whose text is rejected permanently is not sent again', async () => {
    mailbox.dataRefusal = 554;
    const { id } = await incident({ assigned_to: 'refusing@example.com' });
    const mail = await waitForAttempts(id, 1);
    mailbox.dataRefusal = undefined;
    assert.notEqual(mail.ended_at, null);
    assert.equal(mail.last_error, 'An address was refused.');
  });

  test('a mail is given up after its text was sent five times without a response', async () => {
    mailbox.isCutAfterData = true;
    const { id } = await incident({ assigned_to: 'silent@example.com' });
    assert.equal((await waitForAttempts(id, 1)).ended_at, null);
    assert.notEqual((await attemptAgain(id, 5)).ended_at, null);
    mailbox.isCutAfterData = false;
    assert.equal(countSent(id), 2);
  });

  test('a deferred mail is given up after 250 attempts', async () => {
    mailbox.refusals.set('busy@example.com', 451);
    const { id } = await incident({ assigned_to: 'busy@example.com' });
    await waitForAttempts(id, 1);
    assert.equal((await attemptAgain(id, 249)).ended_at, null);
    assert.notEqual((await attemptAgain(id, 250)).ended_at, null);
    mailbox.refusals.clear();
  });

  describe('with OAuth', () => {
    const user = 'desk@example.com';
    let endpoint: Receiver;
    let login: TokenLogin;
    let client: { id: string; secret: string };
    before(async () => {
      const { deps } = instance;
      const { row, secret } = await deps.db.transaction().execute((tx) =>
        registerClient(tx, systemContext(deps, 'tests'), deps.config, {
          name: 'mail',
          email: user,
          roles: ['itsm_manager'],
        }),
      );
      client = { id: row.id, secret };
      const { AUTH_URL } = deps.config;
      const keys = createLocalJWKSet((await (await fetch(`${AUTH_URL}/jwks`)).json()) as Json);
      login = {
        seen: [],
        challenges: false,
        isAccepted: (given, token) =>
          jwtVerify(token, keys, { issuer: AUTH_URL, typ: 'at+jwt' }).then(
            ({ payload }) => payload['email'] === given,
            () => false,
          ),
      };
      endpoint = await startReceiver();
    });
    after(() => endpoint.close());

    /** Passes requests on to the identity provider of the instance. */
    const respondAsProvider: Receiver['respond'] = ({ body }, response) =>
      void fetch(`${instance.deps.config.AUTH_URL}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams(body.toString()),
      }).then(async (given) => response.writeHead(given.status).end(await given.text()));

    /** Each test has an endpoint of its own, so it begins without a token. */
    let endpoints = 0;
    const useOauth = async (
      context: TestContext,
      tls: Parameters<typeof startMailbox>[0],
      { offersLogin = true, ...changes }: Json = {},
    ) => {
      const server = await startMailbox(tls, offersLogin ? login : undefined);
      const { config } = instance.deps;
      const original = { ...config };
      const scheme = tls && !tls.isLater ? 'smtps' : 'smtp';
      const { port } = new URL(server.url);
      Object.assign(config, {
        SMTP_URL: `${scheme}://${encodeURIComponent(user)}@localhost:${port}?auth=oauth`,
        SMTP_OAUTH_TOKEN_URL: `${endpoint.url}/${(endpoints += 1)}`,
        SMTP_OAUTH_CLIENT_ID: client.id,
        SMTP_OAUTH_CLIENT_SECRET: client.secret,
        SMTP_OAUTH_SCOPE: 'api',
        ...changes,
      });
      login.seen = [];
      login.challenges = false;
      endpoint.received = [];
      endpoint.respond = respondAsProvider;
      context.after(async () => {
        Object.assign(config, original);
        await server.stop();
      });
      return server;
    };
    const assign = async () => (await incident({ assigned_to: 'ada@example.com' })).id;

    test('mails are sent with one access token of the provider, after STARTTLS', async (context) => {
      const server = await useOauth(context, { ...authority(), isLater: true });
      const ids = await Promise.all([assign(), assign(), assign()]);
      for (const id of ids) assert.notEqual((await waitForAttempts(id, 1)).ended_at, null);
      assert.equal(server.delivered.length, 3);
      assert.deepEqual([login.seen.length, new Set(login.seen).size], [3, 1]);
      assert.equal(endpoint.received.length, 1);
      assert.equal((await mailFinding(instance.deps)).status, 'ok');
    });

    for (const challenges of [false, true]) {
      const how = challenges ? 'a challenge' : 'status 535';
      test(`an expired token that the server refuses with ${how} is replaced once, in the same attempt`, async (context) => {
        const server = await useOauth(context, authority());
        login.challenges = challenges;
        const past = Math.floor(Date.now() / 1000) - 7200;
        const expired = await instance.mint({ email: user, iat: past - 3600, exp: past });
        const body = JSON.stringify({ access_token: expired, expires_in: 3600 });
        endpoint.respond = (...given) => {
          endpoint.respond = respondAsProvider;
          respondWith(200, body)(...given);
        };
        const mail = await waitForAttempts(await assign(), 1);
        assert.notEqual(mail.ended_at, null, mail.last_error);
        assert.equal(login.seen[0], expired);
        assert.deepEqual([login.seen.length, endpoint.received.length], [2, 2]);
        assert.equal(server.delivered.length, 1);
      });
    }

    test('a mail waits while the server refuses the user, and the reason does not show the token', async (context) => {
      await useOauth(context, authority());
      const { config } = instance.deps;
      config.SMTP_URL = config.SMTP_URL.replace('desk', 'other');
      const { ended_at, last_error } = await waitForAttempts(await assign(), 1);
      assert.equal(ended_at, null);
      assert.equal(
        last_error,
        'The mail server refused the access token for other@example.com: 535 5.7.3 Authentication unsuccessful for AUTH XOAUTH2 [token]',
      );
      assert.equal(new Set(login.seen).size, 2);
      const { status, advice } = await mailFinding(instance.deps);
      assert.equal(status, 'failed');
      assert.match(advice ?? '', /permit the client to send as this user/);
      assert.equal(new Set(login.seen).size, 2, 'a moment later the same token is used');
    });

    test('a mail waits while the client secret is wrong, and is sent with the right one', async (context) => {
      const SMTP_OAUTH_CLIENT_SECRET = 'hush-hush-hush-hush-hush-hush-hush';
      const server = await useOauth(context, authority(), { SMTP_OAUTH_CLIENT_SECRET });
      const id = await assign();
      const { ended_at, last_error } = await waitForAttempts(id, 1);
      assert.equal(ended_at, null);
      assert.match(last_error, /^The token endpoint localhost:\d+ responded 401, invalid_client: /);
      assert.doesNotMatch(last_error, /hush/);
      const { advice } = await mailFinding(instance.deps);
      assert.match(advice ?? '', /^Correct SMTP_OAUTH_CLIENT_ID and SMTP_OAUTH_CLIENT_SECRET/);
      instance.deps.config.SMTP_OAUTH_CLIENT_SECRET = client.secret;
      assert.notEqual((await attemptAgain(id, 2)).ended_at, null);
      assert.equal(server.delivered.length, 1);
    });

    test('an endpoint that is down or not allowed is named, with advice', async (context) => {
      await useOauth(context, authority());
      const { config } = instance.deps;
      const cases: [url: string, detail: RegExp, advice: RegExp][] = [
        ['https://localhost:9/token', /endpoint localhost:9 does not respond: /, /EGRESS_PROXY/],
        ['https://10.0.0.1/token', /10\.0\.0\.1 is not a public address\.$/, /EGRESS_ALLOW/],
      ];
      for (const [url, expected, expectedAdvice] of cases) {
        config.SMTP_OAUTH_TOKEN_URL = url;
        const { detail, advice } = await mailFinding(instance.deps);
        assert.match(detail, expected);
        assert.match(advice ?? '', expectedAdvice);
      }
    });

    test('no token is sent to a server without TLS', async (context) => {
      await useOauth(context, undefined);
      const { ended_at, last_error } = await waitForAttempts(await assign(), 1);
      assert.deepEqual([ended_at, login.seen], [null, []]);
      assert.match(last_error, /STARTTLS/);
      assert.match((await mailFinding(instance.deps)).advice ?? '', /offers STARTTLS/);
    });

    test('a server that offers no login gets no mail', async (context) => {
      const server = await useOauth(context, authority(), { offersLogin: false });
      const { last_error } = await waitForAttempts(await assign(), 1);
      assert.match(
        last_error,
        /^The mail server refused the access token for desk@example\.com: 5/,
      );
      assert.equal(server.delivered.length, 0);
    });
  });
});
