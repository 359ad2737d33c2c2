// A new person chooses the first password by a link in a mail.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  choosePassword,
  invitationLink,
  linksTo,
  mailsTo,
  untilNoJobs,
} from '../support/account-mails.ts';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';
import { type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { Browser } from '../support/people.ts';
import { TestClock } from './setup.ts';

const PASSWORD = 'the first good password';
const DAY = 86_400;

describe('Invitations', () => {
  const clock = new TestClock();
  clock.now = new Date();
  let instance: Instance;
  let mailbox: Mailbox;
  before(async () => {
    mailbox = await startMailbox();
    const env = { SMTP_URL: mailbox.url };
    instance = await startInstance({ worker: true, now: () => clock.now, env });
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const call = (method: string, path: string, body?: Json) =>
    instance.call(method, path, { as: 'super_admin', ...(body && { body }) });
  let count = 0;
  const newUser = () => {
    count += 1;
    return { email: `new${count}@example.com`, name: 'New', roles: ['agent'] };
  };
  const invite = async (): Promise<Json> => {
    const { status, body, text } = await call('POST', '/users', { ...newUser(), invite: true });
    assert.equal(status, 201, text);
    return body;
  };
  const linkFor = (email: string, n = 0) => invitationLink({ instance, mailbox }, email, n);

  test('an invited person chooses a password in any browser and signs in', async () => {
    const user = await invite();
    assert.equal(user.invited_at, clock.now.toISOString());
    const days = (Date.parse(user.invitation_expires_at) - clock.now.getTime()) / 1000 / DAY;
    assert.equal(days, 7);
    const link = await linkFor(user.email);
    assert.ok(link.startsWith(`${instance.deps.config.AUTH_URL}/invitation?token=`), link);
    const [mail] = mailsTo({ instance, mailbox }, user.email);
    assert.match(mail?.mail.text ?? '', /super_admin@example\.com has created an account for you/);
    for (let n = 0; n < 2; n += 1) {
      const page = await new Browser().visit(link);
      assert.match(await page.text(), new RegExp(user.email), 'opening does not use it');
    }
    const browser = new Browser();
    assert.equal((await choosePassword(browser, link, 'short')).status, 400);
    const chosen = await choosePassword(browser, link, PASSWORD);
    assert.match(await chosen.text(), /href="https:\/\/desk\.example\.com\/console\/"/);
    const again = await choosePassword(browser, link, `${PASSWORD}!`);
    assert.match(await again.text(), /This invitation cannot be used/);
    const { body } = await call('GET', `/users/${user.id}`);
    assert.deepEqual([body.invited_at, body.invitation_expires_at], [null, null]);
    await new Logins(instance).logIn(CONSOLE, { ...user, password: PASSWORD });
    const { body: audit } = await call('GET', `/audit?record=${user.id}`);
    assert.deepEqual(
      audit.data
        .map(({ kind, actor }: Json) => [kind, actor])
        .filter(([kind]: Json) => kind !== 'notification.mailed'),
      [
        ['user.invitation_accepted', user.email],
        ['user.created', 'super_admin@example.com'],
      ],
    );
    assert.deepEqual(audit.data.at(-1).changes.invited, { from: false, to: true });
  });

  test('an invitation can be sent again, which ends the older link', async () => {
    const user = await invite();
    const older = await linkFor(user.email);
    clock.forward(DAY);
    const { status, body } = await call('POST', `/users/${user.id}/invite`);
    assert.deepEqual([status, body.version], [200, 2]);
    assert.equal(body.invited_at, clock.now.toISOString());
    const newer = await linkFor(user.email, 1);
    assert.equal((await choosePassword(new Browser(), older, PASSWORD)).status, 400);
    clock.forward(7 * DAY - 1);
    assert.equal((await choosePassword(new Browser(), newer, PASSWORD)).status, 200);
  });

  test('a new password, another address or deactivation ends an invitation', async () => {
    const changes: Json[] = [
      { password: PASSWORD },
      { email: 'elsewhere@example.com' },
      { active: false },
    ];
    for (const change of changes) {
      const user = await invite();
      const link = await linkFor(user.email);
      const { body } = await call('PATCH', `/users/${user.id}`, change);
      assert.deepEqual([body.invited_at, body.invitation_expires_at], [null, null]);
      assert.equal((await choosePassword(new Browser(), link, PASSWORD)).status, 400);
    }
  });

  test('a person with a password, an inactive one and an unknown one cannot be invited', async () => {
    const { body: known } = await call('POST', '/users', { ...newUser(), password: PASSWORD });
    const { body: gone } = await call('POST', '/users', { ...newUser(), active: false });
    for (const [user, reason] of [
      [known, /has a password already/],
      [gone, /is not active/],
    ] as const) {
      const { status, body } = await call('POST', `/users/${user.id}/invite`);
      assert.deepEqual([status, body.code], [409, 'cannot_invite']);
      assert.match(body.detail, reason);
    }
    const inactive = await call('POST', '/users', { ...newUser(), active: false, invite: true });
    assert.deepEqual([inactive.status, inactive.body.code], [409, 'cannot_invite']);
    const both = await call('POST', '/users', { ...newUser(), password: PASSWORD, invite: true });
    assert.equal(both.status, 400);
    assert.deepEqual(faultsOf(both), ['/password not_allowed']);
    assert.equal((await call('POST', '/users/USR9999999/invite')).status, 404);
    const { status } = await instance.call('POST', `/users/${known.id}/invite`, {
      as: 'itsm_manager',
    });
    assert.equal(status, 403);
  });

  test('a person who asks for a reset before the first password keeps the invitation', async () => {
    const user = await invite();
    const link = await linkFor(user.email);
    const url = `${instance.deps.config.AUTH_URL}/forgotten`;
    await new Browser().visit(url, { email: user.email });
    await untilNoJobs(instance);
    assert.equal(linksTo({ instance, mailbox }, user.email).length, 1);
    assert.equal((await choosePassword(new Browser(), link, PASSWORD)).status, 200);
  });

  // It is the last test: the worker renews the signing keys of the service some time after the clock has moved.
  test('a user who was created without one can be invited, and an old invitation expires', async () => {
    const { body: user } = await call('POST', '/users', newUser());
    assert.equal(user.invited_at, null);
    assert.equal((await call('POST', `/users/${user.id}/invite`)).status, 200);
    const link = await linkFor(user.email);
    clock.forward(7 * DAY + 1);
    assert.equal((await choosePassword(new Browser(), link, PASSWORD)).status, 400);
  });
});

test('without a mail server, nobody is invited', async () => {
  const instance = await startInstance();
  try {
    const body = { email: 'new@example.com', name: 'New', roles: ['agent'], invite: true };
    const reply = await instance.call('POST', '/users', { as: 'super_admin', body });
    assert.deepEqual([reply.status, reply.body.code], [409, 'cannot_invite']);
    assert.match(reply.body.detail, /SMTP_URL/);
    const { body: list } = await instance.call('GET', '/users?email=new@example.com', {
      as: 'super_admin',
    });
    assert.deepEqual(list.data, []);
  } finally {
    await instance.stop();
  }
});
