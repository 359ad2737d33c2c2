// The real Prometheus Alertmanager works with the webhook of its template: at one URL, firing creates one incident and
// resolved resolves it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { ownPorts, until } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';

const script = fileURLToPath(new URL('../../../../tools/alertmanager.sh', import.meta.url));

/** Tells whether an Alertmanager is available. */
export function hasAlertmanager(): boolean {
  try {
    execFileSync('bash', [script, 'fetch'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const configuration = (urls: string[]): string => `
route:
  receiver: desk
  group_by: [alertname, instance]
  group_wait: 100ms
  group_interval: 500ms
  repeat_interval: 1h
receivers:
  - name: desk
    webhook_configs:
${urls.map((url) => `      - url: ${url}\n        send_resolved: true`).join('\n')}
`;

interface Alertmanager {
  post: (alerts: Json[]) => Promise<void>;
  stop: () => Promise<void>;
}

export async function startAlertmanager(urls: string[]): Promise<Alertmanager> {
  const address = `127.0.0.1:${(await ownPorts()).PORT}`;
  const child: ChildProcess = spawn('bash', [script, 'run', address], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin?.end(configuration(urls));
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('Alertmanager is ready', isReady).catch((error: Error) => {
    child.kill('SIGKILL');
    throw new Error(`${error.message}\n${log}`);
  });
  return {
    post: async (alerts) => {
      const response = await fetch(`http://${address}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(alerts),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

const severities = { critical: 'P1', warning: 'P3', info: 'P4' };

const alertsAt = (endsAt?: string) =>
  Object.keys(severities).map((severity) => ({
    labels: { alertname: 'DiskFull', instance: `db-${severity}`, severity },
    annotations: {
      summary: `The disk of db-${severity} is full`,
      description: 'Less than 1 % is free.',
    },
    generatorURL: 'http://prometheus.example.com/graph',
    ...(endsAt !== undefined && { endsAt }),
  }));

const incidents = async (instance: Instance): Promise<Json[]> =>
  (await instance.call('GET', '/incidents?order=asc')).body.data;

export async function proveAlertmanager(): Promise<Report> {
  const instance = await startInstance();
  const faults: string[] = [];
  let alertmanager: Alertmanager | undefined;
  try {
    const body = { template: 'alertmanager' };
    const { body: webhook } = await instance.call('POST', '/webhooks/inbound', { body });
    const url = `${instance.url}/prod/api/webhooks/inbound/${webhook.id}`;
    alertmanager = await startAlertmanager([url]);
    const began = performance.now();
    await alertmanager.post(alertsAt());
    const expected = Object.keys(severities).length;
    const opened = await until('all are open', async () => {
      const all = await incidents(instance);
      return all.length >= expected && all;
    });
    const openedAfter = performance.now() - began;
    for (const [severity, priority] of Object.entries(severities)) {
      const title = `DiskFull: The disk of db-${severity} is full`;
      const found = opened.filter(({ short_description }) => short_description === title);
      if (found.length !== 1 || found[0].priority !== priority || found[0].state !== 'new')
        faults.push(`${severity}: ${JSON.stringify(found)}`);
    }
    await alertmanager.post(alertsAt(new Date(Date.now() - 1000).toISOString()));
    const resolved = await until('all are resolved', async () => {
      const all = await incidents(instance);
      return all.every(({ state }) => state === 'resolved') && all;
    });
    if (resolved.length !== expected)
      faults.push(`${resolved.length} incidents of ${expected} groups`);
    const [other] = await instance.sql(
      `select count(*)::int as n from inbound_events where mapping_warnings @> '[{"code":"missing_path"}]'`,
    );
    if (other.n > 0) faults.push(`${other.n} events had unresolved paths`);
    const events = await instance.sql(
      `select convert_from(payload, 'UTF8') as payload from inbound_events order by id limit 1`,
    );
    return {
      figures: {
        groups: expected,
        incidents: resolved.length,
        opened_after_ms: Math.round(openedAfter),
        captured_bytes: events[0].payload.length,
      },
      faults,
    };
  } finally {
    await alertmanager?.stop();
    await instance.stop();
  }
}
