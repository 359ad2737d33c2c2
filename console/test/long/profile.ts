// In Chromium, a key of the profile works with the SDK, e-mail is switched off, and a session is ended from another
// browser.
import { Signalbox } from '../../../sdk/src/index.ts';
import { until } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole } from '../console-browser.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

export async function proveProfile(): Promise<Report> {
  const opened = await openConsole();
  try {
    await createIncidents(opened.instance, 3, incidentFields);
    const first = await opened.signIn('eve');
    const { page, faults, email } = first;
    await page.goto(`${opened.url}/console/profile`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('textbox', { name: 'What is it for?' }).fill('Report script');
    await page.getByRole('button', { name: 'Create key' }).click();
    const shown = page.getByRole('dialog').getByRole('region', { name: 'API key' });
    const apiKey = (await shown.textContent()) ?? '';
    faults.push(...(await examine(page)).map((finding) => `key: ${finding}`));
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Report script').waitFor();
    const client = new Signalbox({ baseUrl: opened.url, apiKey });
    const me = await client.me.get();
    if (me.email !== email) faults.push(`the key is of ${me.email}`);
    if ((await page.content()).includes(apiKey)) faults.push('the key is still in the page');

    const mail = page.getByRole('switch', { name: 'An incident is assigned to you' });
    await mail.uncheck();
    await until('the mail is off', async () => {
      const { email: settings } = await client.notifications.getPreferences();
      return !settings['incident.assigned'];
    });
    await page.getByRole('radio', { name: 'Compact' }).check();
    await page.getByRole('switch', { name: 'Single-letter keys' }).uncheck();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.getByRole('heading', { name: 'Recent sign-ins' }).waitFor();
    const signIns = page.getByRole('region', { name: 'Recent sign-ins' }).getByRole('listitem');
    const lastSignIn = (await signIns.first().textContent()) ?? '';
    if (!lastSignIn.startsWith('Signed inconsole · from 127.0.0.1'))
      faults.push(`the last sign-in is ${lastSignIn}`);
    faults.push(...(await examine(page)).map((finding) => `profile: ${finding}`));
    await page.goto(`${opened.url}/console/incidents`);
    const row = page.locator('[role=rowgroup] [role=row]').first();
    await row.waitFor();
    const height = (await row.boundingBox())?.height;
    if (height !== 30) faults.push(`a compact row has ${height} px`);
    await page.keyboard.press('x');
    if ((await page.getByText('1 selected').count()) > 0)
      faults.push('a single-letter key still works');
    const scheme = await page.evaluate(
      `document.documentElement.getAttribute('data-mantine-color-scheme')`,
    );
    if (scheme !== 'dark') faults.push(`the theme is ${String(scheme)}`);

    // The same person ends the session of the first browser from a second one.
    const second = await opened.signIn('eve', 'agent', '/console/profile');
    const others = second.page.getByRole('button', { name: 'End', exact: true });
    await others.first().waitFor();
    if ((await others.count()) !== 1) faults.push(`${await others.count()} other sessions`);
    await others.first().click();
    await second.page.getByText('was ended').waitFor();
    await until('the first browser is signed out', async () => {
      await page.keyboard.press('Shift+R');
      await page
        .getByRole('button', { name: 'Reload' })
        .click({ timeout: 500 })
        .catch(() => 0);
      return (await page.getByText('Your session has ended').count()) > 0;
    });
    await second.page.getByRole('button', { name: 'Revoke…' }).click();
    await second.page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await until('the key is refused', async () =>
      new Signalbox({ baseUrl: opened.url, apiKey, maxRetries: 0 }).me.get().then(
        () => false,
        () => true,
      ),
    );
    return { figures: { keys: 1 }, faults: [...faults, ...second.faults] };
  } finally {
    await opened.stop();
  }
}
