// Hostile articles are stored and returned as text or refused, and no page of ours executes them.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { faultsOf, type Instance, type Json, startInstance } from '../../support/harness.ts';
import type { Report } from '../../support/report.ts';
import { CHROMIUM, FLAGS } from '../../support/chromium.ts';
import { articlePayloads, refusedBodies } from './article.payloads.ts';

const PATH = '/knowledge/articles';
const MAX_TITLE = 255;
const MARK = 'hostilearticle';

/** Short fields hold the first characters; a title that would be blank is another. */
const fieldsOf = (payload: string) => {
  const short = payload.slice(0, MAX_TITLE).toWellFormed();
  return {
    title: short.trim() || 'Blank',
    summary: short.trim() || 'Blank',
    body: `${MARK} ${payload}`,
    tags: [short.slice(0, 40).trim() || 'blank'],
  };
};

const isSafe = ({ headers }: { headers: Headers }): boolean =>
  /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '') &&
  headers.get('x-content-type-options') === 'nosniff';

/** Returns undefined if the article was refused as it should be. */
async function store(
  instance: Instance,
  payload: string,
  faults: string[],
): Promise<string | undefined> {
  const fields = fieldsOf(payload);
  const name = JSON.stringify(payload.slice(0, 60));
  const made = await instance.call('POST', PATH, { as: 'agent', body: fields });
  if (!isSafe(made)) faults.push(`${name}: the response is not plain JSON`);
  if (made.status === 400) {
    if (!made.body.errors?.length) faults.push(`${name}: refused without a fault`);
    return undefined;
  }
  if (made.status !== 201) {
    faults.push(`${name}: ${made.status}`);
    return undefined;
  }
  const read = await instance.call('GET', `${PATH}/${made.body.id}`, { as: 'agent' });
  const differing = Object.entries(fields).filter(
    ([field, value]) => JSON.stringify(read.body[field]) !== JSON.stringify(value),
  );
  if (differing.length > 0 || !isSafe(read))
    faults.push(`${name}: returned with another ${differing.map(([field]) => field).join()}`);
  return made.body.id;
}

async function publish(instance: Instance, id: string): Promise<void> {
  await instance.call('PATCH', `${PATH}/${id}`, { as: 'agent', body: { state: 'review' } });
  await instance.call('POST', `${PATH}/${id}/publish`);
}

async function refuse(instance: Instance, faults: string[]): Promise<void> {
  for (const [name, [json, expected]] of Object.entries(refusedBodies)) {
    const body = `{"title":"x","body":${json}}`;
    const reply = await instance.call('POST', PATH, { as: 'agent', body });
    const found = reply.status === 400 ? faultsOf(reply).join() : String(reply.status);
    if (found !== expected) faults.push(`${name}: ${found}, not ${expected}`);
  }
}

/** Opens every response with hostile text as a document, and the reference page with hostile addresses. */
async function browse(
  instance: Instance,
  ids: readonly string[],
  faults: string[],
): Promise<number> {
  const token = await instance.tokenFor('itsm_manager');
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const { host } = new URL(instance.url);
    let at = '';
    const blame = (what: string) => faults.push(`${at}: ${what}`);
    page.on('dialog', (dialog) => {
      blame(`a dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.host !== host) blame(`a request to ${url.host}`);
    });
    const api = `${instance.url}/prod/api/v1${PATH}`;
    const payload = encodeURIComponent('"><img src=x onerror=alert(1)>');
    const pages = Array.from({ length: Math.ceil(ids.length / 200) }, (_, n) => n + 1);
    const documents = [
      ...pages.flatMap((n) => [
        `${api}?limit=200&page=${n}`,
        `${api}?limit=200&page=${n}&q=${MARK}`,
      ]),
      ...ids.slice(-5).flatMap((id) => [`${api}/${id}`, `${api}/${id}/versions/1`]),
      `${api}?sort=${payload}`,
      `${api}/${payload}`,
      `${instance.url}/${payload}`,
    ];
    await context.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
    for (at of documents) {
      await page.goto(at);
      if ((await page.title()).includes('executed')) blame('a script ran');
      if ((await page.locator('img, script, iframe, svg, object').count()) > 0) blame('elements');
    }
    await context.setExtraHTTPHeaders({});
    for (at of [`/docs?x=${payload}`, `/docs#${payload}`].map((path) => instance.url + path)) {
      await page.goto(at, { waitUntil: 'load' });
      if ((await page.title()).includes('executed')) blame('a script ran');
    }
    return documents.length + 2;
  } finally {
    await browser.close();
  }
}

export async function proveHostileArticles(every: number): Promise<Report> {
  const instance = await startInstance();
  const faults: string[] = [];
  try {
    const payloads = articlePayloads.filter((_, n) => n % every === 0);
    const ids: string[] = [];
    for (const payload of payloads) {
      const id = await store(instance, payload, faults);
      if (id !== undefined) ids.push(id);
    }
    for (const id of ids.slice(0, 10)) await publish(instance, id);
    await refuse(instance, faults);
    const found = await instance.call('GET', `${PATH}?q=${MARK}&limit=1`, { as: 'agent' });
    const { total }: Json = found.body;
    if (total < ids.length) faults.push(`${total} of ${ids.length} articles are found`);
    const documents = existsSync(CHROMIUM) ? await browse(instance, ids, faults) : 0;
    return {
      figures: {
        payloads: payloads.length,
        stored: ids.length,
        refused: payloads.length - ids.length + Object.keys(refusedBodies).length,
        'documents in the browser': documents,
      },
      faults,
    };
  } finally {
    await instance.stop();
  }
}
