// An administrator registers an identity provider by keyboard and form, previews its rules and saves them.
import type { ConsoleInstance, Person } from '../console-browser.ts';
import { send } from './reference-fill.ts';

const SECRET = 'a secret that no page shows';

/** Returns the faults that were found. */
export async function registerProvider(
  { instance, url }: ConsoleInstance,
  { page }: Person,
): Promise<string[]> {
  await page.goto(`${url}/console/admin/identity-providers?peek=new`);
  const form = page.getByRole('form', { name: 'New identity provider' });
  await form.getByLabel(/^Name on the button/).fill('Example Corp');
  await form.getByLabel('Issuer URL of your tenant').fill('https://login.example.net/common');
  await form.getByLabel('Client id at the provider').fill('signalbox');
  await form.getByLabel('Client secret').fill(SECRET);
  await form.getByLabel(/^Domains/).fill('example.com');
  await form.getByRole('button', { name: 'Create the identity provider' }).press('Enter');

  const saved = page.getByRole('form', { name: 'Identity provider Example Corp' });
  await page.getByRole('region', { name: 'Redirect URI', exact: true }).waitFor();
  await saved.getByRole('button', { name: 'Add a rule' }).press('Enter');
  await saved.getByLabel('Claim', { exact: true }).fill('groups');
  await saved.getByLabel('Value', { exact: true }).fill('Desk');
  await saved.getByText('Gives: Nothing yet').press('Enter');
  await saved.getByRole('checkbox', { name: 'Agent' }).press('Space');
  await saved.getByText('Preview', { exact: true }).press('Enter');
  await saved.getByLabel(/^Example of claims/).fill('{"groups": ["Desk"]}');
  await saved.getByRole('button', { name: 'Preview the rules' }).press('Enter');
  await saved.getByText('The example gets: Agent.').waitFor();
  await saved.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await page.getByText('Example Corp is saved.').last().waitFor();
  await saved.getByText('Gives: Agent').waitFor();

  const { data } = await send(instance, 'GET', '/identity-providers', undefined, 'super_admin');
  const [{ claim, value, roles }] = data[0].role_rules;
  const actual = [claim, value, ...roles].join(' ');
  const expected = 'groups Desk agent';
  const isShown = (await page.content()).includes(SECRET);
  return [
    ...(actual === expected ? [] : [`rules: ${actual} instead of ${expected}`]),
    ...(isShown ? ['the secret is shown'] : []),
  ];
}
