// A person who forgot the password chooses a new one by a link in a mail.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { holdOutgoing, releaseOutgoing } from '../../src/outgoing/index.ts';
import {
  askForReset,
  choosePassword,
  linksTo,
  mailsTo,
  resetLink,
  tokenOf,
  untilNoJobs,
} from '../support/account-mails.ts';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';
import { type Mailbox, startMailbox } from '../support/mailboxes.ts';
import { Browser, requestToken } from '../support/people.ts';
import { until } from '../support/processes.ts';

const NEW = 'another good password';

const signInLink = ({ deps }: Instance): string =>
  `<a href="${deps.config.BASE_URL}/console/">Back to sign-in</a>`;

describe('A forgotten password', () => {
  /** The provider has the time of the system, so this clock only runs ahead of it. */
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  let instance: Instance;
  let mailbox: Mailbox;
  let logins: Logins;
  before(async () => {
    mailbox = await startMailbox();
    const env = { SMTP_URL: mailbox.url };
    instance = await startInstance({ worker: true, now, env });
    logins = new Logins(instance);
  });
  after(async () => {
    await instance.stop();
    await mailbox.stop();
  });

  const update = async (id: string, body: Json) => {
    const { status, text } = await instance.call('PATCH', `/users/${id}`, {
      as: 'super_admin',
      body,
    });
    assert.equal(status, 200, text);
  };
  const linkFor = (email: string, browser?: Browser) =>
    resetLink({ instance, mailbox }, email, browser);
  const entriesOf = async (id: string): Promise<Json[]> =>
    (await instance.call('GET', `/audit?record=${id}`, { as: 'auditor' })).body.data;

  test('the sign-in page leads to a page that sends a link with which a new password is chosen once', async () => {
    const person = await logins.person();
    const tokens = await logins.logIn(CONSOLE, person);
    const browser = new Browser();
    const { landed } = await logins.open(CONSOLE, browser);
    assert.match(await (await browser.visit(landed.href)).text(), /href="\/forgotten"/);
    const { link } = await linkFor(person.email, browser);
    assert.ok(link.startsWith(`${instance.deps.config.AUTH_URL}/forgotten/link?token=`), link);

    const opened = await browser.visit(link);
    assert.equal(opened.status, 200);
    assert.match(await opened.text(), new RegExp(person.email));
    assert.equal((await browser.visit(link)).status, 200, 'opening does not use it');
    const short = await choosePassword(browser, link, 'short');
    assert.equal(short.status, 400);
    assert.match(await short.text(), /12 to 256 characters/);
    const chosen = await choosePassword(browser, link, NEW);
    assert.equal(chosen.status, 200);
    assert.doesNotMatch(await chosen.text(), /API key/);
    assert.equal((await choosePassword(browser, link, `${NEW}!`)).status, 400, 'once');

    await logins.untilRefused(tokens);
    assert.equal((await logins.refresh(CONSOLE, tokens.refresh_token)).status, 400);
    const { landed: landing } = await logins.open(CONSOLE, browser);
    assert.match(landing.pathname, /^\/interaction\//, 'the reset signs nobody in');
    await assert.rejects(logins.logIn(CONSOLE, person), /no code/);
    await logins.logIn(CONSOLE, { ...person, password: NEW });

    const [entry] = await entriesOf(person.id).then((rows) =>
      rows.filter(({ kind }) => kind === 'user.password_reset'),
    );
    assert.equal(entry.actor, person.email);
    assert.deepEqual(entry.changes, { password: { from: null, to: null } });
    const changed = await until('the mail about the change', async () =>
      mailsTo({ instance, mailbox }, person.email).find(({ mail }) =>
        mail.subject?.includes('was changed'),
      ),
    );
    assert.match(changed.mail.text ?? '', /127\.0\.0\.1/);
  });

  test('after a reset, one button ends all API keys of the person, and only this page has it', async () => {
    const person = await logins.person();
    const { access_token: token } = await logins.logIn(CONSOLE, person);
    const secrets: string[] = [];
    for (const name of ['Robot <1>', 'Robot 2']) {
      const { body } = await instance.call('POST', '/profile/api-keys', { token, body: { name } });
      secrets.push(body.secret);
    }
    const exchange = (secret = '') =>
      requestToken(instance.deps.config.AUTH_URL, {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: secret,
      });
    const { body: exchanged } = await exchange(secrets[0]);
    const { browser, link } = await linkFor(person.email);
    const text = await (await choosePassword(browser, link, NEW)).text();
    assert.match(text, /Robot &lt;1&gt;/);
    assert.equal((await exchange(secrets[0])).status, 200, 'the reset alone ends no key');
    const [, proof = ''] = /name="token" value="([^"]+)"/.exec(text) ?? [];
    const url = `${instance.deps.config.AUTH_URL}/forgotten/api-keys`;
    for (const given of ['', tokenOf(link)])
      assert.equal((await browser.visit(url, { token: given })).status, 400);
    assert.equal((await new Browser().visit(url, { token: proof })).status, 400, 'other browser');
    const ended = await browser.visit(url, { token: proof });
    assert.match(await ended.text(), /2 API keys were ended/);
    for (const secret of secrets) assert.equal((await exchange(secret)).status, 400);
    await logins.untilRefused(exchanged);
    assert.equal((await browser.visit(url, { token: proof })).status, 400, 'once');
  });

  test('a link ends after 30 minutes, and by a newer link, a new password, another address or deactivation', async () => {
    const ends: Record<string, (person: { id: string; email: string }) => Promise<unknown>> = {
      time: async () => (aheadMs += 1_801_000),
      'a newer link': ({ email }) => linkFor(email),
      'a new password': ({ id }) => update(id, { password: NEW }),
      'another address': ({ id }) => update(id, { email: `${id}@example.com` }),
      deactivation: ({ id }) => update(id, { active: false }),
    };
    for (const [name, end] of Object.entries(ends)) {
      const person = await logins.person();
      const { browser, link } = await linkFor(person.email);
      await end(person);
      assert.equal((await choosePassword(browser, link, NEW)).status, 400, name);
      const page = await browser.visit(link);
      assert.equal(page.status, 400, name);
      // A newer link has replaced the cookie of nobody: another browser asked for it.
      assert.match(await page.text(), /cannot be used/, name);
    }
  });

  test('another browser cannot use the link, and its page says what to do', async () => {
    const person = await logins.person();
    const { browser, link } = await linkFor(person.email);
    for (const response of [
      await new Browser().visit(link),
      await choosePassword(new Browser(), link, NEW),
    ]) {
      assert.equal(response.status, 400);
      assert.match(await response.text(), /in the other browser/);
    }
    assert.equal((await choosePassword(browser, link, NEW)).status, 200);
  });

  test('an unknown address, one without a password and a deactivated one get the same response', async () => {
    const [known, gone] = [await logins.person(), await logins.person()];
    await update(gone.id, { active: false });
    const external = `${known.id}.external@example.com`;
    const body = { email: external, name: 'External', roles: ['agent'] };
    await instance.call('POST', '/users', { as: 'super_admin', body });
    const pages: string[] = [];
    for (const email of [known.email, gone.email, external, 'nobody@example.com']) {
      const { response } = await askForReset(instance, email);
      pages.push(`${response.status} ${await response.text()}`);
    }
    assert.equal(new Set(pages).size, 1);
    assert.ok(pages[0]?.includes(signInLink(instance)));
    await untilNoJobs(instance);
    assert.equal(linksTo({ instance, mailbox }, known.email).length, 1);
    assert.equal(mailsTo({ instance, mailbox }, gone.email).length, 0);
    const [mail] = mailsTo({ instance, mailbox }, external);
    assert.match(mail?.mail.text ?? '', /has no password here/);
    assert.deepEqual(linksTo({ instance, mailbox }, external), []);
  });

  test('the mail goes to the stored address, in whatever letters it was entered', async () => {
    const { id } = await logins.person();
    const stored = `kim-${id.toLowerCase()}@example.com`;
    await update(id, { email: stored });
    // The lower case of the sign for kelvins is the letter k, but the address is another one for a mail server.
    for (const email of [stored.toUpperCase(), stored.replace('k', '\u212a')]) {
      await askForReset(instance, email);
      // A newer link would end the mail that waits.
      await untilNoJobs(instance);
    }
    const envelopes = mailsTo({ instance, mailbox }, stored).map(({ envelope }) => envelope);
    assert.deepEqual(envelopes, [[stored], [stored]]);
  });

  test('an account gets at most five mails in an hour, and those above it end no link', async () => {
    // All of them are in one clock hour.
    aheadMs += 3_600_000 - (now().getTime() % 3_600_000);
    const { email } = await logins.person();
    for (let n = 0; n < 4; n += 1) await linkFor(email);
    const { browser, link } = await linkFor(email);
    await askForReset(instance, email);
    await untilNoJobs(instance);
    assert.equal(linksTo({ instance, mailbox }, email).length, 5);
    assert.equal((await browser.visit(link)).status, 200);
  });

  test('a hold of mails holds the link, and a late mail is not sent', async () => {
    const person = await logins.person();
    const { db } = instance.deps;
    const at = now().toISOString();
    await db.transaction().execute((tx) => holdOutgoing(tx, at));
    await askForReset(instance, person.email);
    await untilNoJobs(instance);
    assert.deepEqual(mailsTo({ instance, mailbox }, person.email), []);
    aheadMs += 1_860_000;
    await db.transaction().execute((tx) => releaseOutgoing(tx, null, now().toISOString()));
    await instance.sql(`update graphile_worker._private_jobs set run_at = now()`);
    const row = await until('the mail has ended', async () => {
      const [mail] = await instance.sql('select * from mails where record_id = $1', [person.id]);
      return mail?.ended_at !== null && mail;
    });
    assert.match(row.last_error, /link in the mail has ended/);
    assert.deepEqual(mailsTo({ instance, mailbox }, person.email), []);
  });

  test('the token is in no table, only its hash', async () => {
    const person = await logins.person();
    const { link } = await linkFor(person.email);
    const tables = await instance.sql(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const rows = await instance.sql(`select 1 from ${name} as t where t::text like $1`, [
        `%${tokenOf(link)}%`,
      ]);
      assert.equal(rows.length, 0, name);
    }
  });

  test('a text that is no address is refused, and a form of another site sends no mail', async () => {
    const url = `${instance.deps.config.AUTH_URL}/forgotten`;
    for (const email of ['', 'ada', 'a\0da@example.com', `${'x'.repeat(250)}@example.com`]) {
      const response = await new Browser().visit(url, { email });
      assert.equal(response.status, 400);
      assert.ok((await response.text()).includes(signInLink(instance)));
    }
    const person = await logins.person();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ email: person.email }),
    });
    assert.match(await response.text(), /Forgotten your password/);
    await untilNoJobs(instance);
    assert.deepEqual(mailsTo({ instance, mailbox }, person.email), []);
  });
});

test('without a mail server, the page says to ask an administrator', async () => {
  const instance = await startInstance();
  try {
    const url = `${instance.deps.config.AUTH_URL}/forgotten`;
    for (const form of [undefined, { email: 'ada@example.com' }]) {
      const response = await new Browser().visit(url, form);
      const text = await response.text();
      assert.match(text, /Ask an administrator/);
      assert.ok(text.includes(signInLink(instance)));
    }
    const jobs = await instance.sql(`select 1 from graphile_worker._private_jobs`);
    assert.equal(jobs.length, 0);
  } finally {
    await instance.stop();
  }
});
