// An agent and a requester write to each other in two browsers: a question, an answer, a resolution, and a storm that one
// job resolves. Actions are counted: a click, a key or a chord is one, text is none.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atMost, type Report } from '../../../server/test/support/report.ts';
import { openConsole, type Person } from '../console-browser.ts';
import {
  create,
  dialog,
  expect,
  inspect,
  openRecord,
  read,
  rowOf,
  typeInto,
  waitFor,
  type Walk,
} from './walks.ts';

const STORM = 16;
const REPLIED = 'The last reply is by the requester';

/** The first figures of each task were measured before requesters, replies and resolving in one step. */
const first = {
  resolve: 'From new with a note to the requester: 6 actions, 2 texts, 2 waits',
  storm: '16 incidents of mixed states: three jobs, 8 of 16 refused by the first, and no note',
};

interface Replies extends Walk {
  rita: Person;
  /** Screenshots are written here; empty for none. */
  folder: string;
}

const stateIs = (walk: Walk, id: string, state: string) =>
  waitFor(`the state ${state} of ${id}`, async () => {
    const record = await read(walk, id);
    return record.state === state ? record : undefined;
  });

const notesOf = async (
  { console }: Walk,
  id: string,
): Promise<{ body: string; visibility: string }[]> =>
  (await console.instance.call('GET', `/incidents/${id}/notes`)).body.data;

/** A public note stands in the timeline before it is sent; one that is undone goes back to the composer. */
async function askBack(walk: Replies, id: string): Promise<void> {
  const { page } = walk.ada;
  await openRecord(walk.ada, walk, id);
  await page.getByRole('tab', { name: 'Public' }).click();
  await page.getByText(`(${walk.rita.email}) will be told`).waitFor();
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  const outgoing = page.getByRole('list', { name: 'Notes that are not sent yet' });
  await note.fill('Which printer is it?');
  await note.press('Control+Enter');
  await outgoing.getByText('Which printer is it?').waitFor();
  await outgoing.getByRole('button', { name: 'Undo' }).click();
  await outgoing.waitFor({ state: 'detached' });
  expect(walk, 'the note that was undone', await note.inputValue(), 'Which printer is it?');
  await note.press('Control+Enter');
  await outgoing.getByText(/sending in \d s/).waitFor();
  if (walk.folder) await page.screenshot({ path: join(walk.folder, 'note-waiting.png') });
  // The network fails before the note is sent.
  await walk.ada.context.setOffline(true);
  await outgoing.getByRole('alert').waitFor({ timeout: 90_000 });
  await inspect(walk, page, 'note', walk.folder);
  await walk.ada.context.setOffline(false);
  await outgoing.getByRole('button', { name: 'Try again' }).click();
  await outgoing.waitFor({ state: 'detached' });
  await page.locator('li').filter({ hasText: 'Which printer is it?' }).waitFor();
  expect(
    walk,
    'the notes',
    (await notesOf(walk, id)).map(({ body, visibility }) => [body, visibility]),
    [['Which printer is it?', 'public']],
  );
  await page.getByRole('button', { name: 'Start progress' }).click();
  await page.getByRole('button', { name: 'Put on hold' }).click();
  await page.getByRole('option', { name: 'Awaiting the caller' }).click();
  await page.getByRole('button', { name: /^When .* replies/ }).click();
  await stateIs(walk, id, 'on_hold');
}

/** The requester sees the new state without a reload, and the queue of the agents shows the reply. */
async function answer(walk: Replies, id: string): Promise<void> {
  const { page } = walk.rita;
  const queue = walk.bo.page;
  await queue.goto(`${walk.console.url}/console/incidents`);
  await rowOf(queue, id).waitFor();
  await page.goto(`${walk.console.url}/console/incidents/${id}`);
  const note = page.getByRole('textbox', { name: 'We need your answer' });
  await note.fill('The one in room 4');
  await note.press('Control+Enter');
  await page.getByRole('heading', { level: 2, name: 'We are working on it' }).waitFor();
  await page.getByText('We are working on it again').waitFor();
  await rowOf(queue, id).getByRole('img', { name: REPLIED }).waitFor();
  const view = queue.getByRole('link', { name: 'They answered 1' });
  await view.waitFor();
  await inspect(walk, queue, 'queue', walk.folder);
  await view.click();
  await rowOf(queue, id).getByRole('img', { name: REPLIED }).waitFor();
  expect(walk, 'the last reply', (await read(walk, id)).last_reply_by, 'requester');
}

/** Returns the number of actions from the open page of a new incident to one that is resolved with a note. */
async function resolveFromNew(walk: Replies): Promise<number> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'No paper', requester: walk.rita.email });
  await openRecord(walk.ada, walk, id);
  let actions = 0;
  const act = async (run: Promise<unknown>) => {
    actions += 1;
    await run;
  };
  await act(page.getByRole('button', { name: 'Resolve' }).click());
  await page.locator('textarea:focus').waitFor();
  await page.getByRole('checkbox', { name: /^Tell the requester: rita/ }).waitFor();
  await page.keyboard.insertText('Paper was added');
  await inspect(walk, page, 'resolve', walk.folder);
  await page.getByRole('textbox', { name: 'How was it fixed?' }).focus();
  await act(page.keyboard.press('Control+Enter'));
  await page.getByText('Sending in 5 s.').waitFor();
  const { resolution } = await stateIs(walk, id, 'resolved');
  expect(walk, 'the resolution', resolution, 'Paper was added');
  expect(
    walk,
    'the notes of the resolution',
    (await notesOf(walk, id)).map(({ body, visibility }) => [body, visibility]),
    [['Paper was added', 'public']],
  );
  await page.getByText('New → In progress').or(page.getByText('In progress')).first().waitFor();
  await inspect(walk, page, 'resolved', walk.folder);
  return actions;
}

/** Without "Tell the requester" the text is the resolution only. */
async function resolveSilently(walk: Replies, id: string): Promise<void> {
  const { page } = walk.ada;
  await openRecord(walk.ada, walk, id);
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.insertText('The driver was replaced');
  await page.getByRole('checkbox', { name: /^Tell the requester/ }).uncheck();
  await page.getByText('No public note is sent.').waitFor();
  await page.getByRole('textbox', { name: 'How was it fixed?' }).press('Control+Enter');
  await stateIs(walk, id, 'resolved');
  const bodies = (await notesOf(walk, id)).map(({ body }) => body);
  expect(walk, 'a note of the resolution', bodies.includes('The driver was replaced'), false);
}

async function createStorm({ console, rita }: Replies): Promise<string[]> {
  const { call } = console.instance;
  const ids: string[] = [];
  for (let index = 0; index < STORM; index += 1) {
    const body = {
      short_description: `Mail is slow ${index}`,
      category: 'storm',
      requester: rita.email,
    };
    const { id } = (await call('POST', '/incidents', { body })).body;
    const moves = [
      [],
      [{ state: 'in_progress' }],
      [{ state: 'in_progress' }, { state: 'on_hold', on_hold_reason: 'awaiting_vendor' }],
      [{ state: 'in_progress' }, { state: 'resolved', resolution: 'x' }, { state: 'reopened' }],
    ][index % 4];
    for (const patch of moves ?? []) await call('PATCH', `/incidents/${id}`, { body: patch });
    ids.push(id);
  }
  return ids;
}

/** Returns the number of actions with which one job resolves incidents of all open states and tells their requesters. */
async function calmStorm(walk: Replies): Promise<number> {
  const { page } = walk.ada;
  const ids = await createStorm(walk);
  await page.goto(`${walk.console.url}/console/incidents?category=storm`);
  await rowOf(page, ids[0] ?? '').waitFor();
  let actions = 0;
  const press = async (key: string) => {
    actions += 1;
    await page.keyboard.press(key);
  };
  await press('Control+a');
  await page.getByText(`${STORM} selected`).waitFor();
  await press('n');
  await dialog(page).getByRole('tab', { name: 'Public' }).click();
  await dialog(page).getByText(`The public note reaches 1 requester.`).waitFor();
  await dialog(page).getByRole('textbox').fill('We know of it');
  await inspect(walk, page, 'bulk-note', walk.folder);
  await dialog(page).getByRole('textbox').press('Control+Enter');
  await dialog(page).getByText(`${STORM} will change`).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).getByText(`${STORM} incidents changed`).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
  // The note is a task of its own.
  actions = 0;
  await page.getByRole('grid').focus();
  await press('Control+a');
  await page.getByText(`${STORM} selected`).waitFor();
  await press('s');
  await typeInto(page, 'resolve', 'Resolve');
  actions += 1;
  await dialog(page).locator('textarea:focus').waitFor();
  await dialog(page).getByRole('checkbox', { name: 'Tell the requesters' }).waitFor();
  await page.keyboard.insertText('The mail server was restarted');
  await inspect(walk, page, 'bulk-resolve', walk.folder);
  await dialog(page).getByRole('textbox').focus();
  await press('Control+Enter');
  await dialog(page).getByText(`${STORM} will change`).waitFor();
  await press('Enter');
  await dialog(page).getByText(`${STORM} incidents changed`).waitFor();
  for (const id of ids) {
    expect(walk, `the state of ${id}`, (await read(walk, id)).state, 'resolved');
    expect(
      walk,
      `the notes of ${id}`,
      (await notesOf(walk, id)).map(({ body, visibility }) => `${visibility}: ${body}`).toSorted(),
      ['public: The mail server was restarted', 'public: We know of it'],
    );
  }
  return actions;
}

export async function proveReplies(folder = ''): Promise<Report> {
  if (folder) await mkdir(folder, { recursive: true });
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const people = {
      ada: await console.signIn('ada'),
      bo: await console.signIn('bo'),
      rita: await console.signIn('rita', 'requester'),
    };
    const walk: Replies = { console, ...people, faults, folder };
    const id = await create(walk, { short_description: 'Print', requester: people.rita.email });
    const actions = { resolve: 0, storm: 0 };
    const parts: Record<string, () => Promise<unknown>> = {
      ask: () => askBack(walk, id),
      answer: () => answer(walk, id),
      silently: () => resolveSilently(walk, id),
      resolve: async () => (actions.resolve = await resolveFromNew(walk)),
      storm: async () => (actions.storm = await calmStorm(walk)),
    };
    for (const [name, part] of Object.entries(parts))
      await part().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    for (const person of Object.values(people)) faults.push(...person.faults);
    return {
      figures: actions,
      faults,
      notes: [
        `${first.resolve}. Now: ${actions.resolve} actions, 1 text, 1 wait.`,
        `${first.storm}. Now: ${actions.storm} actions in 1 job, with a note to each requester.`,
      ],
      goals: [
        atMost('actions from new to resolved with a note', actions.resolve, 2),
        atMost('actions that resolve a storm', actions.storm, 5),
      ],
    };
  } finally {
    await console.stop();
  }
}
