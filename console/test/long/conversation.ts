// An agent and somebody who only writes mail talk to each other: from mail to reply to mail, in Chromium. The composer names
// who gets a public note, the conversation stands apart from the notes of the team, and a manager decides about held mail.
import { createMailbox, insertHeldMessage } from '../../../server/test/support/messages.ts';
import { useMailResolver } from '../../../server/src/mail/messages/process-parts.ts';
import { mailWriter } from '../../../server/test/support/mail-writer.ts';
import { type Mailbox, startMailbox } from '../../../server/test/support/mailboxes.ts';
import { until } from '../../../server/test/support/processes.ts';
import { mailSigner } from '../../../server/test/support/signed-mail.ts';
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
const TITLE_OF_MAIL = 'The printer names a tray';

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

/** By keyboard, a manager attaches a held message to the record, discards the next, takes that back, and releases the last. */
async function decideAboutMail(
  walk: Walk,
  recordId: string,
  folder: string | undefined,
): Promise<void> {
  const { console } = walk;
  const { instance } = console;
  const mailbox = await createMailbox(instance);
  const subjects = ['Re: the badge', 'You have won', 'The lamp flickers'];
  const ids: string[] = [];
  for (const subject of subjects)
    ids.push(await insertHeldMessage(instance, mailbox['id'], subject));
  const manager = await console.signIn('helen', 'itsm_manager', '/console/admin/mail');
  const { page } = manager;
  const press = (key: string) => page.keyboard.press(key);
  await page.getByRole('link', { name: 'Waits for a decision 3' }).click();
  await page.waitForURL(/state=held,failed/);
  await page.getByRole('row').filter({ hasText: 'The lamp flickers' }).waitFor();
  await page.locator('a:focus').waitFor({ state: 'detached' });
  await inspect(walk, page, 'mail-held', folder);
  const drawer = page.getByRole('complementary', { name: 'Message' });
  const shows = (subject: string) => drawer.getByRole('heading', { name: subject }).waitFor();
  await press('Space');
  await shows('Re: the badge');
  await drawer.getByRole('button', { name: 'Discard' }).waitFor();
  await inspect(walk, page, 'mail-message', folder);
  await press('t');
  await page.locator('[role=dialog] :focus').waitFor();
  await page.keyboard.type(recordId.toLowerCase());
  await page.getByRole('option', { name: TITLE }).waitFor();
  await inspect(walk, page, 'mail-attach', folder, wideScreens);
  await press('Enter');
  await shows('You have won');
  await press('d');
  await shows('The lamp flickers');
  await press('z');
  await shows('You have won');
  await press('d');
  await shows('The lamp flickers');
  await inspect(walk, page, 'mail-decided', folder);
  await press('r');
  const decided = await until('the decisions', async () => {
    const read = ids.map(async (id) => (await instance.call('GET', `/mail/${id}`)).body);
    const messages = await Promise.all(read);
    return messages.every(({ decision }) => decision !== null) && messages;
  });
  expect(
    walk,
    'the decisions',
    decided.map(({ decision }) => decision),
    ['attach', 'discard', 'release'],
  );
  walk.faults.push(...manager.faults);
}

/** A mail becomes an incident, its answer is mailed, and the reply appears below what it answers, with quoted text folded. */
async function converse(walk: Walk, inbox: Mailbox, folder: string | undefined): Promise<void> {
  const { console, ada } = walk;
  const { instance } = console;
  const signer = mailSigner(() => true);
  useMailResolver(instance.deps, signer.resolver);
  const mailbox = await createMailbox(instance, { address: 'help@desk.example' });
  const erin = mailWriter(instance, mailbox, signer, {
    name: 'Erin Kay',
    address: 'erin@customers.example',
  });
  const { record_id: id } = await erin.write({ Subject: TITLE_OF_MAIL }, 'Since this morning.');
  const { page } = ada;
  await openRecord(ada, walk, id);
  const composer = page.getByRole('region', { name: 'Add a note' });
  await composer.getByRole('tab', { name: 'Public' }).click();
  await composer.getByRole('list', { name: 'Recipients of the note' }).waitFor();
  await composer.getByRole('textbox', { name: 'Note' }).fill('Which **tray** does it name?');
  await page.keyboard.press('Control+Enter');
  const { mail } = await until('the answer', () =>
    inbox.delivered.find(({ mail: { text } }) => text?.includes('does it name?')),
  );
  const { status } = await instance.call('POST', `/incidents/${id}/notes`, {
    body: { body: 'Ask the vendor for tray 2.', visibility: 'team' },
  });
  expect(walk, 'the team note', status, 201);
  const [replyTo] = mail.replyTo ?? [];
  const quotation = 'On Thu, Nov 19, 2026 at 10:00 AM IT help wrote:\r\n> Which tray does it name?';
  const { record_id: answered, state } = await erin.write(
    { To: replyTo?.address ?? '', Subject: `Re: ${mail.subject}` },
    `It names tray 2.\r\n\r\n${quotation}`,
  );
  expect(walk, 'the record of the reply', [answered, state], [id, 'applied']);
  const activity = page.getByRole('region', { name: 'Activity' });
  await activity.getByText('It names tray 2.').waitFor();
  await inspect(walk, page, 'conversation-all', folder);
  await activity.getByRole('tab', { name: 'Conversation' }).click();
  expect(walk, 'team notes', await activity.getByText('Ask the vendor').count(), 0);
  await activity.getByText('Show quoted text').click();
  await activity.getByText('> Which tray does it name?').waitFor();
  await inspect(walk, page, 'conversation-thread', folder, wideScreens);
}

export async function proveConversation(folder: string | undefined): Promise<Report> {
  const inbox = await startMailbox();
  let id = '';
  return walkThrough(
    {
      report: async (walk) => {
        id = await create(walk, { short_description: TITLE, requester: walk.bo.email });
      },
      recipients: (walk) => chooseRecipients(walk, id, folder),
      held: (walk) => decideAboutMail(walk, id, folder),
      mail: (walk) => converse(walk, inbox, folder),
    },
    folder,
    { env: { SMTP_URL: inbox.url } },
  ).finally(() => inbox.stop());
}
