// The world has people with links to choose a password, and checks what an attacker changed.
import { randomBytes, randomUUID } from 'node:crypto';
import { hashToken } from '../../../../src/identity/account-links/account-links.ts';
import { createResetLink, findUser, issueLinkUrl } from '../../../../src/identity/index.ts';
import { tokenOf, untilNoJobs } from '../../../support/account-mails.ts';
import { type Instance, type Json, startInstance } from '../../../support/harness.ts';
import { Logins, type Person } from '../../../support/logins.ts';
import { type Mailbox, startMailbox } from '../../../support/mailboxes.ts';
import { Browser } from '../../../support/people.ts';

export const ATTACK = 'the password of the attacker';
/** The cookie is that of the page on which a link is asked for. */
const COOKIE = 'signalbox_reset';

export interface Victim extends Person {
  link: string;
  token: string;
  /** The link was asked for in this browser. */
  browser: Browser;
}

export interface World {
  instance: Instance;
  mailbox: Mailbox;
  logins: Logins;
  authUrl: string;
  forward: (seconds: number) => void;
  update: (id: string, body: Json) => Promise<void>;
  /** Returns a person who has just got a link. */
  victim: () => Promise<Victim>;
  /** Gives the person a link, as the job of the mail does. */
  newLink: (id: string, browser: Browser) => Promise<string>;
  invite: () => Promise<Victim>;
  /** Sends the form of a page with the password of the attacker; returns whether it was accepted. */
  submit: (
    browser: Browser,
    token: string,
    path?: string,
    more?: Record<string, string>,
  ) => Promise<boolean>;
  /** Returns whether `attack` changed the password of the person. */
  changes: (id: string, attack: () => Promise<unknown>) => Promise<boolean>;
  stop: () => Promise<void>;
}

export async function openWorld(): Promise<World> {
  const mailbox = await startMailbox();
  let aheadMs = 0;
  const now = () => new Date(Date.now() + aheadMs);
  const env = { SMTP_URL: mailbox.url, TRUSTED_PROXIES: '127.0.0.1' };
  const instance = await startInstance({ worker: true, now, env });
  const { deps, sql, call } = instance;
  const { AUTH_URL: authUrl } = deps.config;
  const logins = new Logins(instance);

  const hashOf = async (id: string): Promise<string | null> =>
    (await sql('select password_hash from users where id = $1', [id]))[0]?.password_hash ?? null;
  const newLink: World['newLink'] = async (id, browser) => {
    const cookie = randomBytes(32).toString('base64url');
    browser.setCookie(COOKIE, cookie);
    const linkId = randomUUID();
    await deps.db.transaction().execute(async (tx) => {
      const user = await findUser(tx, id);
      if (!user) throw new Error(`There is no user ${id}`);
      await createResetLink(tx, user, {
        kind: 'reset',
        id: linkId,
        at: now().toISOString(),
        email: user.email,
        network: '',
        browser: hashToken(cookie).toString('base64url'),
      });
    });
    return (await issueLinkUrl(deps, linkId)) ?? '';
  };
  const asAdmin = async (method: string, path: string, body: Json) => {
    const reply = await call(method, path, { as: 'super_admin', body });
    if (reply.status >= 300) throw new Error(reply.text);
    return reply.body;
  };
  return {
    instance,
    mailbox,
    logins,
    authUrl,
    newLink,
    forward: (seconds) => {
      aheadMs += seconds * 1000;
    },
    update: (id, body) => asAdmin('PATCH', `/users/${id}`, body),
    victim: async () => {
      const [person, browser] = [await logins.person(), new Browser()];
      const link = await newLink(person.id, browser);
      return { ...person, browser, link, token: tokenOf(link) };
    },
    invite: async () => {
      const email = `i${randomBytes(5).toString('hex')}@example.com`;
      const body = { email, name: 'Invited', roles: ['agent'], invite: true };
      const { id } = await asAdmin('POST', '/users', body);
      // Sending the mail would replace the token.
      await untilNoJobs(instance);
      const [row] = await sql('select id from account_links where user_id = $1', [id]);
      const link = (await issueLinkUrl(deps, row.id)) ?? '';
      const browser = new Browser();
      return { id, email, password: '', browser, link, token: tokenOf(link) };
    },
    submit: async (browser, token, path = '/forgotten/link', more = {}) => {
      const form = { token, new_password: ATTACK, ...more };
      return (await browser.visit(`${authUrl}${path}`, form)).status < 400;
    },
    changes: async (id, attack) => {
      const before = await hashOf(id);
      await attack();
      return (await hashOf(id)) !== before;
    },
    stop: async () => {
      await instance.stop();
      await mailbox.stop();
    },
  };
}
