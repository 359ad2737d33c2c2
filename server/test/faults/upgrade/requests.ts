// Sends every kind of write, and reads that show the result; both releases get the same requests.
import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';

/** Throws unless the response is 2xx. */
export type Send = (method: string, path: string, body?: object) => Promise<Json>;

export const callerOf =
  (url: string, token: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${url}/prod/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

async function incidents(send: Send): Promise<void> {
  const { id } = await send('POST', '/incidents', {
    short_description: 'Checkout answers 502',
    priority: 'P2',
    assignment_group: 'Operations',
    notify_stakeholders: true,
  });
  await send('PATCH', `/incidents/${id}`, { state: 'in_progress', work_note: 'Looking into it' });
  await send('POST', `/incidents/${id}/notes`, {
    body: 'With a file',
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', data: 'aGVsbG8=' }],
  });
  await send('DELETE', `/incidents/${id}`);
  await send('POST', `/incidents/${id}/restore`);
  for (const part of ['', '/notes', '/timeline', '/sla'])
    await send('GET', `/incidents/${id}${part}`);
  for (const query of ['state=in_progress&priority=P2', 'q=checkout', 'page=1'])
    await send('GET', `/incidents?${query}`);
}

async function bulk(send: Send): Promise<void> {
  const records = [{ short_description: 'One of many' }, { short_description: 'Another' }];
  const { job_id } = await send('POST', '/incidents/bulk', { operation: 'create', records });
  const isDone = async () => {
    const { status, succeeded } = await send('GET', `/jobs/${job_id}`);
    return status === 'completed' && succeeded === records.length;
  };
  await until('the bulk job completes', isDone);
}

async function inbound(send: Send): Promise<void> {
  const { id } = await send('POST', '/webhooks/inbound', {
    name: 'Monitoring',
    action: 'create_incident',
    field_mapping: { short_description: '{{ title }}' },
    secret_enabled: false,
  });
  const path = `/webhooks/inbound/${id}`;
  await send('POST', path, { title: 'Disk full' });
  await send('GET', path);
  await send('GET', `${path}/events`);
  await send('PATCH', path, { active: false });
}

async function administration(send: Send): Promise<void> {
  const unique = randomUUID();
  await send('POST', '/users', { email: `${unique}@example.com`, name: 'Ada', roles: ['agent'] });
  await send('POST', '/groups', {
    name: unique,
    email: `${unique}@groups.example.com`,
    members: [],
  });
  await send('POST', '/clients', { name: 'A pipeline', roles: ['agent'] });
  await send('PATCH', '/settings', { retention_days: 90 });
  await send('PATCH', '/notifications/preferences', { email: { 'incident.assigned': false } });
}

async function reads(send: Send): Promise<void> {
  const paths = [
    '/health',
    '/me',
    '/events',
    '/audit',
    '/users',
    '/groups',
    '/clients',
    '/settings',
  ];
  const lists = ['/jobs', '/notifications', '/webhooks/outbound', '/webhooks/inbound'];
  for (const path of [...paths, ...lists]) await send('GET', path);
}

const scenarios = { incidents, bulk, inbound, administration, reads };

export async function sendRequests(send: Send): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await scenario(send).catch((error: Error) => faults.push(`${name}: ${error.message}`));
  }
  return faults;
}
