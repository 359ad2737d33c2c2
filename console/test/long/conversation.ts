// An agent answers a requester in Chromium: the composer names who gets a public note, and the conversation stands apart
// from the notes of the team.
import { createMailbox, insertHeldMessage } from '../../../server/test/support/messages.ts';
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

/** A manager finds held mail, attaches one message to the record and discards another. */
async function decideAboutMail(
  { console, faults }: Walk,
  id: string,
  folder: string | undefined,
): Promise<void> {
  const { instance } = console;
  const mailbox = await createMailbox(instance);
  await insertHeldMessage(instance, mailbox['id'], 'Re: the badge');
  await insertHeldMessage(instance, mailbox['id'], 'You have won');
  const manager = await console.signIn('helen', 'itsm_manager', '/console/admin/mail?state=held');
  const { page } = manager;
  await page.getByRole('row').filter({ hasText: 'You have won' }).waitFor();
  await inspect({ faults }, page, 'mail-held', folder);
  await page.getByRole('row').filter({ hasText: 'You have won' }).click();
  const drawer = page.getByRole('complementary', { name: 'Message' });
  await drawer.getByRole('button', { name: 'Discard' }).waitFor();
  await inspect({ faults }, page, 'mail-message', folder);
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await drawer.getByText('Somebody discarded it').waitFor();
  await page.getByRole('row').filter({ hasText: 'Re: the badge' }).click();
  await drawer.getByRole('heading', { name: 'Re: the badge' }).waitFor();
  await drawer.getByLabel('Id of the record').fill(id.toLowerCase());
  await drawer.getByRole('button', { name: 'Attach' }).click();
  await drawer.getByText('Received').first().waitFor();
  faults.push(...manager.faults);
}

export const proveConversation = (folder: string | undefined): Promise<Report> => {
  let id = '';
  return walkThrough(
    {
      report: async (walk) => {
        id = await create(walk, { short_description: TITLE, requester: walk.bo.email });
      },
      recipients: (walk) => chooseRecipients(walk, id, folder),
      held: (walk) => decideAboutMail(walk, id, folder),
    },
    folder,
  );
};
