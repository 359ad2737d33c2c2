// The attacker has seen responses of a passkey, or makes some with one of their own.
import { Authenticator, type Deviation, passkeyOptionsIn } from '../../support/authenticator.ts';
import { tokenIn } from '../../support/factors.ts';
import { type Attack, isSignedIn } from './world.ts';

/** The response differs from a correct one in one point. */
const signInWith =
  (deviation: Deviation): Attack =>
  async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const { options, submit } = await factors.passkeyPage();
    return isSignedIn(await submit(authenticator.get(options, deviation)));
  };

const registerWith =
  (deviation: Deviation): Attack =>
  async ({ factors, count }) => {
    const person = await factors.logins.person(['requester']);
    const browser = await factors.verify(person);
    const { text } = await factors.page(browser, '/security/passkey');
    const passkey = new Authenticator(factors.authUrl);
    const credential = passkey.create(passkeyOptionsIn(text), deviation);
    const form = { form_token: tokenIn(text), credential, name: 'x' };
    await factors.page(browser, '/security/passkey', form);
    return (await count(person)) > 0;
  };

const ELSEWHERE = 'https://signalbox.evil.example';

export const passkeyAttacks: Record<string, Attack> = {
  'a response sent twice': async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const first = await factors.passkeyPage();
    const credential = authenticator.get(first.options);
    const isFirst = isSignedIn(await first.submit(credential));
    const second = await factors.passkeyPage();
    return !isFirst || isSignedIn(await second.submit(credential));
  },
  'a response in the browser of the attacker': async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const victim = await factors.passkeyPage();
    const attacker = await factors.passkeyPage();
    return isSignedIn(await attacker.submit(authenticator.get(victim.options)));
  },
  'a challenge that has expired': async ({ factors, clock }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const { options, submit } = await factors.passkeyPage();
    clock.forward(301);
    return isSignedIn(await submit(authenticator.get(options)));
  },
  'a challenge of the attacker': signInWith({ challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
  'another origin': signInWith({ origin: ELSEWHERE }),
  'another origin with the same host': signInWith({ origin: 'http://127.0.0.1:1' }),
  'another relying party': signInWith({ rpId: 'signalbox.evil.example' }),
  'a person who was not verified': signInWith({ isUnverified: true }),
  'a response of a registration': signInWith({ type: 'webauthn.create' }),
  'the name of another person': signInWith({
    userHandle: Buffer.from('USR0000001').toString('base64url'),
  }),
  'an unknown passkey': signInWith({ id: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  'a counter that went back': async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const first = await factors.passkeyPage();
    const isFirst = isSignedIn(
      await first.submit(authenticator.get(first.options, { counter: 9 })),
    );
    const second = await factors.passkeyPage();
    const copied = authenticator.get(second.options, { counter: 8 });
    return !isFirst || isSignedIn(await second.submit(copied));
  },
  'a counter that stands still': async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const first = await factors.passkeyPage();
    const isFirst = isSignedIn(
      await first.submit(authenticator.get(first.options, { counter: 9 })),
    );
    const second = await factors.passkeyPage();
    return (
      !isFirst || isSignedIn(await second.submit(authenticator.get(second.options, { counter: 9 })))
    );
  },
  'the key of the attacker under the id of the victim': async ({ factors }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const forger = new Authenticator(factors.authUrl);
    const { options, submit } = await factors.passkeyPage();
    return isSignedIn(await submit(forger.get(options, { id: authenticator.id })));
  },
  'the passkey of the attacker after the password of the victim': async ({ factors }) => {
    const victim = await factors.personWithPasskey(['requester']);
    const attacker = await factors.personWithPasskey(['requester']);
    const { options, submit } = await factors.passkeyPage(victim.person);
    return isSignedIn(await submit(attacker.authenticator.get(options)));
  },
  'a passkey of a deactivated person': async ({ factors, instance }) => {
    const { person, authenticator } = await factors.personWithPasskey(['requester']);
    const body = { active: false };
    await instance.call('PATCH', `/users/${person.id}`, { as: 'super_admin', body });
    const { options, submit } = await factors.passkeyPage();
    return isSignedIn(await submit(authenticator.get(options)));
  },
  'a passkey that was removed': async ({ factors }) => {
    const { browser, authenticator } = await factors.personWithPasskey(['requester']);
    const { text } = await factors.page(browser, '/security');
    const [, id = ''] = /name="id" value="([^"]+)"/.exec(text) ?? [];
    await factors.send(browser, '/security/remove', { id });
    const { options, submit } = await factors.passkeyPage();
    return isSignedIn(await submit(authenticator.get(options)));
  },
  'text that is no response': async ({ factors }) => {
    const { submit } = await factors.passkeyPage();
    for (const text of ['', 'null', '{}', '[]', '{"id":{"a":1}}', '{"id":"\\u0000"}'])
      if (isSignedIn(await submit(text))) return true;
    return false;
  },
  'a challenge of a registration in a sign-in': async ({ factors }) => {
    const { browser, authenticator } = await factors.personWithPasskey(['requester']);
    const { text } = await factors.page(browser, '/security/passkey');
    const { submit } = await factors.passkeyPage(undefined, browser);
    return isSignedIn(await submit(authenticator.get(passkeyOptionsIn(text))));
  },
  'a registration at another origin': registerWith({ origin: ELSEWHERE }),
  'a registration for another relying party': registerWith({ rpId: 'signalbox.evil.example' }),
  'a registration without verification of the person': registerWith({ isUnverified: true }),
  'a registration with the challenge of the attacker': registerWith({
    challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  }),
  'a registration of the passkey of somebody else': async ({ factors, count }) => {
    const { authenticator } = await factors.personWithPasskey(['requester']);
    const person = await factors.logins.person(['requester']);
    const browser = await factors.verify(person);
    const { text } = await factors.page(browser, '/security/passkey');
    const credential = authenticator.create(passkeyOptionsIn(text));
    const form = { form_token: tokenIn(text), credential, name: 'x' };
    await factors.page(browser, '/security/passkey', form);
    return (await count(person)) > 0;
  },
};
