// The pages of every record type follow events: a row changes where it stands, a new record is counted, and the page
// of a record shows the change of somebody else beside text that is not saved yet.
import type { Page } from 'playwright-core';
import type { Report } from '../../../server/test/support/report.ts';
import { send } from './reference-fill.ts';
import { dialog, expect, rowOf, title, type Walk, walkThrough } from './walks.ts';

interface LiveType {
  /** The API has the records at this path, the console their pages. */
  path: string;
  page: string;
  /** This field of a new record is the title; the other fields are required. */
  titleField: string;
  fields: object;
  /** Another person changes this field while the first one types. */
  change: object;
  /** Opens an editor with a text of its own, and returns its field. */
  edit: (page: Page) => Promise<string>;
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).click();
};

const editDescription = async (page: Page) => {
  await press('Edit the description')(page);
  return 'Description';
};

const types: Readonly<Record<string, LiveType>> = {
  incident: {
    path: '/incidents',
    page: '/incidents',
    titleField: 'short_description',
    fields: {},
    change: { category: 'network' },
    edit: editDescription,
  },
  change: {
    path: '/changes',
    page: '/changes',
    titleField: 'short_description',
    fields: { type: 'normal' },
    change: { risk: 'high' },
    edit: editDescription,
  },
  request: {
    path: '/requests',
    page: '/requests',
    titleField: 'short_description',
    fields: {},
    change: { item: 'Laptop' },
    edit: editDescription,
  },
  ci: {
    path: '/cmdb/cis',
    page: '/cmdb',
    titleField: 'name',
    fields: { class: 'server' },
    change: { environment: 'staging' },
    edit: async (page) => {
      await press('Edit the title')(page);
      return 'Title';
    },
  },
  article: {
    path: '/knowledge/articles',
    page: '/knowledge',
    titleField: 'title',
    fields: { body: 'The text.' },
    change: { summary: 'Another summary' },
    edit: async (page) => {
      await press('Edit')(page);
      return 'Title';
    },
  },
};

const TYPED = 'A text that nobody has saved';

/** Lists are not polled, so a row that changes has followed an event. */
async function followList(walk: Walk, name: string, type: LiveType): Promise<string> {
  const { instance, url } = walk.console;
  const { page } = walk.ada;
  const create = async (text: string): Promise<string> =>
    (await send(instance, 'POST', type.path, { ...type.fields, [type.titleField]: text })).id;
  const id = await create(`First ${name}`);
  await page.goto(`${url}/console${type.page}`);
  await page.getByText('live', { exact: true }).waitFor();
  await rowOf(page, id).getByText(`First ${name}`).waitFor();
  await send(instance, 'PATCH', `${type.path}/${id}`, { [type.titleField]: `Renamed ${name}` });
  await rowOf(page, id).getByText(`Renamed ${name}`).waitFor();
  const second = await create(`Second ${name}`);
  await page.getByText('1 new', { exact: true }).waitFor();
  await page.keyboard.press('.');
  await rowOf(page, second).waitFor();
  return id;
}

async function followRecord(walk: Walk, id: string, type: LiveType): Promise<void> {
  const { instance, url } = walk.console;
  const { page } = walk.ada;
  await page.goto(`${url}/console${type.page}/${id}`);
  await title(page).waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  const field = page.getByRole('textbox', { name: await type.edit(page) });
  await field.fill(TYPED);
  await send(instance, 'PATCH', `${type.path}/${id}`, type.change);
  const [changed = ''] = Object.keys(type.change);
  const notice = page.getByText(new RegExp(`^Changed by .*: ${changed}.*Your text is kept`));
  await notice.waitFor();
  expect(walk, `typed text of ${id}`, await field.inputValue(), TYPED);
  expect(walk, `dialogs over ${id}`, await dialog(page).count(), 0);
}

async function followDeletion(walk: Walk, id: string): Promise<void> {
  const { instance, url } = walk.console;
  const { page } = walk.ada;
  await page.goto(`${url}/console/incidents/${id}`);
  await title(page).waitFor();
  await send(instance, 'DELETE', `/incidents/${id}`);
  await page.getByText(`${id} was deleted, or you may no longer read it.`).waitFor();
}

export const proveLiveRecords = (): Promise<Report> =>
  walkThrough(
    Object.fromEntries(
      Object.entries(types).map(([name, type]) => [
        name,
        async (walk: Walk) => {
          const id = await followList(walk, name, type);
          await followRecord(walk, id, type);
          if (name === 'incident') await followDeletion(walk, id);
        },
      ]),
    ),
  );
