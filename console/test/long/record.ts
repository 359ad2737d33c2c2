// People work with the pages of an incident and of a new one in Chromium, against the real service.
import { examine, openConsole, type Person } from '../console-browser.ts';
import { atMost, type Report } from '../../../server/test/support/report.ts';
import { attachFiles, deleteAndRestore, undoChanges } from './record-parts.ts';
import { create, expect, openRecord, read, title, waitFor, type Walk } from './walks.ts';

const MAX_PRESSES = 25;
/** Creates, assigns, notes, holds and resolves an incident by keyboard. A chord counts as two presses, text as none. */
async function workByKeyboard(walk: Walk): Promise<number> {
  const { page, email } = walk.ada;
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses += key.split('+').length;
      await page.keyboard.press(key);
    }
  };
  const type = (text: string) => page.keyboard.insertText(text);
  await page.getByRole('grid').waitFor();
  await press('c');
  await page.locator('input:focus').waitFor();
  // The first field is the requester, who stays oneself.
  await press('Enter');
  await type('Badge reader stuck');
  await press('Control+Enter');
  await page.getByRole('toolbar', { name: 'Next state' }).waitFor();
  await page.locator('h1:focus').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await press('a');
  await waitFor('the assignment', async () => (await read(walk, id)).assigned_to ?? undefined);
  await press('n');
  await page.locator('textarea:focus').waitFor();
  await type('Looking **into** it');
  await press('Control+Enter');
  await page.locator('li').filter({ hasText: 'Looking into it' }).waitFor();
  const step = async (...keys: string[]) => {
    await press('s');
    await page.locator('[role=toolbar] button:focus').waitFor();
    await press(...keys);
  };
  await step('Enter');
  await page.getByRole('button', { name: 'Put on hold' }).waitFor();
  await step('ArrowRight', 'Enter');
  await page.getByRole('option').first().waitFor();
  await press('ArrowDown', 'Enter');
  await waitFor('the hold', async () => (await read(walk, id)).on_hold_reason ?? undefined);
  await page.getByRole('button', { name: 'Start progress' }).waitFor();
  await step('Enter');
  await page.getByRole('button', { name: 'Resolve' }).waitFor();
  await step('Enter');
  await page.locator('textarea:focus').waitFor();
  await type('The reader was restarted');
  await press('Control+Enter');
  await page.getByText('Sending in 5 s.').waitFor();
  const resolved = await waitFor('the resolution', async () => {
    const record = await read(walk, id);
    return record.state === 'resolved' ? record : undefined;
  });
  expect(
    walk,
    'the record',
    [resolved.assigned_to, resolved.resolution, resolved.work_notes_count],
    [email, 'The reader was restarted', 1],
  );
  return presses;
}

const editTitle = async ({ page }: Person, text: string) => {
  await page.keyboard.press('e');
  await page.getByRole('option', { name: 'Title' }).waitFor();
  await page.keyboard.type('Title');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill(text);
};

/** Changes of different fields are merged; a field that both change is shown with both values. */
async function mergeAndResolve(walk: Walk): Promise<void> {
  const { ada, bo } = walk;
  const id = await create(walk, { short_description: 'Checkout answers 502', priority: 'P3' });
  await openRecord(ada, walk, id);
  await openRecord(bo, walk, id);
  await editTitle(ada, 'Checkout answers 502 in Lyon');
  await bo.page.keyboard.press('p');
  await bo.page.getByRole('option').first().waitFor();
  await bo.page.keyboard.type('P1');
  await bo.page.keyboard.press('Enter');
  await waitFor('the priority', async () =>
    (await read(walk, id)).priority === 'P1' ? true : undefined,
  );
  await ada.page.keyboard.press('Enter');
  await ada.page.getByText('both changes are saved').first().waitFor();
  const merged = await read(walk, id);
  expect(
    walk,
    'disjoint fields',
    [merged.short_description, merged.priority],
    ['Checkout answers 502 in Lyon', 'P1'],
  );

  await editTitle(ada, 'Mine');
  await editTitle(bo, 'Theirs');
  await bo.page.keyboard.press('Enter');
  await waitFor('the title', async () =>
    (await read(walk, id)).short_description === 'Theirs' ? true : undefined,
  );
  await ada.page.keyboard.press('Enter');
  const panel = ada.page.getByRole('group', { name: 'Conflicting changes' });
  await panel.waitFor();
  const text = (await panel.textContent()) ?? '';
  if (![/Mine/, /Theirs/, /\(bo/i].every((part) => part.test(text)))
    walk.faults.push(`the panel says: ${text}`);
  await panel.getByRole('button', { name: 'Keep mine' }).click();
  await waitFor('my title', async () =>
    (await read(walk, id)).short_description === 'Mine' ? true : undefined,
  );
  // The other page follows.
  await title(bo.page).filter({ hasText: 'Mine' }).waitFor();
}

async function editProperty({ page }: Person, label: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}: .*, edit$`) }).click();
  const field = page.getByRole('combobox', { name: label });
  await field.fill(value);
  // The settings do not name it; other text is accepted.
  await page.getByRole('option', { name: `Use “${value}”` }).waitFor();
  await field.press('Enter');
  await page.getByRole('button', { name: `${label}: ${value}, edit` }).waitFor();
}

/** Two people edit one record at the same time; returns how many values are missing in its timeline. */
async function editConcurrently(walk: Walk, edits: number): Promise<number> {
  const { ada, bo } = walk;
  const id = await create(walk, { short_description: 'Edited by two' });
  await openRecord(ada, walk, id);
  await openRecord(bo, walk, id);
  const values = (name: string) => Array.from({ length: edits / 2 }, (_, n) => `${name} ${n + 1}`);
  const all = async (person: Person, label: string, name: string) => {
    for (const value of values(name)) await editProperty(person, label, value);
  };
  await Promise.all([all(ada, 'Category', 'one'), all(bo, 'Subcategory', 'two')]);
  const found = await waitFor('the last edits', async () => {
    const { category, subcategory } = await read(walk, id);
    const isDone = category === values('one').at(-1) && subcategory === values('two').at(-1);
    return isDone
      ? (await walk.console.instance.call('GET', `/incidents/${id}/timeline?limit=200`)).body.data
      : undefined;
  });
  const seen = new Set(
    found.flatMap((entry: { changes?: Record<string, { to: unknown }> }) =>
      Object.values(entry.changes ?? {}).map(({ to }) => to),
    ),
  );
  return [...values('one'), ...values('two')].filter((value) => !seen.has(value)).length;
}

/** A draft survives a reload, and a public note can be withdrawn before it is sent. */
async function drafts(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, { short_description: 'Notes' });
  await openRecord(walk.ada, walk, id);
  await page.getByRole('tab', { name: 'Public' }).click();
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await note.fill('We are on it');
  await page.reload();
  await note.waitFor();
  expect(walk, 'the draft', await note.inputValue(), 'We are on it');
  await note.press('Control+Enter');
  await page.getByText('Sending in 5 s.').waitFor();
  await title(page).focus();
  await page.keyboard.press('z');
  await waitFor('the draft', async () =>
    (await note.inputValue()) === 'We are on it' ? true : undefined,
  );
  expect(walk, 'notes', (await read(walk, id)).work_notes_count, 0);
}

/** On a slow network the list is left before the record has loaded. */
async function openSlowly(walk: Walk): Promise<void> {
  const { page, context } = walk.ada;
  await page.goto(`${walk.console.url}/console/incidents`);
  await page.locator('[role=rowgroup] [role=row]').first().waitFor();
  const network = await context.newCDPSession(page);
  const setLatency = (latency: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await setLatency(1000);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Activity' }).waitFor();
  await setLatency(0);
}

/** A requester creates an incident and writes to the team, and sees no action that would be refused. */
async function workAsRequester(walk: Walk): Promise<void> {
  const { page, faults } = await walk.console.signIn('cleo', 'requester');
  await page.goto(`${walk.console.url}/console/incidents/new`);
  await page.getByRole('textbox', { name: 'What is not working?' }).fill('My screen is black');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('region', { name: 'Conversation' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  expect(walk, 'tabs', await page.getByRole('tab', { name: /Team|Private/ }).count(), 0);
  expect(walk, 'editors', await page.getByRole('button', { name: /, edit$/ }).count(), 0);
  await page.getByRole('textbox', { name: 'Write to us' }).fill('Since this morning');
  await page.keyboard.press('Control+Enter');
  const note = await waitFor('the note', async () => {
    const { body } = await walk.console.instance.call('GET', `/incidents/${id}/notes`);
    return body.data[0];
  });
  expect(walk, 'the note', [note.visibility, note.body], ['public', 'Since this morning']);
  walk.faults.push(...(await examine(page)).map((finding) => `requester: ${finding}`), ...faults);
}

async function publishArticle({ console }: Walk): Promise<string> {
  const { instance } = console;
  const body = {
    title: 'Badge readers',
    body: [
      '# Badge readers',
      'A badge reader shows three lights. '.repeat(40),
      '## Restart a badge reader',
      'Hold the **reset key** of the badge reader for ten seconds, until the red light goes out.',
    ].join('\n\n'),
  };
  const { id } = (await instance.call('POST', '/knowledge/articles', { body })).body;
  await instance.call('PATCH', `/knowledge/articles/${id}`, { body: { state: 'review' } });
  await instance.call('POST', `/knowledge/articles/${id}/publish`);
  return id;
}

/** A question is answered from an article, and its citation opens the article at the passage. */
async function askQuestion(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const article = await publishArticle(walk);
  const question = 'How do I restart a badge reader?';
  const id = await create(walk, { short_description: 'Restart a badge reader' });
  const body = { question, context_record: { type: 'incident', id } };
  await waitFor('an answer', async () => {
    const answer = (await walk.console.instance.call('POST', '/ai/ask', { body })).body;
    return answer.grounded ? true : undefined;
  });
  await openRecord(walk.ada, walk, id);
  const field = page.getByRole('textbox', { name: 'Ask the knowledge base' });
  await field.fill(question);
  await field.press('Enter');
  await page.getByRole('list', { name: 'Sources' }).or(page.getByText('nothing')).waitFor();
  await page.getByRole('link', { name: 'Badge readers' }).click({ timeout: 10_000 });
  await title(page).filter({ hasText: 'Badge readers' }).waitFor();
  expect(walk, 'the article', new URL(page.url()).pathname, `/console/knowledge/${article}`);
  await waitFor('the highlight', async () =>
    (await page.evaluate(`CSS.highlights.has('passage')`)) === true ? true : undefined,
  );
  walk.faults.push(...(await examine(page)).map((finding) => `article: ${finding}`));
}

async function examinePages(walk: Walk): Promise<void> {
  const { page } = walk.ada;
  const id = await create(walk, {
    short_description: 'A long title '.repeat(12).trim(),
    description:
      '# Heading\n\n`code` <error>tag</error> [link](https://example.com)\n\n- one\n- two',
    priority: 'P1',
  });
  await openRecord(walk.ada, walk, id);
  await page.getByRole('button', { name: 'Start progress' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  walk.faults.push(...(await examine(page)).map((finding) => `record: ${finding}`));
  for (const tab of ['details', 'sla', 'related', 'assistant']) {
    await page.goto(`${walk.console.url}/console/incidents/${id}?tab=${tab}`);
    await title(page).waitFor();
    walk.faults.push(...(await examine(page)).map((finding) => `${tab}: ${finding}`));
  }
  await page.goto(`${walk.console.url}/console/incidents/new`);
  await title(page).waitFor();
  walk.faults.push(...(await examine(page)).map((finding) => `new: ${finding}`));
}

export async function proveRecord({ edits }: { edits: number }): Promise<Report> {
  const console = await openConsole();
  const faults: string[] = [];
  try {
    const ada = await console.signIn('ada');
    const bo = await console.signIn('bo');
    const walk: Walk = { console, ada, bo, faults };
    await create(walk, { short_description: 'An incident in the queue' });
    await ada.page.reload();
    const parts: Record<string, () => Promise<unknown>> = {
      slowly: () => openSlowly(walk),
      conflict: () => mergeAndResolve(walk),
      drafts: () => drafts(walk),
      files: () => attachFiles(walk),
      undo: () => undoChanges(walk),
      restored: () => deleteAndRestore(walk),
      question: () => askQuestion(walk),
      requester: () => workAsRequester(walk),
      pages: () => examinePages(walk),
    };
    const presses = await workByKeyboard(walk);
    const lost = await editConcurrently(walk, edits);
    for (const [name, part] of Object.entries(parts))
      await part().catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    faults.push(...ada.faults, ...bo.faults);
    return {
      figures: { presses, edits, lost },
      faults,
      goals: [
        atMost('key presses from new to resolved, a chord as two', presses, MAX_PRESSES),
        atMost('lost edits of two agents', lost, 0),
      ],
    };
  } finally {
    await console.stop();
  }
}
