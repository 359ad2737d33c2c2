// If the session ends while someone writes, the page keeps the text and sends it after the next sign-in.
import type { Report } from '../../../server/test/support/report.ts';
import { until } from '../../../server/test/support/processes.ts';
import { openConsole } from '../console-browser.ts';
import { createIncidents, incidentFields } from './queue-fill.ts';

const NEW_PASSWORD = 'another password for the console';
const NOTE = 'Written before the session ended.';

export async function proveSession(): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  try {
    const [id = ''] = await createIncidents(instance, 1, incidentFields);
    const { page, context, email, faults } = await opened.signIn('ada');
    await page.locator(`#row-${id}`).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox').fill(NOTE);
    const users = await instance.call('GET', '/users', { as: 'super_admin' });
    const user = users.body.data.find((one: { email: string }) => one.email === email);
    // Ends the session and revokes its tokens.
    const body = { password: NEW_PASSWORD };
    await instance.call('PATCH', `/users/${user.id}`, { as: 'super_admin', body });
    const stored = (await page.evaluate(`sessionStorage['signalbox.tokens']`)) as string;
    const { accessToken: token } = JSON.parse(stored) as { accessToken: string };
    await until('the token is revoked', async () => {
      const { status } = await instance.call('GET', '/me', { token });
      return status === 401;
    });
    await page.keyboard.press('Control+Enter');
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.waitFor();
    const popupOpened = context.waitForEvent('page');
    await signIn.click();
    const popup = await popupOpened;
    await popup.fill('#email', email);
    await popup.fill('#password', NEW_PASSWORD);
    await popup.keyboard.press('Enter');
    await page.getByText(`Note added to ${id}`).waitFor();
    const { body: notes } = await instance.call('GET', `/incidents/${id}/notes`);
    const texts = notes.data.map((note: { body: string }) => note.body);
    if (texts.join() !== NOTE) faults.push(`the notes are ${JSON.stringify(texts)}`);
    if (!page.url().includes('/incidents')) faults.push(`the page is ${page.url()}`);
    return { figures: { notes: texts.length }, faults };
  } finally {
    await opened.stop();
  }
}
