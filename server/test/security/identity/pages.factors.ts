// Opens the pages of second factors, and walks through a passkey with a virtual authenticator.
import type { CDPSession, Page } from 'playwright-core';
import { Factors } from '../../support/factors.ts';
import type { Person } from '../../support/logins.ts';
import { beginLogin, type Browser } from '../../support/people.ts';
import type { Flows } from './flows.ts';
import type { Open } from './pages.links.ts';

/** Opens the sign-in page and enters the password. */
async function enter(page: Page, { authUrl, baseUrl }: Flows, person: Person): Promise<Page> {
  await page.goto(beginLogin(authUrl, baseUrl).url);
  await page.fill('#email', person.email);
  await page.fill('#password', person.password);
  await page.click('button');
  return page;
}

/** Hands the cookies of a browser without a screen to the page. */
async function continueIn(page: Page, browser: Browser, { authUrl }: Flows): Promise<void> {
  await page
    .context()
    .addCookies([...browser.cookies()].map(([name, value]) => ({ name, value, url: authUrl })));
}

export const factorPagesOf = (flows: Flows): Record<string, Open> => {
  const { authUrl, instance } = flows;
  const factors = new Factors(instance);
  const security =
    (path: string): Open =>
    async (page) => {
      const { browser } = await factors.personWithApp();
      await factors.addPasskey(browser, 'A laptop with quite a long name that has to wrap');
      await continueIn(page, browser, flows);
      await page.goto(`${authUrl}/security${path}`);
      return page;
    };
  const step =
    (path: string): Open =>
    async (page) => {
      await enter(page, flows, (await factors.personWithApp()).person);
      await page.getByText('Enter your code').waitFor();
      await page.goto(page.url().replace('/factor', path));
      return page;
    };
  return {
    factors: security(''),
    'factor-app': security('/totp'),
    'factor-codes': async (page) => {
      await security('')(page);
      await page.getByText('Create new codes').click();
      await page.getByText('shown only now').waitFor();
      return page;
    },
    'factor-passkey': security('/passkey'),
    'factor-verify': security('/verify'),
    'factor-code': step('/factor'),
    'factor-code-refused': async (page) => {
      await step('/factor')(page);
      await page.fill('#code', '000000');
      await page.click('button');
      await page.getByRole('alert').waitFor();
      return page;
    },
    'factor-recovery': step('/recovery'),
    'factor-sign-in-passkey': async (page) => {
      await page.goto(beginLogin(authUrl, flows.baseUrl).url);
      await page.getByText('Sign in with a passkey').click();
      await page.getByText('Sign in with a password').waitFor();
      return page;
    },
    'factor-required': async (page) => {
      const person = await factors.logins.person(['auditor']);
      const body = { require_second_factor: ['auditor'] };
      await instance.call('PATCH', '/settings', { as: 'super_admin', body });
      await enter(page, flows, person);
      await page.getByText('Later').waitFor();
      return page;
    },
  };
};

async function addAuthenticator(session: CDPSession): Promise<void> {
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Adds a passkey and signs in with it alone, in a browser that has no session any more. */
export async function walkWithPasskey(
  page: Page,
  flows: Flows,
  expect: (what: string, isSo: boolean) => void,
): Promise<void> {
  const { authUrl, baseUrl, instance } = flows;
  const factors = new Factors(instance);
  const person = await factors.logins.person();
  expect(
    'the host of AUTH_URL is one that passkeys can have',
    new URL(authUrl).hostname === 'localhost',
  );
  await addAuthenticator(await page.context().newCDPSession(page));
  await continueIn(page, await factors.verify(person), flows);
  await page.goto(`${authUrl}/security/passkey`);
  await page.fill('#name', 'Virtual');
  await page.click('button');
  await page.getByText('shown only now').waitFor();
  await page.getByText('I have saved them').click();
  await page.getByText('Virtual').waitFor();
  await page.context().clearCookies();
  await page.goto(beginLogin(authUrl, baseUrl).url);
  await page.getByText('Sign in with a passkey').click();
  const isBack = page.waitForRequest((request) => request.url().startsWith(`${baseUrl}/console/`));
  await page.getByRole('button', { name: 'Continue' }).click();
  const back = new URL((await isBack).url());
  expect('the passkey leads back with a code', back.searchParams.has('code'));
}
