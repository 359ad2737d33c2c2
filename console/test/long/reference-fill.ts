// Creates articles, CIs, jobs, people and settings for the pages that show them.
import { until } from '../../../server/test/support/processes.ts';
import type { Instance, Json } from '../../../server/test/support/harness.ts';

export type Role = 'super_admin' | 'itsm_manager' | 'agent' | 'requester' | 'auditor';

/** Returns the body of the response; throws if the request is refused. */
export async function send(
  { call }: Instance,
  method: string,
  path: string,
  body?: object,
  as: Role = 'itsm_manager',
): Promise<Json> {
  const reply = await call(method, path, { as, ...(body && { body }) });
  if (reply.status >= 400) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
}

const sections = [
  '# Reset the VPN profile',
  'Sign-in to the VPN fails after a password change until the **profile** is created anew.',
  '## Symptoms',
  '- The client says `AUTH-104`.\n- The web portal works.',
  '## Steps',
  '1. Open the client and choose *Profiles*.\n2. Remove the profile.\n3. Sign in with your badge.',
  '### On macOS',
  'Also remove the entry `vpn.example.com` from the keychain.',
  '## If it does not help',
  'Open an incident with the log of the client. See <https://vpn.example.com/help>.',
];

/** Creates a published article with a pending revision, and articles in other states. */
export async function createArticles(instance: Instance): Promise<Record<string, string>> {
  const create = (fields: object) =>
    send(instance, 'POST', '/knowledge/articles', fields, 'agent').then(({ id }) => id as string);
  const move = (id: string, state: string) =>
    send(instance, 'PATCH', `/knowledge/articles/${id}`, { state });
  const publish = async (id: string) => {
    await move(id, 'review');
    await send(instance, 'POST', `/knowledge/articles/${id}/publish`);
  };
  const published = await create({
    title: 'Reset the VPN profile',
    summary: 'For all who cannot sign in to the VPN after a new password.',
    body: sections.join('\n\n'),
    category: 'Network',
    tags: ['vpn', 'password'],
  });
  await publish(published);
  await send(
    instance,
    'PATCH',
    `/knowledge/articles/${published}`,
    {
      summary: 'For all who cannot sign in to the VPN, also after a new badge.',
      body: sections
        .join('\n\n')
        .replace('Sign in with your badge.', 'Sign in with your badge or your phone.'),
    },
    'agent',
  );
  const draft = await create({ title: 'Order a second screen', body: 'Use the catalogue.' });
  await send(instance, 'PATCH', `/knowledge/articles/${draft}`, {
    body: 'Use the catalogue.\n\nA manager approves it.',
  });
  const review = await create({
    title: 'A rather long title about printers in the second basement of the old building',
    body: 'Restart the print server, then send the VPN test page again.',
    category: 'Printing',
  });
  await move(review, 'review');
  const retired = await create({ title: 'Fax machines', body: 'They are gone.' });
  await publish(retired);
  await send(instance, 'POST', `/knowledge/articles/${retired}/retire`);
  return { published, draft, review, retired };
}

async function waitForJob(instance: Instance, job: string): Promise<Json> {
  return until('the job', async () => {
    const body = await send(instance, 'GET', `/jobs/${job}`);
    return ['completed', 'failed', 'cancelled'].includes(body.status) && body;
  });
}

export interface Discovered {
  job: string;
  /** CIs are listed by name. */
  cis: Record<string, string>;
}

const machines = [
  { name: 'host-07', class: 'server', criticality: 'high', serial_number: 'SN-0007' },
  { name: 'vm-21', class: 'virtual machine', criticality: 'medium', serial_number: 'SN-0021' },
  { name: 'vm-22', class: 'virtual machine', criticality: 'low', serial_number: 'SN-0022' },
  { name: 'orders-db', class: 'database', criticality: 'critical', serial_number: 'SN-0031' },
  { name: 'checkout', class: 'service', criticality: 'critical', serial_number: 'SN-0041' },
  { name: 'web shop', class: 'service', criticality: 'critical', serial_number: 'SN-0042' },
  { name: 'reports', class: 'service', criticality: null, serial_number: 'SN-0043' },
];

const relations: readonly [from: string, type: string, to: string][] = [
  ['vm-21', 'runs_on', 'host-07'],
  ['vm-22', 'runs_on', 'host-07'],
  ['orders-db', 'runs_on', 'vm-21'],
  ['checkout', 'depends_on', 'orders-db'],
  ['web shop', 'depends_on', 'checkout'],
  ['reports', 'depends_on', 'orders-db'],
];

/** Imports CIs of a discovery tool in one bulk job, whose last row is refused. */
export async function discoverCis(instance: Instance): Promise<Discovered> {
  const found = machines.map((machine, index) => ({
    ...machine,
    environment: 'production',
    support_group: 'Platform',
    owner: 'owner@example.com',
    ip_address: `10.0.0.${index + 7}`,
    location: 'Lyon, rack 4',
    discovery_source: 'scanner',
    attributes: { cores: 8, os: { name: 'Debian', release: '13' } },
  }));
  const { job_id: job } = await send(instance, 'POST', '/cmdb/cis/bulk', {
    operation: 'discover',
    records: [...found, { name: 'no class' }],
  });
  const { results } = await waitForJob(instance, job);
  const cis: Record<string, string> = Object.fromEntries(
    machines.map(({ name }, index) => [name, results[index].id]),
  );
  for (const [from] of relations) {
    const own = relations.filter(([name]) => name === from);
    await send(instance, 'PATCH', `/cmdb/cis/${cis[from]}`, {
      relations: own.map(([, type, to]) => ({ type, ci_id: cis[to] })),
    });
  }
  return { job, cis };
}

/** Creates incidents and a change on these CIs. */
export async function createTrouble(instance: Instance, { cis }: Discovered): Promise<string> {
  const { id } = await send(instance, 'POST', '/incidents', {
    short_description: 'Disk of host-07 is full',
    priority: 'P2',
    ci_id: cis['host-07'],
  });
  await send(instance, 'POST', '/incidents', {
    short_description: 'Checkout answers 502',
    priority: 'P1',
    ci_id: cis['checkout'],
  });
  await send(instance, 'PATCH', `/cmdb/cis/${cis['host-07']}`, {
    status: 'degraded',
    location: 'Lyon, rack 5',
  });
  await send(instance, 'POST', '/changes', {
    short_description: 'New kernel on host-07',
    ci_ids: [cis['host-07']],
  });
  return id;
}

export async function createPeopleAndSettings(instance: Instance): Promise<void> {
  const post = (path: string, body: object) => send(instance, 'POST', path, body, 'super_admin');
  await post('/users', { email: 'mia@example.com', name: 'Mia Long', roles: ['itsm_manager'] });
  const gone = await post('/users', {
    email: 'a-person-with-a-rather-long-address@subsidiary.example.com',
    name: 'Maximilian-Alexander von Hohenstein-Bergmann',
    roles: ['agent', 'auditor'],
  });
  await send(instance, 'PATCH', `/users/${gone.id}`, { active: false }, 'super_admin');
  await post('/groups', {
    name: 'Platform',
    email: 'platform@example.com',
    members: ['mia@example.com', 'ben@example.com'],
  });
  await post('/clients', { client_id: 'monitoring', name: 'Monitoring', roles: ['agent'] });
  await send(
    instance,
    'PATCH',
    '/settings',
    {
      change_freezes: [
        {
          name: 'Year end',
          from: '2026-12-20T00:00:00.000Z',
          to: '2027-01-03T00:00:00.000Z',
          classes: ['database'],
        },
      ],
      change_templates: [
        {
          name: 'Restart a service',
          defaults: { risk: 'low', implementation_plan: 'Restart it.' },
        },
      ],
    },
    'super_admin',
  );
}
