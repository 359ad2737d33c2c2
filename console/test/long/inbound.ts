// In Chromium, an inbound webhook is created from a template, a real alert shows that its mapping is wrong, the mapping is
// fixed on a draft, the event is replayed, and its end resolves the incident at the same address.
import type { Page } from 'playwright-core';
import {
  hasAlertmanager,
  startAlertmanager,
} from '../../../server/test/properties/inbound/alertmanager.ts';
import type { Json } from '../../../server/test/support/harness.ts';
import { until } from '../../../server/test/support/processes.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { examine, openConsole } from '../console-browser.ts';

const alert = {
  labels: { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' },
  annotations: { summary: 'The disk of db-1 is full', description: 'Less than 1 % is free.' },
  generatorURL: 'http://prometheus.example.com/graph',
};

/** Replaces what an Alertmanager would post for the alert, on machines that have none. */
const payload = {
  receiver: 'desk',
  status: 'firing',
  alerts: [{ status: 'firing', ...alert, startsAt: '2026-11-15T06:10:58.1Z', fingerprint: 'b3ad' }],
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: alert.labels,
  commonAnnotations: alert.annotations,
  externalURL: 'http://alerts.example.com:9093',
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
};

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function send(url: string): Promise<boolean> {
  if (!hasAlertmanager()) {
    await post(url, payload);
    return false;
  }
  const alertmanager = await startAlertmanager([url]);
  await alertmanager.post([alert]);
  // The alert is posted soon; the test waits for the event.
  setTimeout(() => void alertmanager.stop(), 5000);
  return true;
}

const handleOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

export async function proveInbound(): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  try {
    const { page, faults } = await opened.signIn('mona', 'itsm_manager');
    await page.goto(`${opened.url}/console/webhooks/inbound`);
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    await page.getByRole('radio', { name: /^Prometheus/ }).check();
    await page.getByText(/^Resolve when status is resolved/).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Alerts of the shop');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const address = page.getByRole('dialog').getByRole('region', { name: 'URL' }).first();
    const { pathname } = new URL((await address.textContent()) ?? '');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('heading', { level: 1, name: 'Alerts of the shop' }).waitFor();

    // The path is wrong, as if copied from elsewhere.
    const priority = page.getByRole('textbox', { name: 'priority', exact: true });
    await priority.fill('{{ labels.severity }}');
    await page.getByRole('button', { name: 'Save the mapping' }).click();
    await page.getByText('The mapping is saved').waitFor();
    const isReal = await send(`${opened.url}${pathname}`);
    const wrong = await until('the incident', async () => {
      const { body } = await instance.call('GET', '/incidents');
      return (body.data as Json[])[0];
    });
    if (wrong.priority === 'P1') faults.push('the wrong mapping gave the right priority');

    await page.getByRole('tab', { name: 'Received events' }).click();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: wrong.id })
      .locator('[data-column=reason]')
      .click();
    const peek = page.getByRole('complementary', { name: /^Event / });
    await peek
      .getByText(/is not in the payload/)
      .first()
      .waitFor();
    faults.push(...(await examine(page)).map((finding) => `events: ${finding}`));
    await peek.getByRole('button', { name: 'Try with a draft' }).click();

    const result = page.getByRole('complementary', { name: 'Result' });
    await result.getByText('Would open this incident').waitFor();
    await result
      .getByText(/warning/)
      .first()
      .waitFor();
    await priority.fill('{{ commonLabels.severity }}');
    await result.getByText('P1', { exact: true }).waitFor();
    await page.getByText('This is a draft: events still use the old mapping').waitFor();
    const stored = (await instance.call('GET', '/webhooks/inbound')).body.data as Json[];
    if (!stored.some((one) => one.field_mapping.priority === '{{ labels.severity }}'))
      faults.push('the draft was saved before Save was pressed');

    // The result names the filter that does not match, with the value it was compared with.
    await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('resolved');
    await page.keyboard.press('Tab');
    await result.getByText('Would be ignored').waitFor();
    await result.getByText('status is one of resolved').waitFor();
    faults.push(...(await examine(page)).map((finding) => `playground: ${finding}`));
    await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('firing, resolved');
    const condition = page.getByRole('textbox', { name: 'Value of condition 1' });
    await condition.fill('firing');
    await page.keyboard.press('Tab');
    await result.getByText('Because it matches “Resolve when”: status is firing.').waitFor();
    faults.push(...(await examine(page)).map((finding) => `conditions: ${finding}`));
    await condition.fill('resolved');
    await result.getByText('Would open this incident').waitFor();
    await page.getByRole('button', { name: 'Save the mapping' }).click();
    await page.getByText('This is a draft: events still').waitFor({ state: 'detached' });

    // The incident is resolved, so that the replay opens another one and does not count as an occurrence.
    for (const body of [{ state: 'in_progress' }, { state: 'resolved', resolution: 'A test' }])
      await instance.call('PATCH', `/incidents/${wrong.id}`, { body });
    await page.getByRole('tab', { name: 'Received events' }).click();
    await page.locator('[role=rowgroup] [data-column=reason]').first().click();
    await peek.getByRole('button', { name: 'Replay' }).click();
    await page.getByText(/^Replayed: /).waitFor();
    const right = await until('the replayed incident', async () => {
      const { body } = await instance.call('GET', '/incidents?priority=P1');
      return (body.data as Json[])[0];
    });
    if (right.short_description !== 'DiskFull: The disk of db-1 is full')
      faults.push(`the replayed incident is ${right.short_description}`);
    const [event] = (await instance.call('GET', `/webhooks/inbound/${handleOf(page)}/events`)).body
      .data as Json[];
    const { body: received } = await instance.call(
      'GET',
      `/webhooks/inbound/${handleOf(page)}/events/${event?.id}`,
    );
    await post(`${opened.url}${pathname}`, { ...received.payload, status: 'resolved' });
    await until('the incident is resolved', async () => {
      const { body } = await instance.call('GET', `/incidents/${right.id}`);
      return body.state === 'resolved';
    });
    return { figures: { realAlertmanager: isReal ? 1 : 0 }, faults };
  } finally {
    await opened.stop();
  }
}
