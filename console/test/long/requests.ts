// In Chromium, a requester gets an answer from an article, reports an incident, and follows a request until it is
// fulfilled.
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole } from '../console-browser.ts';
import { send } from './reference-fill.ts';
import { title, waitFor } from './walks.ts';

const article = {
  title: 'Docking stations',
  body: 'A docking station is ordered with the form **Workplace**. It is delivered within three days.',
};
const QUESTION = 'How do I order a docking station?';
/** It shares most words with the article, and the rarest one is missing there. */
const UNANSWERED = 'Which docking station was ordered and delivered with a scratch?';

const picture = { name: 'black.png', mimeType: 'image/png', buffer: Buffer.from('not empty') };
const ENOUGH = 1_000_000;

const allowBytes = (instance: ConsoleInstance['instance'], bytes: number) =>
  send(instance, 'PATCH', '/settings', { attachment_bytes_per_record: bytes }, 'super_admin');

export async function proveRequests(): Promise<Report> {
  const console = await openConsole();
  const { instance, url } = console;
  const faults: string[] = [];
  const expect = (name: string, actual: unknown, expected: unknown): void => {
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      faults.push(`${name}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  };
  try {
    const created = await instance.call('POST', '/knowledge/articles', { body: article });
    const path = `/knowledge/articles/${created.body.id}`;
    await instance.call('PATCH', path, { body: { state: 'review' } });
    await instance.call('POST', `${path}/publish`);
    await waitFor('an answer', async () => {
      const { body } = await instance.call('POST', '/ai/ask', { body: { question: QUESTION } });
      return body.grounded ? true : undefined;
    });

    const rita = await console.signIn('rita', 'requester');
    const { page } = rita;
    await title(page).filter({ hasText: 'Hello rita, how can we help?' }).waitFor();
    expect('the first page', new URL(page.url()).pathname, '/console/home');
    const rail = page.getByRole('navigation', { name: 'Pages' });
    expect('changes in the rail', await rail.getByText('Changes').count(), 0);
    await page.getByRole('textbox', { name: /^Ask a question/ }).fill(QUESTION);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Sources' }).getByText(article.title).waitFor();

    await page.getByRole('textbox', { name: /^Ask a question/ }).fill(UNANSWERED);
    await page.keyboard.press('Enter');
    await page.getByText('No article answers this question.').waitFor();
    const related = page.getByRole('list', { name: 'Related articles' });
    expect('related articles', await related.getByRole('link').allTextContents(), [article.title]);
    await page.getByRole('button', { name: 'Report it' }).click();
    const field = page.getByRole('textbox', { name: 'What is not working?' });
    await field.waitFor();
    expect('the text of the report', await field.inputValue(), UNANSWERED);
    await page.getByRole('button', { name: 'Start over' }).click();
    await rail.getByRole('link', { name: 'Home' }).click();

    await page.getByRole('link', { name: /^Report a problem/ }).click();
    await field.fill('My screen is black');
    // The limit refuses every file, so that the incident is created while its picture waits in the form.
    await allowBytes(instance, 1);
    await page.setInputFiles('input[type=file]', picture);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The files were not sent').waitFor();
    await allowBytes(instance, ENOUGH);
    await page.getByRole('button', { name: 'Send the files again' }).click();
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.waitFor();
    await conversation.getByRole('list', { name: 'Files' }).waitFor();
    const { body: found } = await instance.call('GET', '/incidents?q=screen');
    expect('incidents of one form', found.data.length, 1);

    await rail.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: /^Ask for something/ }).click();
    await page.getByRole('textbox', { name: 'What do you need?' }).fill('A docking station');
    await page.getByRole('button', { name: new RegExp(article.title) }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await conversation.waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect('team notes', await page.getByRole('tab', { name: /Team|Private/ }).count(), 0);
    expect('decisions', await page.getByRole('button', { name: 'Approve' }).count(), 0);
    await page.getByRole('textbox', { name: 'Write to us' }).fill('For the new desk');
    await page.keyboard.press('Control+Enter');
    const note = await waitFor('the comment', async () => {
      const { body } = await instance.call('GET', `/requests/${id}/notes`);
      return body.data[0];
    });
    expect('the comment', [note.visibility, note.body], ['public', 'For the new desk']);

    const mia = await console.signIn('mia', 'itsm_manager');
    await mia.page.goto(`${url}/console/requests?state=submitted`);
    await mia.page.getByRole('grid').focus();
    await mia.page.keyboard.press('Enter');
    await mia.page.getByRole('button', { name: 'Approve' }).click();
    await mia.page.getByRole('textbox', { name: 'Comment (optional)' }).fill('In the budget');
    await mia.page.keyboard.press('Control+Enter');
    await mia.page.getByText('Approved by').waitFor();
    const stages = mia.page.getByRole('list', { name: 'Stages of the request' });
    await stages.getByText(/^mia/).waitFor();
    // The requester reads the decision without a reload.
    await page.getByText('In the budget').first().waitFor();

    const al = await console.signIn('al', 'agent');
    await al.page.goto(`${url}/console/requests/${id}`);
    await al.page.getByRole('button', { name: 'Fulfil' }).click();
    await al.page.getByText('Sending in 5 s.').waitFor();
    await waitFor('the fulfilment', async () => {
      const { body } = await instance.call('GET', `/requests/${id}`);
      return body.state === 'fulfilled' ? true : undefined;
    });
    await rail.getByRole('link', { name: 'Home' }).click();
    await page.getByText('My screen is black').waitFor();
    await page.getByText('Finished', { exact: true }).click();
    const finished = page.getByRole('list', { name: 'Finished' });
    await finished.getByText('This is done').waitFor();
    faults.push(...rita.faults, ...mia.faults, ...al.faults);
    return { figures: { people: 3 }, faults };
  } finally {
    await console.stop();
  }
}
