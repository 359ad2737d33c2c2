// An agent answers a requester in Chromium: the composer names who gets a public note, and the conversation stands apart
// from the notes of the team.
import type { Report } from '../../../server/test/support/report.ts';
import {
  create,
  expect,
  inspect,
  openRecord,
  type Walk,
  wideScreens,
  walkThrough,
} from './walks.ts';

const TITLE = 'The badge does not open the lab';

/** A customer is put in copy where the note is written. */
async function chooseRecipients(walk: Walk, id: string, folder: string | undefined): Promise<void> {
  const { page } = walk.ada;
  await openRecord(walk.ada, walk, id);
  const composer = page.getByRole('region', { name: 'Add a note' });
  await composer.getByRole('tab', { name: 'Public' }).click();
  const recipients = composer.getByRole('list', { name: 'Recipients of the note' });
  await recipients.getByRole('button', { name: 'Add in copy' }).click();
  await page.locator('[role=dialog]').last().locator(':focus').waitFor();
  await page.keyboard.type('tina@customer.example');
  await page.getByRole('option', { name: 'Use “tina@customer.example”' }).waitFor();
  await inspect(walk, page, 'conversation-add', folder, wideScreens);
  await page.keyboard.press('Enter');
  await recipients.getByText('Tina').waitFor();
  expect(walk, 'the recipients', await recipients.getByText('Copy', { exact: true }).count(), 1);
  await inspect(walk, page, 'conversation-recipients', folder);
}

export const proveConversation = (folder: string | undefined): Promise<Report> => {
  let id = '';
  return walkThrough(
    {
      report: async (walk) => {
        id = await create(walk, { short_description: TITLE, requester: walk.bo.email });
      },
      recipients: (walk) => chooseRecipients(walk, id, folder),
    },
    folder,
  );
};
