// The attacker sits at an open session, or lets the browser of somebody send forms.
import { Browser } from '../../support/people.ts';
import { CONSOLE } from '../../support/logins.ts';
import { tokenIn } from '../../support/factors.ts';
import { type Attack, tokenOf } from './world.ts';

/** A browser that adds a header to each request. */
const browserWith = (name: string, value: string): Browser =>
  new Browser((url, init) => {
    const headers = new Headers(init?.headers);
    headers.set(name, value);
    return fetch(url, { ...init, headers });
  });

const copyCookies = (from: Browser, to: Browser): Browser => {
  for (const [name, value] of from.cookies()) to.setCookie(name, value);
  return to;
};

export const managing: Record<string, Attack> = {
  'an app without the password again': async ({ factors, count }) => {
    const person = await factors.logins.person(['requester']);
    const browser = new Browser();
    await factors.logins.logIn(CONSOLE, person, browser);
    const { text } = await factors.page(browser, '/security/totp');
    await factors.page(browser, '/security/totp', { form_token: tokenIn(text), code: '000000' });
    return text.includes('QR code') || (await count(person)) > 0;
  },
  'new recovery codes without the password again': async ({ factors, clock, victim }) => {
    const { browser } = await victim();
    const form_token = await tokenOf(factors, browser);
    clock.forward(600);
    return (await factors.page(browser, '/security/codes', { form_token })).status === 200;
  },
  'the verification of another browser of the same person': async ({ factors }) => {
    const person = await factors.logins.person(['requester']);
    const one = await factors.verify(person);
    const form_token = await tokenOf(factors, one);
    const other = new Browser();
    await factors.logins.logIn(CONSOLE, person, other);
    return (await factors.page(other, '/security/codes', { form_token })).status === 200;
  },
  'a form without its token': async ({ factors, victim }) => {
    const { browser } = await victim();
    return (await factors.page(browser, '/security/codes', {})).status === 200;
  },
  'a form with the token of somebody else': async ({ factors, victim }) => {
    const [own, theirs] = [await victim(), await victim()];
    const form_token = await tokenOf(factors, own.browser);
    return (await factors.page(theirs.browser, '/security/codes', { form_token })).status === 200;
  },
  'a form that another site sends with the right token': async ({ factors, victim }) => {
    const { browser } = await victim();
    const form_token = await tokenOf(factors, browser);
    const cross = copyCookies(browser, browserWith('sec-fetch-site', 'cross-site'));
    return (await factors.page(cross, '/security/codes', { form_token })).status === 200;
  },
  'a removal by a link': async ({ factors, victim, count }) => {
    const { person, browser } = await victim();
    await factors.page(browser, '/security/remove');
    return (await count(person)) === 0;
  },
  'the removal of a factor of somebody else': async ({ factors, victim, count }) => {
    const [own, theirs] = [await victim(), await victim()];
    const { text } = await factors.page(theirs.browser, '/security');
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    await factors.send(own.browser, '/security/remove', { id });
    return (await count(theirs.person)) === 0;
  },
  'the removal of the last factor where one is required': async (world) => {
    const { person, browser } = await world.victim();
    await world.setRequired(['requester']);
    const { text } = await world.factors.page(browser, '/security');
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    await world.factors.send(browser, '/security/remove', { id });
    await world.setRequired([]);
    return (await world.count(person)) === 0;
  },
  'the reset of factors by an agent': async ({ instance, victim, count }) => {
    const { person } = await victim();
    await instance.call('DELETE', `/users/${person.id}/factors`, { as: 'agent' });
    return (await count(person)) === 0;
  },
  'the code of the setup as a sign-in': async ({ factors, tryCode }) => {
    const person = await factors.logins.person(['requester']);
    const { key } = await factors.addApp(await factors.verify(person));
    return tryCode(person, factors.code(key, -1));
  },
};
