// Each attack returns true if it succeeded.
import { hash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import {
  askForReset,
  linksTo,
  mailsTo,
  tokenOf,
  untilNoJobs,
} from '../../../support/account-mails.ts';
import { CONSOLE } from '../../../support/logins.ts';
import { Browser } from '../../../support/people.ts';
import { ATTACK, type World } from './account-links.world.ts';

type Attack = (world: World) => Promise<boolean>;

const DAY = 86_400;
const OTHER = 'a password of the owner';
const EVIL = 'evil.example.net';

/** The link was asked for, then something ended it; the attacker has the link and the browser. */
const afterEnd =
  (end: (world: World, victim: { id: string; email: string }) => Promise<unknown>): Attack =>
  async (world) => {
    const { id, browser, token } = await world.victim();
    await end(world, { id, email: '' });
    return world.changes(id, () => world.submit(browser, token));
  };

/** The attacker has the mail, and a browser of their own. */
const inBrowser =
  (browserOf: (world: World) => Promise<Browser> | Browser): Attack =>
  async (world) => {
    const { id, token } = await world.victim();
    const browser = await browserOf(world);
    return world.changes(id, () => world.submit(browser, token));
  };

const withCookie = (value: string): Browser => {
  const browser = new Browser();
  browser.setCookie('signalbox_reset', value);
  return browser;
};

/** Reads the response, so that its connection is free again. */
const send = async (url: string, options: RequestInit): Promise<void> => {
  await (await fetch(url, options)).arrayBuffer();
};

/** Sends the request for a link with other headers or another target, which `fetch` would not send. */
async function askRaw(
  { authUrl }: World,
  email: string,
  headers: Record<string, string>,
  path = '/forgotten',
): Promise<void> {
  const { hostname, port } = new URL(authUrl);
  const body = new URLSearchParams({ email }).toString();
  await new Promise<void>((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => response.resume().once('end', () => resolve()),
    );
    sent.once('error', reject).end(body);
  });
}

/** The link in the mail must lead to the instance, whatever the request says about its host. */
const forgedHost =
  (headers: Record<string, string>, path?: string): Attack =>
  async (world) => {
    const { email } = await world.logins.person();
    await askRaw(world, email, headers, path);
    await untilNoJobs(world.instance);
    const links = linksTo(world, email);
    return links.some((link) => !link.startsWith(`${world.authUrl}/forgotten/link?token=`));
  };

/** Tokens are tried as if they belonged to the victim's browser. */
const guess =
  (guessesOf: (token: string, world: World, id: string) => Promise<string[]> | string[]): Attack =>
  async (world) => {
    const { id, browser, token } = await world.victim();
    const guesses = await guessesOf(token, world, id);
    return world.changes(id, async () => {
      for (const one of guesses) await world.submit(browser, one);
    });
  };

/** A link is used at the page of links for another purpose. */
const atPath =
  (kind: 'victim' | 'invite', path: string): Attack =>
  async (world) => {
    const { id, browser, token } = await world[kind]();
    return world.changes(id, () => world.submit(browser, token, path));
  };

async function parallel(world: World): Promise<boolean> {
  const { id, browser, token } = await world.victim();
  const accepted = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      world.submit(browser, token, '/forgotten/link', { new_password: `${ATTACK} ${n}` }),
    ),
  );
  const [{ count }] = await world.instance.sql(
    `select count(*)::int as count from entries where record_id = $1 and kind = 'user.password_reset'`,
    [id],
  );
  return accepted.filter(Boolean).length !== 1 || count !== 1;
}

/** Everything that the client can see, except values that differ by request. */
async function describeResponse(response: Response): Promise<string> {
  const volatile = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
  const headers = [...response.headers]
    .filter(([name]) => !volatile.has(name))
    .map(([name, value]) => `${name}: ${value.replace(/signalbox_reset=[\w-]+/, '')}`);
  return [response.status, ...headers, await response.text()].join('\n');
}

async function enumerate(world: World): Promise<boolean> {
  const [known, gone, invited] = [
    await world.logins.person(),
    await world.logins.person(),
    await world.invite(),
  ];
  await world.update(gone.id, { active: false });
  const pages = new Set<string>();
  for (const email of [known.email, gone.email, invited.email, 'nobody@example.com'])
    for (let n = 0; n < 2; n += 1)
      pages.add(await describeResponse((await askForReset(world.instance, email)).response));
  return pages.size !== 1;
}

async function flood(world: World): Promise<boolean> {
  const { email } = await world.logins.person();
  for (let n = 0; n < 15; n += 1) await askForReset(world.instance, email);
  await untilNoJobs(world.instance);
  // The requests may be in two clock hours.
  return mailsTo(world, email).length > 10;
}

/** The mail must go to the address of the account alone. */
const mailElsewhere =
  (entered: (email: string) => string): Attack =>
  async (world) => {
    const { email } = await world.logins.person();
    const before = world.mailbox.delivered.length;
    await askForReset(world.instance, entered(email));
    await untilNoJobs(world.instance);
    return world.mailbox.delivered
      .slice(before)
      .some(({ envelope }) => envelope.some((one) => one !== email));
  };

async function keepSession(world: World): Promise<boolean> {
  const person = await world.logins.person();
  const tokens = await world.logins.logIn(CONSOLE, person);
  const browser = new Browser();
  await world.submit(browser, tokenOf(await world.newLink(person.id, browser)));
  return (await world.logins.refresh(CONSOLE, tokens.refresh_token)).status === 200;
}

/** A reset that signed in would bypass the second factor. */
async function signInByReset(world: World): Promise<boolean> {
  const { browser, token } = await world.victim();
  await world.submit(browser, token);
  const { landed } = await world.logins.open(CONSOLE, browser);
  return landed.searchParams.has('code');
}

async function inactiveAsks(world: World): Promise<boolean> {
  const { id, email } = await world.logins.person();
  await world.update(id, { active: false });
  await askForReset(world.instance, email);
  await untilNoJobs(world.instance);
  const rows = await world.instance.sql('select 1 from account_links where user_id = $1', [id]);
  return rows.length > 0 || mailsTo(world, email).length > 0;
}

/** The page after a reset has a token that ends the keys; it must not choose another password. */
async function keysToken(world: World): Promise<boolean> {
  const person = await world.logins.person();
  const { access_token: token } = await world.logins.logIn(CONSOLE, person);
  const body = { name: 'Robot' };
  await world.instance.call('POST', '/profile/api-keys', { token, body });
  const browser = new Browser();
  const url = `${world.authUrl}/forgotten/link`;
  const link = await world.newLink(person.id, browser);
  const page = await browser.visit(url, { token: tokenOf(link), new_password: OTHER });
  const [, proof = ''] = /name="token" value="([^"]+)"/.exec(await page.text()) ?? [];
  if (proof === '') throw new Error('the page has no token');
  return world.changes(person.id, async () => {
    for (const path of ['/forgotten/link', '/invitation']) await world.submit(browser, proof, path);
  });
}

const submitAs =
  (submit: (url: string, token: string, cookie: string) => Promise<unknown>): Attack =>
  async (world) => {
    const { id, browser, token } = await world.victim();
    const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ');
    return world.changes(id, () => submit(`${world.authUrl}/forgotten/link`, token, cookie));
  };

const query = (token: string) => `?${new URLSearchParams({ token, new_password: ATTACK })}`;

export const attacks: Readonly<Record<string, Attack>> = {
  'a link is used twice': async (world) => {
    const { id, browser, token } = await world.victim();
    await world.submit(browser, token, '/forgotten/link', { new_password: OTHER });
    return world.changes(id, () => world.submit(browser, token));
  },
  'a link is used after 30 minutes': afterEnd(async ({ forward }) => forward(1801)),
  'a link is used in a browser without a cookie': inBrowser(() => new Browser()),
  'a link is used in a browser with an empty cookie': inBrowser(() => withCookie('')),
  'a link is used in a browser that asked for another link': inBrowser(
    async ({ victim }) => (await victim()).browser,
  ),
  'a link is used in a browser that asked for the same person later': async (world) => {
    const { id, browser, token } = await world.victim();
    const later = new Browser();
    await world.newLink(id, later);
    return world.changes(id, async () => {
      for (const one of [browser, later]) await world.submit(one, token);
    });
  },
  'a link is used after a newer one': afterEnd(({ newLink }, { id }) => newLink(id, new Browser())),
  'a link is used after a new password': afterEnd(({ update }, { id }) =>
    update(id, { password: OTHER }),
  ),
  'a link is used after a change of the address': afterEnd(({ update }, { id }) =>
    update(id, { email: `${id}@example.com` }),
  ),
  'a link is used after the address was changed and changed back': async (world) => {
    const { id, email, browser, token } = await world.victim();
    await world.update(id, { email: `${id}.other@example.com` });
    await world.update(id, { email });
    return world.changes(id, () => world.submit(browser, token));
  },
  'a link is used after deactivation': afterEnd(({ update }, { id }) =>
    update(id, { active: false }),
  ),
  'a link of before is used after reactivation': afterEnd(async ({ update }, { id }) => {
    await update(id, { active: false });
    await update(id, { active: true });
  }),
  'a deactivated person asks for a link': inactiveAsks,
  'a link of one person is used for another': async (world) => {
    const [own, other] = [await world.victim(), await world.logins.person()];
    const { id, email } = other;
    return world.changes(id, () =>
      world.submit(own.browser, own.token, '/forgotten/link', { email, user_id: id, id }),
    );
  },
  'two tokens are sent, of which one is of another person': async (world) => {
    const [own, other] = [await world.victim(), await world.victim()];
    return world.changes(other.id, async () => {
      const body = `token=${own.token}&token=${other.token}&new_password=${encodeURIComponent(ATTACK)}`;
      const cookie = [...own.browser.cookies()].map((pair) => pair.join('=')).join('; ');
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
      await send(`${world.authUrl}/forgotten/link`, { method: 'POST', headers, body });
    });
  },
  'the header Host is forged': forgedHost({ host: EVIL }),
  'the header X-Forwarded-Host is forged': forgedHost({ 'x-forwarded-host': EVIL }),
  'the headers X-Forwarded-Proto, -Port, -Server and Forwarded are forged': forgedHost({
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '8443',
    'x-forwarded-server': EVIL,
    forwarded: `host=${EVIL};proto=https`,
  }),
  'the headers X-Original-URL, X-Rewrite-URL and X-Host are forged': forgedHost({
    'x-original-url': `http://${EVIL}/forgotten`,
    'x-rewrite-url': `http://${EVIL}/forgotten`,
    'x-host': EVIL,
  }),
  'the target of the request names another host': forgedHost({}, `http://${EVIL}/forgotten`),
  'the headers Origin and Referer are forged': forgedHost({
    origin: `https://${EVIL}`,
    referer: `https://${EVIL}/forgotten`,
  }),
  'random tokens are guessed': guess(() =>
    Array.from({ length: 50 }, () => randomBytes(32).toString('base64url')),
  ),
  'changed forms of the token are guessed': guess((token) => [
    token.slice(0, -1),
    `${token}=`,
    `${token} `,
    ` ${token}`,
    `${token}\0`,
    token.toUpperCase(),
    token.toLowerCase(),
    [...token].toReversed().join(''),
    '%',
    '',
  ]),
  'the hash of the token in the database is used as a token': guess((token) => {
    const bytes = hash('sha256', token, 'buffer');
    return [bytes.toString('base64url'), bytes.toString('hex'), `\\x${bytes.toString('hex')}`];
  }),
  'the id of the link in the database is used as a token': guess(async (_, { instance }, id) => {
    const [row] = await instance.sql('select id from account_links where user_id = $1', [id]);
    return [row.id, row.id.replaceAll('-', '')];
  }),
  'ten requests use one link at once': parallel,
  'responses show which accounts exist': enumerate,
  'more mails are sent than the limit allows': flood,
  'the address has a line break and another recipient': mailElsewhere(
    (email) => `${email}\r\nBcc: eve@${EVIL}`,
  ),
  'the address lists another recipient': mailElsewhere((email) => `${email},eve@${EVIL}`),
  'the address has a letter that looks the same in lower case': mailElsewhere((email) =>
    // The sign for kelvin becomes k in lower case.
    email.replace('example', 'e\u212Ample'),
  ),
  'an invitation is used as a reset': atPath('invite', '/forgotten/link'),
  'a reset is used as an invitation': atPath('victim', '/invitation'),
  'a reset is used to end API keys': atPath('victim', '/forgotten/api-keys'),
  'the proof for ending API keys is used to choose a password': keysToken,
  'an invitation is used twice': async (world) => {
    const { id, token } = await world.invite();
    await world.submit(new Browser(), token, '/invitation', { new_password: OTHER });
    return world.changes(id, () => world.submit(new Browser(), token, '/invitation'));
  },
  'an invitation is used after seven days': async (world) => {
    const { id, token } = await world.invite();
    world.forward(7 * DAY + 1);
    return world.changes(id, () => world.submit(new Browser(), token, '/invitation'));
  },
  'an invitation is used after the person got a password': async (world) => {
    const { id, token } = await world.invite();
    await world.update(id, { password: OTHER });
    return world.changes(id, () => world.submit(new Browser(), token, '/invitation'));
  },
  'opening a link with a password in its query chooses it': submitAs((url, token, cookie) =>
    send(url + query(token), { headers: { cookie } }),
  ),
  'a password in the query of a form is chosen': submitAs((url, token, cookie) =>
    send(url + query(token), { method: 'POST', headers: { cookie } }),
  ),
  'a password in JSON or text of another site is chosen': submitAs(async (url, token, cookie) => {
    const types = { 'application/json': JSON.stringify({ token, new_password: ATTACK }) };
    const bodies = { ...types, 'text/plain': query(token).slice(1) };
    for (const [type, body] of Object.entries(bodies))
      await send(url, { method: 'POST', headers: { cookie, 'content-type': type }, body });
  }),
  'a session of before survives the reset': keepSession,
  'the reset signs in without a second factor': signInByReset,
};
