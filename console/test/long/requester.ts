// In Chromium, an agent logs a call for somebody by keyboard, who then finds the incident among her own.
import { join } from 'node:path';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole, type Person, screens } from '../console-browser.ts';
import { create, expect, title, type Walk, waitFor } from './walks.ts';

const TITLE = 'No signal on the phone';
const OTHER = 'The badge does not open the door';

/** Pictures of each screen are written to the folder, to be looked at. */
async function takePictures({ page }: Person, name: string, folder: string | undefined) {
  if (folder === undefined) return;
  for (const { name: screen, colorScheme, width, height } of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `requester-${name}-${screen}.png`) });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Returns the number of keys that were pressed. */
async function logCall({ page }: Person, walk: Walk, pictures?: string): Promise<number> {
  await page.keyboard.press('c');
  const field = page.getByRole('combobox', { name: 'Requester' });
  await field.waitFor();
  expect(walk, 'the requester by default', await field.inputValue(), 'ada (me)');
  // The first letters are enough, and nobody waits for the match before the next field.
  await page.keyboard.type('anna');
  await page.getByRole('option', { name: /^anna/ }).waitFor();
  await takePictures(walk.ada, 'search', pictures);
  walk.faults.push(...(await examine(page)));
  await page.keyboard.press('Enter');
  await page.keyboard.type(TITLE);
  expect(walk, 'the chosen requester', await field.inputValue(), 'anna');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  // The other keys are c, Enter and Control+Enter.
  return 'anna'.length + TITLE.length + 3;
}

/** A name that nobody has is not sent, and a name is taken even if the match arrives after the key. */
async function typeAhead({ page }: Person, walk: Walk): Promise<void> {
  await page.goto(`${walk.console.url}/console/incidents`);
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('c');
  const field = page.getByRole('combobox', { name: 'Requester' });
  await field.waitFor();
  await page.keyboard.type('zz');
  await page.getByText('Nobody has this name.').waitFor();
  await page.keyboard.press('Tab');
  const button = page.getByRole('button', { name: 'Create incident' });
  await page.getByRole('textbox', { name: 'Title' }).fill('x');
  expect(walk, 'an unknown name is refused', await button.getAttribute('aria-disabled'), 'true');
  await field.focus();
  await page.keyboard.type('anna');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and more');
  await waitFor('the match', async () =>
    (await field.inputValue()) === 'anna' ? true : undefined,
  );
  const written = await page.getByRole('textbox', { name: 'Title' }).inputValue();
  expect(walk, 'keys after Enter are those of the title', written.endsWith(' and more'), true);
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(walk, 'a new draft is for me', await field.inputValue(), 'ada (me)');
}

async function readCard({ page }: Person, walk: Walk, pictures?: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Requester' });
  await card.getByRole('link', { name: OTHER }).waitFor();
  await card.getByText('First floor').waitFor();
  await card.getByRole('link', { name: 'nb-anna' }).waitFor();
  await takePictures(walk.ada, 'card', pictures);
  walk.faults.push(...(await examine(page)));
  await card.getByRole('button', { name: 'New for anna' }).click();
  const field = page.getByRole('combobox', { name: 'Requester' });
  await field.waitFor();
  expect(walk, 'the requester of the new form', await field.inputValue(), 'anna');
  await page.getByRole('button', { name: 'Discard' }).click();
}

/** The list is filtered by the requester and shows the column; the selected rows get another one. */
async function useList({ page }: Person, walk: Walk, id: string, pictures?: string): Promise<void> {
  await page.goto(
    `${walk.console.url}/console/incidents?requester=ANNA@example.com&cols=title,requester`,
  );
  await page.locator(`#row-${id}`).getByText('anna').waitFor();
  await takePictures(walk.ada, 'list', pictures);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Requester…' }).click();
  await page.getByRole('dialog').locator(':focus').waitFor();
  await page.keyboard.type('me');
  await page.getByRole('option', { name: /^ada \(me\)/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Change \d+ incidents?$/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const { body } = await walk.console.instance.call('GET', `/incidents/${id}`);
  expect(walk, 'the requester after the bulk change', body.requester, walk.ada.email);
}

export async function proveRequester(pictures?: string): Promise<Report> {
  const console = await openConsole();
  try {
    const ada = await console.signIn('ada');
    const anna = await console.signIn('anna', 'requester');
    const walk: Walk = { console, ada, bo: anna, faults: [] };
    const { instance } = console;
    const group = { name: 'First floor', members: [anna.email] };
    await instance.call('POST', '/groups', { as: 'super_admin', body: group });
    await instance.call('POST', '/cmdb/cis', {
      body: { name: 'nb-anna', class: 'laptop', owner: anna.email },
    });
    await create(walk, { short_description: OTHER, requester: anna.email });

    const keys = await logCall(ada, walk, pictures);
    const id = ada.page.url().split('/').at(-1) ?? '';
    const { body } = await instance.call('GET', `/incidents/${id}`);
    expect(walk, 'people', [body.requester, body.opened_by], [anna.email, ada.email]);
    await readCard(ada, walk, pictures);
    await typeAhead(ada, walk);

    await anna.page.goto(`${console.url}/console/home`);
    const own = anna.page.getByRole('list', { name: 'We are on it' });
    await own.getByRole('link', { name: new RegExp(TITLE) }).click();
    await title(anna.page).filter({ hasText: TITLE }).waitFor();
    await anna.page.goto(`${console.url}/console/incidents/new`);
    await anna.page.getByRole('textbox', { name: 'What is not working?' }).waitFor();
    const offered = await anna.page.getByRole('combobox', { name: 'Requester' }).count();
    expect(walk, 'fields for a requester', offered, 0);

    await useList(ada, walk, id, pictures);
    await anna.page.goto(`${console.url}/console/incidents/${id}`);
    await anna.page.getByText('We cannot find this page').first().waitFor();
    walk.faults.push(...ada.faults, ...anna.faults);
    return { figures: { keys }, faults: walk.faults };
  } finally {
    await console.stop();
  }
}
