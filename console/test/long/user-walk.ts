// An administrator unlinks somebody from an identity provider, resets their second factors and tries to invite them.
import type { ConsoleInstance, Person } from '../console-browser.ts';
import { send } from './reference-fill.ts';

const SUBJECT = 'an account at the provider';

/** Needs an identity provider; returns the faults that were found. */
export async function helpUser(
  { instance, url }: ConsoleInstance,
  { page }: Person,
): Promise<string[]> {
  const body = { email: 'lost@example.com', name: 'Lost Phone', roles: ['agent'] };
  const { id } = await send(instance, 'POST', '/users', body, 'super_admin');
  const identities = () =>
    instance.sql('select subject from user_identities where user_id = $1', [id]);
  await instance.sql(
    `insert into user_identities (issuer, subject, user_id, claims, linked_at, last_sign_in_at)
     select issuer, $2, $1, '{}', now(), now() from identity_providers limit 1`,
    [id, SUBJECT],
  );
  await instance.sql(`insert into recovery_codes (user_id, code_hash) values ($1, 'x')`, [id]);

  await page.goto(`${url}/console/admin/users?peek=${id}`);
  const form = page.getByRole('form', { name: 'User Lost Phone' });
  const accounts = page.getByRole('region', { name: 'Accounts at identity providers' });
  await accounts.getByText(SUBJECT).waitFor();
  await accounts.getByRole('button', { name: 'Unlink from Example Corp…' }).press('Enter');
  await accounts.getByRole('button', { name: 'Cancel' }).press('Enter');
  const before = await identities();
  await accounts.getByRole('button', { name: 'Unlink from Example Corp…' }).press('Enter');
  await accounts.getByRole('button', { name: 'Unlink', exact: true }).press('Enter');
  await accounts.getByText('The account at Example Corp is unlinked.').waitFor();
  const left = await identities();

  await form.getByRole('button', { name: 'Reset second factors…' }).press('Enter');
  await form.getByRole('button', { name: 'Reset them' }).press('Enter');
  await form.getByText(/All sessions have ended\./).waitFor();

  const codes = await instance.sql('select from recovery_codes where user_id = $1', [id]);

  await form.getByRole('button', { name: 'Invite…' }).press('Enter');
  await form.getByRole('button', { name: 'Send the invitation' }).press('Enter');
  await form.getByText('This instance sends no mail.').waitFor();
  return [
    ...(before.length === 1 ? [] : ['the account was unlinked without the second press']),
    ...(codes.length === 0 ? [] : ['a recovery code is left']),
    ...(left.length === 0 ? [] : ['the account is still linked']),
  ];
}
