// Two agents in Chromium share a record by keyboard: one watches it, links another record, puts a customer in copy and
// mentions the other in a note, who finds the mention in the inbox and stops watching.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import {
  create,
  expect,
  inspect,
  wideScreens,
  openRecord,
  title,
  type Walk,
  waitFor,
  walkThrough,
} from './walks.ts';

const TITLE = 'The printer of the second floor is silent';

const participantsOf = async ({ console }: Walk, id: string) =>
  (await console.instance.call('GET', `/incidents/${id}/participants`)).body.participants as {
    email: string;
    kind: string;
    source: string;
  }[];

const people = (page: Page) => page.getByRole('region', { name: 'People' });
const panel = (page: Page) => page.locator('[role=dialog]').last();

/** The key `w` watches the record and stops watching it; the list of people follows. */
async function watchByKey(walk: Walk, id: string): Promise<void> {
  const { page, email } = walk.ada;
  await openRecord(walk.ada, walk, id);
  await people(page).getByRole('button', { name: 'Watch', exact: true }).waitFor();
  await title(page).focus();
  await page.keyboard.press('w');
  await people(page).getByRole('link', { name: 'ada' }).waitFor();
  await people(page).getByRole('button', { name: 'Watching', exact: true }).waitFor();
  expect(walk, 'the watcher', await participantsOf(walk, id), [
    { email, kind: 'watcher', source: 'watch' },
  ]);
  await page.keyboard.press('w');
  await people(page).getByRole('button', { name: 'Watch', exact: true }).waitFor();
  expect(walk, 'nobody watches', await participantsOf(walk, id), []);
  await page.keyboard.press('w');
  await people(page).getByRole('button', { name: 'Watching', exact: true }).waitFor();
}

/** A customer, whom the directory does not have, is put in copy by the address. */
async function copyCustomer(walk: Walk, id: string, folder: string | undefined): Promise<void> {
  const { page } = walk.ada;
  const add = people(page).getByRole('button', { name: 'Add a person' });
  await add.focus();
  await page.keyboard.press('Enter');
  await panel(page).locator(':focus').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('i');
  await page.keyboard.press('Tab');
  await page.keyboard.type('tina@customer.example');
  await panel(page).getByRole('option', { name: 'Use “tina@customer.example”' }).waitFor();
  await inspect(walk, page, 'people-add', folder, wideScreens);
  await page.keyboard.press('Enter');
  await people(page).getByText('In copy').waitFor();
  // An open panel has the keyboard for itself.
  await panel(page).waitFor({ state: 'detached' });
  const copied = (await participantsOf(walk, id)).filter(({ kind }) => kind === 'cc');
  expect(
    walk,
    'the customer in copy',
    copied.map(({ email }) => email),
    ['tina@customer.example'],
  );
}

/** `L` links another record, whose page shows the link from the other side. */
async function linkOther(walk: Walk, id: string, folder: string | undefined): Promise<void> {
  const { page } = walk.ada;
  const other = await create(walk, { short_description: 'The print server is full' });
  await title(page).focus();
  await page.keyboard.press('L');
  await panel(page).locator(':focus').waitFor();
  await page.keyboard.type(other);
  await panel(page).getByRole('option', { name: 'The print server is full' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Related to' }).getByRole('link').waitFor();
  await panel(page).waitFor({ state: 'detached' });
  await inspect(walk, page, 'people-linked', folder);
  await openRecord(walk.bo, walk, other);
  await walk.bo.page
    .getByRole('region', { name: 'Related to' })
    .getByRole('link', { name: TITLE })
    .waitFor();
}

/** The text behind an @ offers people; the mention notifies the person, who watches from then on. */
async function mention(walk: Walk, id: string, folder: string | undefined): Promise<void> {
  const { page } = walk.ada;
  await title(page).focus();
  await page.keyboard.press('n');
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.waitFor();
  await page.keyboard.type('Please look at the queue, @b');
  await page.getByRole('listbox', { name: 'People to mention' }).getByRole('option').waitFor();
  await inspect(walk, page, 'people-mention', folder, wideScreens);
  await page.keyboard.press('Enter');
  expect(walk, 'the completed text', await note.inputValue(), 'Please look at the queue, @bo ');
  await page.keyboard.press('Control+Enter');
  await people(page).getByRole('link', { name: 'bo' }).waitFor();
  const watcher = (await participantsOf(walk, id)).find(({ email }) => email === walk.bo.email);
  expect(walk, 'the mentioned person', watcher, {
    email: walk.bo.email,
    kind: 'watcher',
    source: 'mention',
  });
}

/** The card of a person opens by keyboard. */
async function showCard(walk: Walk, folder: string | undefined): Promise<void> {
  const { page } = walk.ada;
  await people(page)
    .getByRole('button', { name: /^Watch/ })
    .focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('tooltip').getByText(walk.bo.email).waitFor();
  await inspect(walk, page, 'people-card', folder, wideScreens);
}

async function findMention(walk: Walk, id: string, folder: string | undefined): Promise<void> {
  const { page, email } = walk.bo;
  const notices = () =>
    walk.console.instance.sql(
      `select type from notifications where lower(recipient) = lower($1) and data->>'incident_id' = $2`,
      [email, id],
    );
  await waitFor('the notification', async () => ((await notices()).length > 0 ? true : undefined));
  expect(walk, 'the notifications of the mention', await notices(), [{ type: 'mention' }]);
  await title(page).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  const inbox = page.getByRole('dialog', { name: 'Inbox' });
  await inbox.locator('[data-entry]').first().waitFor();
  await inspect(walk, page, 'people-inbox', folder, wideScreens);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await title(page).filter({ hasText: TITLE }).waitFor();
  await people(page).getByRole('button', { name: 'Watching', exact: true }).waitFor();
  await title(page).focus();
  await page.keyboard.press('w');
  await people(page).getByRole('button', { name: 'Watch', exact: true }).waitFor();
  const watching = (await participantsOf(walk, id)).filter(({ kind }) => kind === 'watcher');
  expect(
    walk,
    'the watchers at the end',
    watching.map((one) => one.email),
    [walk.ada.email],
  );
}

export async function provePeople(folder?: string): Promise<Report> {
  let id = '';
  return walkThrough(
    {
      open: async (walk) => {
        id = await create(walk, { short_description: TITLE });
      },
      watch: (walk) => watchByKey(walk, id),
      copy: (walk) => copyCustomer(walk, id, folder),
      link: (walk) => linkOther(walk, id, folder),
      mention: (walk) => mention(walk, id, folder),
      card: (walk) => showCard(walk, folder),
      inbox: (walk) => findMention(walk, id, folder),
    },
    folder,
  );
}
