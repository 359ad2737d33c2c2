// An employee reports with a screenshot, is asked back, answers from a phone, says that it is still broken, and at last
// that it works. After each step the page is examined, and read for words that only agents know.
import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../console-browser.ts';
import { send } from './reference-fill.ts';
import { allScreens, inspect, title, waitFor } from './walks.ts';

const TITLE = 'The printer in the corridor jams';
const AGENT = 'luca.brandt@example.com';
const ENOUGH_BYTES = 10_000_000;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const article = {
  title: 'Paper jams in the printer',
  body: 'Open the tray, take out the paper, and close the tray again.',
};

interface Walk {
  console: ConsoleInstance;
  faults: string[];
  /** Screenshots are written here; empty for none. */
  folder: string;
}

/** Employees do not know these words. */
const agentWords =
  /\b(incidents?|SLA|priority|P[1-4]|on[ _]hold|assign(?:ed|ee|ment)?|version|key(?:board|s)|shortcuts?|work notes?|public notes?|CIs?|CMDB|resolved|requester|record)\b/gi;
const reference = /\b(?:INC|REQ)\d{7}\b/g;

/** Returns the words of agents in a text; an id is allowed as the reference of the reader. */
function findAgentWords(text: string): string[] {
  const ids = text.replaceAll(/Your reference (?:INC|REQ)\d{7}/g, '').match(reference) ?? [];
  return [...new Set([...(text.match(agentWords) ?? []), ...ids])];
}

async function readWords({ faults }: Walk, page: Page, name: string): Promise<void> {
  const text = await page.locator('body').innerText();
  for (const word of findAgentWords(text)) faults.push(`${name}: the page shows “${word}”`);
}

/** Examines the page as it is, and reads it. */
async function inspectWords(walk: Walk, page: Page, name: string): Promise<void> {
  await readWords(walk, page, name);
  await inspect(walk, page, `employee-${name}`, walk.folder, allScreens);
}

const asAgent = async ({ console }: Walk, method: string, path: string, body: object) => {
  const reply = await console.instance.call(method, path, { as: 'agent', email: AGENT, body });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.text}`);
  return reply.body;
};

const stateOf = async ({ console }: Walk, id: string): Promise<string> =>
  (await console.instance.call('GET', `/incidents/${id}`)).body.state;

const stateIs = (walk: Walk, id: string, state: string) =>
  waitFor(`the state ${state} of ${id}`, async () =>
    (await stateOf(walk, id)) === state ? true : undefined,
  );

const sentence = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text, exact: true }).waitFor();

const pictures = (page: Page) =>
  page.getByRole('region', { name: 'Conversation' }).getByRole('img', { name: /\.png$/ });

/** Returns the id of the report. */
async function report(walk: Walk, { page }: Person): Promise<string> {
  const screenshot = await page.screenshot({ clip: { x: 0, y: 0, width: 640, height: 400 } });
  await page.goto(`${walk.console.url}/console/incidents/new`);
  const question = page.getByRole('textbox', { name: 'What is not working?' });
  await question.fill(`${TITLE}. It happens on every second page since this morning.`);
  await page.setInputFiles('input[type=file]', {
    name: 'jam.png',
    mimeType: 'image/png',
    buffer: screenshot,
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await title(page).filter({ hasText: TITLE }).waitFor();
  await sentence(page, 'We have received your report');
  await pictures(page).waitFor();
  await inspectWords(walk, page, '1-reported');
  return page.url().split('/').at(-1) ?? '';
}

/** The question arrives while the page is open. */
async function askBack(walk: Walk, { page }: Person, id: string): Promise<void> {
  await asAgent(walk, 'PATCH', `/incidents/${id}`, { state: 'in_progress', assigned_to: AGENT });
  await sentence(page, 'We are working on it');
  await inspectWords(walk, page, '2-working');
  await asAgent(walk, 'PATCH', `/incidents/${id}`, {
    state: 'on_hold',
    on_hold_reason: 'awaiting_caller',
    public_note: 'Hello Anna, which printer is it? There are two in your corridor.',
    work_note: 'A note for the team.',
  });
  await sentence(page, 'We need your answer');
  await page.getByText('which printer is it?').first().waitFor();
  await inspectWords(walk, page, '3-asked');
}

async function answerByPhone(walk: Walk, { page }: Person, id: string): Promise<void> {
  await page.goto(`${walk.console.url}/console/incidents/${id}`);
  await sentence(page, 'We need your answer');
  const box = page.getByRole('textbox', { name: 'We need your answer' });
  await box.tap();
  await box.fill('The one in room 4, by the window.');
  await page.setInputFiles('input[type=file]', {
    name: 'room-4.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await page.getByRole('button', { name: 'Remove room-4.png' }).waitFor();
  await inspectWords(walk, page, '4-answering');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await page.getByText('room 4, by the window').waitFor();
  await sentence(page, 'We are working on it');
  await stateIs(walk, id, 'in_progress');
  await pictures(page).nth(1).waitFor();
  await inspectWords(walk, page, '5-answered');
}

/** Text that is taken back returns to the box; without a network it stays until it is sent. */
async function changeMind(walk: Walk, { page, context }: Person, id: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Write to us' });
  await box.fill('It is the grey one.');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await waitFor('the text in the box', async () =>
    (await box.inputValue()) === 'It is the grey one.' ? true : undefined,
  );
  await box.press('Control+Enter');
  const unsent = page.getByRole('list', { name: 'Messages that are not sent yet' });
  await unsent.getByText(/Sending in/).waitFor();
  await context.setOffline(true);
  await unsent.getByRole('alert').waitFor({ timeout: 90_000 });
  await inspectWords(walk, page, '6-not-sent');
  await context.setOffline(false);
  await unsent.getByRole('button', { name: 'Try again' }).tap();
  await unsent.waitFor({ state: 'detached' });
  const { body } = await walk.console.instance.call('GET', `/incidents/${id}/notes`);
  const sent = body.data.filter((note: { body: string }) => note.body === 'It is the grey one.');
  if (sent.length !== 1) walk.faults.push(`the message was added ${sent.length} times`);
}

const resolve = (walk: Walk, id: string, resolution: string) =>
  asAgent(walk, 'POST', `/incidents/${id}/resolve`, { resolution });

async function sayBroken(walk: Walk, { page }: Person, id: string): Promise<void> {
  await resolve(walk, id, 'The roller was dirty. I cleaned it, please try again.');
  await sentence(page, 'We think it is fixed');
  await inspectWords(walk, page, '7-fixed');
  await page.getByRole('button', { name: 'Still broken' }).tap();
  const box = page.getByRole('textbox', { name: 'What still happens?' });
  await box.fill('It jams again after ten pages.');
  await page.setInputFiles('input[type=file]', {
    name: 'again.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  });
  await inspectWords(walk, page, '8-still-broken');
  await page.getByRole('button', { name: 'Send', exact: true }).tap();
  await sentence(page, 'We are looking at it again');
  await stateIs(walk, id, 'reopened');
  await page.getByText('You told us that it still happens').waitFor();
  // The title has the focus now, and a picture is loaded when it comes into view.
  await page.getByText('It jams again after ten pages.').scrollIntoViewIfNeeded();
  await page.getByRole('img', { name: 'again.png' }).waitFor();
  await inspectWords(walk, page, '9-again');
}

/** The last answer is given with the keyboard alone, on the computer. */
async function confirm(walk: Walk, { page }: Person, id: string): Promise<void> {
  await resolve(walk, id, 'The printer has a new roller.');
  await page.goto(`${walk.console.url}/console/incidents/${id}`);
  await sentence(page, 'We think it is fixed');
  const button = page.getByRole('button', { name: 'It works' });
  await button.waitFor();
  await page.locator('h1').focus();
  await waitFor('the focus on “It works”', async () => {
    await page.keyboard.press('Tab');
    return (await button.evaluate((element) => element.matches(':focus'))) || undefined;
  });
  await page.keyboard.press('Enter');
  await sentence(page, 'This is finished');
  await stateIs(walk, id, 'closed');
  await page.getByText('You confirmed that it works').waitFor();
  await inspectWords(walk, page, '10-finished');
}

/** The title is taken along to a new report; one that nobody has begun can be withdrawn. */
async function reportAgain(walk: Walk, { page }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Report it again' }).click();
  await waitFor('the title in the form', async () => {
    const values = await page
      .locator('main input, main textarea')
      .evaluateAll((fields) =>
        fields.map((field) => (field as unknown as { value: string }).value),
      );
    return values.some((value) => value.startsWith(TITLE)) || undefined;
  });
}

async function withdraw(walk: Walk, { page, email }: Person): Promise<void> {
  const body = { short_description: 'The coffee is cold', requester: email };
  const { id } = (await walk.console.instance.call('POST', '/incidents', { body })).body;
  await page.goto(`${walk.console.url}/console/incidents/${id}`);
  await page.getByRole('button', { name: 'I no longer need help' }).click();
  await page.getByRole('button', { name: 'Withdraw it' }).waitFor();
  await inspectWords(walk, page, '11-withdraw');
  await page.getByRole('button', { name: 'Withdraw it' }).click();
  await sentence(page, 'This was withdrawn');
  await inspectWords(walk, page, '12-withdrawn');
}

async function followRequest(walk: Walk, { page, email }: Person): Promise<void> {
  const { instance, url } = walk.console;
  const body = { short_description: 'A second screen', description: 'For my desk in room 4.' };
  const { id } = (await instance.call('POST', '/requests', { as: 'requester', email, body })).body;
  await page.goto(`${url}/console/requests/${id}`);
  await sentence(page, 'Waiting for approval');
  await inspectWords(walk, page, '13-request');
  await instance.call('POST', `/requests/${id}/reject`, {
    as: 'itsm_manager',
    email: 'mia.roth@example.com',
    body: { comment: 'There is a free one in the store room.' },
  });
  await sentence(page, 'This was not approved');
  await page.getByText('There is a free one').first().waitFor();
  await inspectWords(walk, page, '14-rejected');
}

/** Every other page that a requester can open is read as well. */
async function readPages(walk: Walk, { page }: Person, articleId: string): Promise<void> {
  const { url } = walk.console;
  const paths: Record<string, string> = {
    home: '/home',
    reports: '/incidents',
    requests: '/requests',
    'new-report': '/incidents/new',
    'new-request': '/requests/new',
    articles: '/knowledge',
    article: `/knowledge/${articleId}`,
    profile: '/profile',
    missing: '/incidents/INC9999999',
  };
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(`${url}/console${path}`);
    await title(page).waitFor();
    // Parts of the page arrive after its heading.
    await page.locator('[aria-busy]').first().waitFor({ state: 'detached' });
    await inspectWords(walk, page, name);
  }
  await page.goto(`${url}/console/home`);
  await title(page).waitFor();
  await page
    .getByRole('button', { name: /notification|inbox/i })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await inspectWords(walk, page, 'inbox');
}

async function publish({ instance }: ConsoleInstance): Promise<string> {
  const { body } = await instance.call('POST', '/knowledge/articles', { body: article });
  await instance.call('PATCH', `/knowledge/articles/${body.id}`, { body: { state: 'review' } });
  await instance.call('POST', `/knowledge/articles/${body.id}/publish`);
  return body.id;
}

export async function proveEmployee(folder = ''): Promise<Report> {
  if (folder) await mkdir(folder, { recursive: true });
  const console = await openConsole();
  const faults: string[] = [];
  const walk: Walk = { console, faults, folder };
  try {
    const limit = { attachment_bytes_per_record: ENOUGH_BYTES };
    await send(console.instance, 'PATCH', '/settings', limit, 'super_admin');
    const articleId = await publish(console);
    const desk = await console.signIn('anna.berg', 'requester');
    const mobile = await console.signIn('anna.berg', 'requester', '/', phone);
    let id = '';
    const parts: Record<string, () => Promise<unknown>> = {
      report: async () => (id = await report(walk, desk)),
      ask: () => askBack(walk, desk, id),
      answer: () => answerByPhone(walk, mobile, id),
      mind: () => changeMind(walk, mobile, id),
      broken: () => sayBroken(walk, mobile, id),
      confirm: () => confirm(walk, desk, id),
      again: () => reportAgain(walk, desk),
      withdraw: () => withdraw(walk, desk),
      request: () => followRequest(walk, desk),
      pages: () => readPages(walk, desk, articleId),
    };
    for (const [name, part] of Object.entries(parts))
      await part().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    faults.push(...desk.faults, ...mobile.faults);
    return { figures: { parts: Object.keys(parts).length }, faults };
  } finally {
    await console.stop();
  }
}
