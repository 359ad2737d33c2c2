// Hostile text is in every field that the queue shows: cells, the drawer, filters and the names of views. No script
// runs, nothing is requested elsewhere, markup is text.
import type { Page } from 'playwright-core';
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import type { Instance } from '../../../server/test/support/harness.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';

const MAX_TITLE = 255;
const MAX_NAME = 100;
/** The rail shows no more. */
const VIEWS = 100;
const COLUMNS =
  'priority,id,short_description,state,assigned_to,assignment_group,category,external_id,updated_at';
const FORBIDDEN = 'script, iframe, object, embed, img, form, style, meta, base, link';

const oneLine = (payload: string, most: number): string =>
  payload.slice(0, most).toWellFormed().trim() || 'Blank';

interface Stored {
  id: string;
  payload: string;
  /** The name is undefined if its characters are refused. */
  name: string | undefined;
}

/** Some characters are refused in names; the payload is then in the description alone. */
async function store({ call }: Instance, payload: string, index: number): Promise<Stored> {
  const name = oneLine(payload, MAX_NAME);
  const body = {
    short_description: oneLine(payload, MAX_TITLE),
    description: payload,
    category: name,
    assignment_group: name,
    external_id: `${name.slice(0, 80)} ${index}`,
  };
  const whole = await call('POST', '/incidents', { body });
  if (whole.status === 201) return { id: whole.body.id, payload, name };
  const plain = { short_description: 'Refused in names', description: payload };
  const { body: created } = await call('POST', '/incidents', { body: plain });
  return { id: created.id, payload, name: undefined };
}

async function storeViews({ call }: Instance, payloads: readonly string[]): Promise<number> {
  let saved = 0;
  for (const payload of payloads.slice(0, VIEWS)) {
    const body = { name: oneLine(payload, MAX_TITLE), list: 'incidents', audience: 'everyone' };
    if ((await call('POST', '/views', { body })).status === 201) saved += 1;
  }
  return saved;
}

async function faultsIn(page: Page, url: string, { id, payload, name }: Stored): Promise<string[]> {
  const filter = name === undefined ? '' : `category=${encodeURIComponent(name)}&`;
  await page.goto(
    `${url}/console/incidents?${filter}sort=created_at&order=desc&cols=${COLUMNS}&peek=${id}`,
  );
  const peek = page.getByRole('complementary', { name: `Incident ${id}` }).getByRole('article');
  // A filter that the service refuses is quoted in the error.
  await peek.or(page.getByRole('alert')).first().waitFor();
  const count = await page.locator('main, nav').locator(FORBIDDEN).count();
  return count > 0 ? [`${JSON.stringify(payload.slice(0, 60))} became an element`] : [];
}

export async function provePayloads(every: number): Promise<Report> {
  const opened = await openConsole();
  const { instance, url } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  try {
    const stored: Stored[] = [];
    for (const [index, payload] of payloads.entries())
      stored.push(await store(instance, payload, index));
    const views = await storeViews(instance, payloads);
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
    for (const one of stored) faults.push(...(await faultsIn(page, url, one)));
    const shown = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').count();
    if (shown < views) faults.push(`${shown} links for ${views} views`);
    const names = stored.filter(({ name }) => name !== undefined).length;
    return { figures: { payloads: payloads.length, in_names: names, views }, faults };
  } finally {
    await opened.stop();
  }
}
