// The attacker knows the password of somebody with a second factor, and looks for a way around it.
import { Browser } from '../../support/people.ts';
import { CLI, CONSOLE } from '../../support/logins.ts';
import { tokenIn } from '../../support/factors.ts';
import { type Attack, isSignedIn, type World } from './world.ts';

/** Guesses at the code; entering the password each time or not. Returns how many guesses were compared. */
async function guess(world: World, everyTime: boolean): Promise<number> {
  const { person, key } = await world.victim();
  const right = world.factors.code(key);
  let attempt = await world.enter(person);
  let compared = 0;
  for (let n = 0; n < 24; n += 1) {
    if (everyTime) attempt = await world.enter(person);
    const code = String(n).padStart(6, '0');
    if (code === right) continue;
    const path = `${attempt.interaction}/factor`;
    if ((await world.factors.submit(attempt.browser, path, { code })).status === 401) compared += 1;
    // The bucket of the address refills; the delays of the account go on.
    world.clock.forward(0.2);
  }
  return compared;
}

/** With five free guesses and doubled waits, ten are more than the seconds of the attack admit. */
const MAX_COMPARED = 10;

export const bypasses: Record<string, Attack> = {
  'resuming the authorization after the password': async (world) => {
    const { person } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    const resume = interaction.replace('/interaction/', '/oauth2/authorize/');
    return isSignedIn(await world.factors.submit(browser, resume, {}));
  },
  'opening the resumed authorization by GET': async (world) => {
    const { person } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    const resume = interaction.replace('/interaction/', '/oauth2/authorize/');
    const { to } = await world.factors.page(browser, resume);
    return to?.includes('code=') ?? false;
  },
  'prompt=none after the password': async (world) => {
    const { browser } = await world.enter((await world.victim()).person);
    return world.authorize(browser, { prompt: 'none' });
  },
  'a second tab after the password': async (world) => {
    const { browser } = await world.enter((await world.victim()).person);
    return world.authorize(browser);
  },
  'the command line after the password': async (world) => {
    const { browser } = await world.enter((await world.victim()).person);
    const { landed } = await world.factors.logins.open(CLI, browser);
    return landed.searchParams.has('code');
  },
  'the password sent twice': async (world) => {
    const { person } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    const { email, password } = person;
    return isSignedIn(await world.factors.submit(browser, interaction, { email, password }));
  },
  'opening /security with the password alone': async (world) => {
    const { browser } = await world.enter((await world.victim()).person);
    return (await world.factors.page(browser, '/security')).status === 200;
  },
  'an empty code': async (world) => world.tryCode((await world.victim()).person, ''),
  'the recovery page with an empty code': async (world) =>
    world.tryRecovery((await world.victim()).person, ''),
  'putting the setup off with a factor': async (world) => {
    const { browser, interaction } = await world.enter((await world.victim()).person);
    return isSignedIn(await world.factors.submit(browser, `${interaction}/enrol/later`, {}));
  },
  'ending the setup without one': async (world) => {
    const { browser, interaction } = await world.enter((await world.victim()).person);
    return isSignedIn(await world.factors.submit(browser, `${interaction}/enrol/done`, {}));
  },
  'setting up an app of the attacker in the sign-in': async (world) => {
    const { person } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    await world.factors.submit(browser, `${interaction}/enrol/totp`, { code: '000000' });
    return (await world.count(person)) > 1;
  },
  'the pending sign-in in another browser': async (world) => {
    const { person, key } = await world.victim();
    const { interaction } = await world.enter(person);
    const form = { code: world.factors.code(key) };
    return isSignedIn(await world.factors.submit(new Browser(), `${interaction}/factor`, form));
  },
  'a pending sign-in that has expired': async (world) => {
    const { person, key } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    world.clock.forward(601);
    const form = { code: world.factors.code(key) };
    return isSignedIn(await world.factors.submit(browser, `${interaction}/factor`, form));
  },
  'the finished sign-in again': async (world) => {
    const { person, key } = await world.victim();
    const { browser, interaction } = await world.enter(person);
    const path = `${interaction}/factor`;
    await world.factors.submit(browser, path, { code: world.factors.code(key) });
    world.clock.forward(60);
    return isSignedIn(await world.factors.submit(browser, path, { code: world.factors.code(key) }));
  },
  'a password that was reset': async (world) => {
    const { person } = await world.victim();
    const password = 'another horse battery';
    const body = { password };
    await world.instance.call('PATCH', `/users/${person.id}`, { as: 'super_admin', body });
    const { browser, interaction } = await world.enter({ ...person, password });
    const { text } = await world.factors.page(browser, `${interaction}/factor`);
    return !text.includes('Enter your code') || world.authorize(browser);
  },
  'the page that changes a password': async (world) => {
    const { person } = await world.victim();
    const browser = new Browser();
    const { email, password } = person;
    const form = { email, password, new_password: 'a third horse battery' };
    await world.factors.page(browser, '/password', form);
    return world.authorize(browser, { prompt: 'none' });
  },
  'a refresh token from before the days were over': async (world) => {
    const person = await world.factors.logins.person(['auditor']);
    await world.setRequired(['auditor']);
    const tokens = await signInLater(world, person);
    world.clock.forward(14 * 86_400);
    const { body } = await world.factors.logins.refresh(CONSOLE, tokens['refresh_token'] ?? '');
    await world.setRequired([]);
    return tokens['refresh_token'] === undefined || body.access_token !== undefined;
  },
  'a session from before the days were over, with prompt=none': async (world) => {
    const person = await world.factors.logins.person(['auditor']);
    await world.setRequired(['auditor']);
    const browser = new Browser();
    await signInLater(world, person, browser);
    const isOpen = await world.authorize(browser, { prompt: 'none' });
    world.clock.forward(14 * 86_400);
    const isStillOpen = await world.authorize(browser, { prompt: 'none' });
    await world.setRequired([]);
    return !isOpen || isStillOpen;
  },
  'a login without a factor that began after the factor was added': async (world) => {
    const { person, browser, key } = await world.victim();
    const { access_token } = await signInWith(world, person, key);
    // A login of an older version, or of a fault: its methods lack the factor.
    const removed = await world.instance.sql(
      `update factors set created_at = '2020-01-01' where user_id = $1 returning id`,
      [person.id],
    );
    return removed.length !== 1 || !access_token || world.authorize(browser, { prompt: 'none' });
  },
  'a key made with the token of another key': async (world) => {
    const { person, key } = await world.victim();
    const { access_token: token = '' } = await signInWith(world, person, key);
    const body = { name: 'first' };
    const made = await world.instance.call('POST', '/profile/api-keys', { token, body });
    const { body: exchanged } = await world.factors.logins.token({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: made.body.secret,
    });
    const more = await world.instance.call('POST', '/profile/api-keys', {
      token: exchanged.access_token,
      body,
    });
    return made.status !== 201 || more.status === 201;
  },
  'a code sent twice': async (world) => {
    const { person, key } = await world.victim();
    const code = world.factors.code(key);
    const isFirst = await world.tryCode(person, code);
    return !isFirst || world.tryCode(person, code);
  },
  'an earlier code after a later one': async (world) => {
    const { person, key } = await world.victim();
    const isFirst = await world.tryCode(person, world.factors.code(key, 1));
    return !isFirst || world.tryCode(person, world.factors.code(key));
  },
  'one code in ten requests at the same moment': async (world) => {
    const { person, key } = await world.victim();
    const tabs = [];
    for (let n = 0; n < 10; n += 1) tabs.push(await world.enter(person));
    const code = world.factors.code(key);
    const ends = await Promise.all(
      tabs.map(({ browser, interaction }) =>
        world.factors.submit(browser, `${interaction}/factor`, { code }),
      ),
    );
    return ends.filter(isSignedIn).length !== 1;
  },
  'the code of another person': async (world) => {
    const [victim, attacker] = [await world.victim(), await world.victim()];
    return world.tryCode(victim.person, world.factors.code(attacker.key));
  },
  'a code from a minute ago': async (world) => {
    const { person, key } = await world.victim();
    return world.tryCode(person, world.factors.code(key, -2));
  },
  'guesses at the code': async (world) => (await guess(world, false)) > MAX_COMPARED,
  'guesses at the code with the password before each': async (world) =>
    (await guess(world, true)) > MAX_COMPARED,
  'a recovery code sent twice': async (world) => {
    const { person, codes } = await world.victim();
    const isFirst = await world.tryRecovery(person, codes[0] ?? '');
    return !isFirst || world.tryRecovery(person, codes[0] ?? '');
  },
  'the recovery code of another person': async (world) => {
    const [victim, attacker] = [await world.victim(), await world.victim()];
    return world.tryRecovery(victim.person, attacker.codes[0] ?? '');
  },
  'a recovery code of the set before': async (world) => {
    const { person, browser, codes } = await world.victim();
    await world.factors.send(browser, '/security/codes');
    return world.tryRecovery(person, codes[0] ?? '');
  },
};

async function signInLater(world: World, person: Parameters<World['enter']>[0], own?: Browser) {
  const { browser, interaction, attempt } = await world.enter(person, own);
  const { text } = await world.factors.page(browser, `${interaction}/enrol`);
  const form = { form_token: tokenIn(text) };
  const end = await world.factors.submit(browser, `${interaction}/enrol/later`, form);
  const { body } = await world.factors.redeem(end, attempt);
  return body as Record<string, string>;
}

async function signInWith(world: World, person: Parameters<World['enter']>[0], key: string) {
  const { browser, interaction, attempt } = await world.enter(person);
  const form = { code: world.factors.code(key) };
  const end = await world.factors.submit(browser, `${interaction}/factor`, form);
  const { body } = await world.factors.redeem(end, attempt);
  return body as Record<string, string>;
}
