// Tokens of people that a client holds end when the client is deactivated or gets another secret.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Instance, type Json, startInstance } from '../support/harness.ts';
import { CONSOLE, Logins } from '../support/logins.ts';
import { Browser } from '../support/people.ts';

describe('Tokens of people that a client holds', () => {
  let instance: Instance;
  let logins: Logins;
  before(async () => {
    instance = await startInstance();
    logins = new Logins(instance);
  });
  after(() => instance.stop());

  const set = async (id: string | undefined, body: Json) => {
    const { status } = await instance.call('PATCH', `/clients/${id}`, { as: 'super_admin', body });
    assert.equal(status, 200);
  };

  test('the access tokens of a deactivated client are refused, and its refresh tokens stay invalid after reactivation', async () => {
    const [app, person, browser] = [
      await logins.application(),
      await logins.person(),
      new Browser(),
    ];
    const held = await logins.logIn(app, person, browser);
    const other = await logins.logIn(CONSOLE, person, browser);
    assert.equal(await logins.isValid(held), true);
    await set(app.tokenParams['client_id'], { active: false });
    await logins.untilRefused(held);
    await set(app.tokenParams['client_id'], { active: true });
    assert.equal((await logins.refresh(app, held.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await logins.isValid(held), false);
    assert.equal(await logins.isValid(other), true, 'the console of the same browser goes on');
    assert.equal((await logins.refresh(CONSOLE, other.refresh_token)).status, 200);
    const again = await logins.logIn(app, person, browser);
    assert.equal(await logins.isValid(again), true, 'a new login works');
  });

  test('the access and refresh tokens of a client are refused once its secret is rotated', async () => {
    const app = await logins.application();
    const held = await logins.logIn(app, await logins.person());
    const { client_id } = app.tokenParams;
    const { body } = await instance.call('POST', `/clients/${client_id}/rotate-secret`, {
      as: 'super_admin',
    });
    await logins.untilRefused(held);
    const rotated = { ...app, tokenParams: { ...app.tokenParams, client_secret: body.secret } };
    assert.equal((await logins.refresh(rotated, held.refresh_token)).body.error, 'invalid_grant');
  });
});
