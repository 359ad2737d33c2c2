// Hostile text is in articles and CIs: no script runs, nothing is requested elsewhere, markup is text on their pages, in
// previews, differences, histories and the audit trail.
import type { Page } from 'playwright-core';
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import type { Instance } from '../../../server/test/support/harness.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { hostilePages } from './hostile-pages.ts';

const oneLine = (payload: string, most: number): string =>
  payload.slice(0, most).toWellFormed().replaceAll(/\s+/g, ' ').trim() || 'Blank';

/** Creates a record with these fields, or with the plain ones if the service refuses them. */
async function create(
  { call }: Instance,
  path: string,
  fields: object,
  plain: object,
): Promise<string> {
  const whole = await call('POST', path, { as: 'super_admin', body: { ...plain, ...fields } });
  const reply =
    whole.status === 201 ? whole : await call('POST', path, { as: 'super_admin', body: plain });
  return reply.body.id;
}

/** Creates an article with the payload in its text and in a pending revision. */
async function article(instance: Instance, payload: string): Promise<string> {
  const name = oneLine(payload, 100);
  const id = await create(
    instance,
    '/knowledge/articles',
    { title: name, summary: name, category: name, tags: [oneLine(payload, 50)], body: payload },
    { title: 'Refused', body: payload.trim() || 'Blank' },
  );
  const path = `/knowledge/articles/${id}`;
  await instance.call('PATCH', path, { body: { state: 'review' } });
  await instance.call('POST', `${path}/publish`);
  const body = { body: `${payload}\n\n${payload}`.slice(0, 60_000), summary: `${name} again` };
  await instance.call('PATCH', path, { as: 'agent', body });
  return id;
}

async function configurationItem(instance: Instance, payload: string): Promise<string> {
  const name = oneLine(payload, 100);
  const unique = `${Math.random()}`;
  const id = await create(
    instance,
    '/cmdb/cis',
    { name: `${name} ${unique}`, class: name, environment: name, location: name },
    { name: unique, class: 'refused' },
  );
  await instance.call('PATCH', `/cmdb/cis/${id}`, {
    body: { attributes: { [name]: payload.slice(0, 4000) }, location: `${name} again` },
  });
  return id;
}

export async function proveReferencePayloads(every: number): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  let shown = 0;
  try {
    const person = await opened.signIn('root', 'super_admin');
    const examine = hostilePages(person, opened);
    const examinePage: typeof examine = async (path, isShown) => {
      await examine(path, isShown);
      shown += 1;
    };
    const heading = (where: Page) => where.getByRole('heading', { level: 1 }).waitFor();
    for (const payload of payloads) {
      const id = await article(instance, payload);
      await examinePage(`/knowledge/${id}`, (where) =>
        where.getByText('Did this help you?').waitFor(),
      );
      await examinePage(`/knowledge/${id}?tab=revision`, heading);
      await examinePage(`/knowledge/${id}/edit`, async (where) => {
        await where.getByRole('tab', { name: 'Preview' }).click();
      });
      const ci = await configurationItem(instance, payload);
      await examinePage(`/cmdb/${ci}`, heading);
      await examinePage(`/cmdb/${ci}?tab=history`, (where) =>
        where.getByRole('list', { name: 'History' }).waitFor(),
      );
      await examinePage(`/admin/audit?record=${ci}`, (where) =>
        where.getByRole('row').filter({ hasText: 'CI updated' }).click(),
      );
    }
    await examinePage('/knowledge', (where) => where.getByRole('grid').waitFor());
    await examinePage('/cmdb', (where) => where.getByRole('grid').waitFor());
    return { figures: { payloads: payloads.length, shown }, faults: person.faults };
  } finally {
    await opened.stop();
  }
}
