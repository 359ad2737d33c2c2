// Opens the pages of links by which people choose a password.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createResetLink, findUser, issueLinkUrl } from '../../../src/identity/index.ts';
import { CONSOLE, Logins, type Person } from '../../support/logins.ts';
import type { Flows } from './flows.ts';

/** Returns the page to check. */
export type Open = (page: Page) => Promise<Page>;

/** Does what the job of the mail does, and returns the link. */
async function linkOf({ instance }: Flows, { id, email }: Person): Promise<string> {
  const { deps } = instance;
  const [{ payload }] = await instance.sql(
    `delete from graphile_worker._private_jobs where payload->>'email' = $1 returning payload`,
    [email],
  );
  await deps.db.transaction().execute(async (tx) => {
    const user = await findUser(tx, id);
    if (user) await createResetLink(tx, user, payload);
  });
  return (await issueLinkUrl(deps, payload.id)) ?? '';
}

export const linkPagesOf = (flows: Flows): Record<string, Open> => {
  const { authUrl, instance } = flows;
  const openForgotten: Open = async (page) => {
    await page.goto(`${authUrl}/forgotten`);
    return page;
  };
  const ask = async (page: Page, email: string) => {
    await openForgotten(page);
    await page.fill('#email', email);
    await page.click('button');
    await page.getByText('Check your mail').waitFor();
    return page;
  };
  const choose: Open = async (page) => {
    const logins = new Logins(instance);
    const person = await logins.person();
    const { access_token: token } = await logins.logIn(CONSOLE, person);
    for (const name of ['Nightly export', 'A robot with quite a long name that has to wrap'])
      await instance.call('POST', '/profile/api-keys', { token, body: { name } });
    await ask(page, person.email);
    await page.goto(await linkOf(flows, person));
    await page.locator('#new_password').waitFor();
    return page;
  };
  const reset: Open = async (page) => {
    await choose(page);
    await page.fill('#new_password', randomUUID());
    await page.click('button');
    await page.getByText('Your API keys still work').waitFor();
    return page;
  };
  return {
    forgotten: openForgotten,
    'forgotten-sent': (page) => ask(page, 'nobody@example.com'),
    'link-ended': async (page) => {
      await page.goto(`${authUrl}/forgotten/link?token=none`);
      return page;
    },
    'choose-password': choose,
    'password-reset': reset,
    'other-browser': async (page) => {
      await choose(page);
      await page.context().clearCookies();
      await page.reload();
      await page.getByText('Open the link in the other browser').waitFor();
      return page;
    },
    'keys-ended': async (page) => {
      await reset(page);
      await page.click('button');
      await page.getByText('2 API keys were ended').waitFor();
      return page;
    },
  };
};
