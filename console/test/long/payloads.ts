// Hostile text in every field that the queue shows: no script runs, nothing is requested elsewhere, markup is text.
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';

const MAX_TITLE = 255;

export async function provePayloads(every: number): Promise<Report> {
  const opened = await openConsole();
  const { instance, url } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  try {
    const stored: { id: string; payload: string }[] = [];
    for (const payload of payloads) {
      const short = payload.slice(0, MAX_TITLE).toWellFormed().trim() || 'Blank';
      const body = {
        short_description: short,
        description: payload,
        category: short.slice(0, 100),
        assignment_group: short.slice(0, 100),
      };
      const reply = await instance.call('POST', '/incidents', { body });
      if (reply.status === 201) stored.push({ id: reply.body.id, payload });
    }
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
    for (const { id, payload } of stored) {
      await page.goto(`${url}/console/incidents?sort=created_at&order=desc&peek=${id}`);
      const peek = page.getByRole('complementary', { name: `Incident ${id}` });
      await peek.getByRole('article').waitFor();
      const count = await peek.locator('script, iframe, object, embed, img, form, style').count();
      if (count > 0) faults.push(`${JSON.stringify(payload.slice(0, 60))} became an element`);
    }
    return { figures: { payloads: payloads.length, shown: stored.length }, faults };
  } finally {
    await opened.stop();
  }
}
