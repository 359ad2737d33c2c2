// Hostile text is in every field of a record and in its notes: no script runs, nothing is requested elsewhere, markup is
// text.
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole } from '../console-browser.ts';

const MAX_TITLE = 255;
const MAX_NAME = 100;
const NOTES = 10;
/** No note that is typed is longer. */
const MAX_TYPED = 4000;

const oneLine = (payload: string, most: number): string =>
  payload.slice(0, most).toWellFormed().trim() || 'Blank';

interface Kind {
  /** The API and the console have the same path. */
  path: string;
  /** The timeline says "opened" and this noun. */
  noun: string;
  /** Creates a record that has payloads in each of its fields and in its notes. */
  store: (console: ConsoleInstance, payloads: readonly string[]) => Promise<string>;
}

async function storeIncident(
  { instance }: ConsoleInstance,
  payloads: readonly string[],
): Promise<string> {
  const [first = ''] = payloads;
  const name = oneLine(first, MAX_NAME);
  const body = {
    short_description: oneLine(first, MAX_TITLE),
    category: name,
    subcategory: name,
    assignment_group: name,
    external_id: `${name.slice(0, 80)} ${Math.random()}`,
  };
  const whole = await instance.call('POST', '/incidents', { body });
  // Some characters are refused in names; the payload is then in the description and the notes alone.
  const plain = { short_description: 'Refused in names' };
  const created =
    whole.status === 201 ? whole : await instance.call('POST', '/incidents', { body: plain });
  const path = `/incidents/${created.body.id}`;
  await instance.call('PATCH', path, { body: { description: first } });
  await instance.call('PATCH', path, { body: { state: 'in_progress' } });
  await instance.call('PATCH', path, { body: { state: 'resolved', resolution: first } });
  for (const payload of payloads)
    await instance.call('POST', `${path}/notes`, { body: { body: payload } });
  return created.body.id;
}

/** If names with the payload are refused, only the long texts and the notes have it. */
const storing =
  (path: string, names: readonly string[], texts: readonly string[]): Kind['store'] =>
  async ({ instance }, payloads) => {
    const [first = ''] = payloads;
    const name = oneLine(first, MAX_NAME);
    const fill = (some: readonly string[], value: string) =>
      Object.fromEntries(some.map((field) => [field, value]));
    const body = {
      short_description: oneLine(first, MAX_TITLE),
      ...fill(names, name),
      ...fill(texts, first),
    };
    const whole = await instance.call('POST', path, { as: 'agent', body });
    const plain = { short_description: 'Refused in names', ...fill(texts, first) };
    const created =
      whole.status === 201
        ? whole
        : await instance.call('POST', path, { as: 'agent', body: plain });
    const { id } = created.body;
    for (const payload of payloads)
      await instance.call('POST', `${path}/${id}/notes`, { body: { body: payload } });
    await instance.call('POST', `${path}/${id}/reject`, {
      as: 'itsm_manager',
      body: { comment: first },
    });
    return id;
  };

export const kinds = {
  incident: { path: '/incidents', noun: 'the incident', store: storeIncident },
  change: {
    path: '/changes',
    noun: 'the change',
    store: storing(
      '/changes',
      ['assignment_group'],
      ['description', 'implementation_plan', 'backout_plan', 'test_plan'],
    ),
  },
  request: {
    path: '/requests',
    noun: 'the request',
    store: storing('/requests', ['item', 'assignment_group'], ['description']),
  },
} as const satisfies Record<string, Kind>;

const FORBIDDEN = 'script, iframe, object, embed, img, form, style, meta, base, link';

export async function proveRecordPayloads(
  every: number,
  { path, noun, store }: Kind = kinds.incident,
): Promise<Report> {
  const opened = await openConsole();
  const { instance, url } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  let shown = 0;
  let slowest = 0;
  try {
    const { page, faults } = await opened.signIn('ada');
    const allowed = [url, instance.deps.config.AUTH_URL];
    page.on('request', (request) => {
      const target = request.url();
      if (!allowed.some((base) => target.startsWith(base))) faults.push(`requested ${target}`);
    });
    page.on('dialog', (dialog) => {
      faults.push(`a script opened a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (let from = 0; from < payloads.length; from += NOTES) {
      const some = payloads.slice(from, from + NOTES);
      const id = await store(opened, some);
      const began = performance.now();
      await page.goto(`${url}/console${path}/${id}`);
      const activity = page.getByRole('region', { name: 'Activity' });
      await activity.getByText(`opened ${noun}`).waitFor();
      const note = page.getByRole('textbox', { name: 'Note', exact: true });
      await note.fill(some.filter(({ length }) => length <= MAX_TYPED).join('\n\n'));
      await page.getByRole('button', { name: 'Preview' }).click();
      const count = await page.locator('main').locator(FORBIDDEN).count();
      if (count > 0) faults.push(`${id} has ${count} elements that its text made`);
      slowest = Math.max(slowest, performance.now() - began);
      shown += await activity.getByRole('listitem').count();
    }
    const { length } = payloads;
    return {
      figures: { payloads: length, shown, slowest_page_seconds: Math.round(slowest / 1000) },
      faults,
    };
  } finally {
    await opened.stop();
  }
}
