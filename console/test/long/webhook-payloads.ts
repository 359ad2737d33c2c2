// Hostile text is in the names, filters, responses and payloads that the pages of webhooks show: no script runs, nothing
// is requested elsewhere, markup is text.
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import { until } from '../../../server/test/support/processes.ts';
import { receiverEnv, startReceiver } from '../../../server/test/support/receivers.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { hostilePages } from './hostile-pages.ts';
import { createIncidents } from './queue-fill.ts';
import { quickRetries } from './webhooks.ts';

const MAX_NAME = 255;
const oneLine = (payload: string): string =>
  payload.slice(0, MAX_NAME).toWellFormed().trim() || 'Blank';

export async function proveWebhookPayloads({ every }: { every: number }): Promise<Report> {
  const opened = await openConsole({ env: { ...receiverEnv(), ...quickRetries } });
  const { instance } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  let count = 0;
  const receiver = await startReceiver((_, response) => {
    const payload = payloads[count++ % payloads.length] ?? '';
    response.writeHead(500, { 'content-type': 'text/html' }).end(payload.repeat(3));
  });
  try {
    const pages: string[] = [];
    for (const payload of payloads) {
      const name = oneLine(payload);
      const filters = [{ field: 'incident.short_description', operator: 'neq', value: payload }];
      const out = await instance.call('POST', '/webhooks/outbound', {
        body: { name, url: receiver.url, events: ['incident.created'], filters },
      });
      if (out.status === 201) pages.push(`/webhooks/outbound/${out.body.id}?tab=settings`);
      const mapping = { short_description: '{{ text }}', description: oneLine(payload) };
      const made = await instance.call('POST', '/webhooks/inbound', {
        body: {
          name,
          description: payload.slice(0, 4000),
          field_mapping: mapping,
          secret_enabled: false,
        },
      });
      if (made.status !== 201) continue;
      await instance.call('POST', `/webhooks/inbound/${made.body.id}`, { body: { text: payload } });
      pages.push(`/webhooks/inbound/${made.body.handle}`);
    }
    // One event goes to all webhooks; each delivery gets another response.
    await createIncidents(instance, 1, () => ({ short_description: oneLine(payloads[0] ?? '') }));
    const deliveries = await until('failed deliveries', async () => {
      const { data } = (await instance.call('GET', '/webhooks/deliveries?status=failed&limit=200'))
        .body;
      return data.length >= Math.min(50, payloads.length) && (data as { id: string }[]);
    });
    pages.push(...deliveries.map(({ id }) => `/webhooks/deliveries/${id}`));
    pages.push('/webhooks/outbound', '/webhooks/inbound', '/webhooks/deliveries', '/overview');
    const person = await opened.signIn('mona', 'itsm_manager');
    const examine = hostilePages(person, opened);
    for (const path of pages)
      await examine(path, (page) => page.getByRole('heading', { level: 1 }).waitFor());
    return {
      figures: { payloads: payloads.length, pages: pages.length },
      faults: person.faults,
    };
  } finally {
    await opened.stop();
    await receiver.close();
  }
}
