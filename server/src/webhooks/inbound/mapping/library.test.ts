// Tests the webhook templates with payloads in the format of their senders.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mappingFaults } from '../inbound.faults.ts';
import { settingsFor, unmatchedFilter } from './resolve-when.ts';
import { library } from './library.ts';
import { type FieldMapping, mapEvent } from './mapping.ts';

/** The payload follows Alertmanager's documentation; server/test/properties/inbound/alertmanager.ts tests with a real Alertmanager. */
const alertmanager = {
  receiver: 'desk',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' },
      annotations: { description: 'Less than 1 % is free.', summary: 'The disk of db-1 is full' },
      startsAt: '2026-11-15T06:10:58.1Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example.com/graph',
      fingerprint: 'b3ad2b2f0ae1fbe8',
    },
  ],
  groupLabels: { alertname: 'DiskFull', instance: 'db-1' },
  commonLabels: { alertname: 'DiskFull', instance: 'db-1', severity: 'critical' },
  commonAnnotations: { description: 'Less than 1 % is free.', summary: 'The disk of db-1 is full' },
  externalURL: 'http://alerts.example.com:9093',
  version: '4',
  groupKey: '{}:{alertname="DiskFull", instance="db-1"}',
  truncatedAlerts: 0,
};

const grafana = {
  receiver: 'desk',
  status: 'firing',
  orgId: 1,
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'QueueLong', grafana_folder: 'Mail', severity: 'warning' },
      annotations: { summary: 'The mail queue is long' },
      startsAt: '2026-11-15T06:10:00Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'https://grafana.example.com/alerting/grafana/q1/view',
      fingerprint: '57c6d9296de2ad39',
      silenceURL: 'https://grafana.example.com/alerting/silence/new',
      dashboardURL: '',
      panelURL: 'https://grafana.example.com/d/mail?viewPanel=2',
      values: { B: 4400, C: 1 },
    },
  ],
  groupLabels: { alertname: 'QueueLong', grafana_folder: 'Mail' },
  commonLabels: { alertname: 'QueueLong', grafana_folder: 'Mail', severity: 'warning' },
  commonAnnotations: { summary: 'The mail queue is long' },
  externalURL: 'https://grafana.example.com/',
  version: '1',
  groupKey: '{}:{alertname="QueueLong", grafana_folder="Mail"}',
  truncatedAlerts: 0,
  title: '[FIRING:1] QueueLong Mail (warning)',
  state: 'alerting',
  message: '**Firing**\n\nValue: B=4400, C=1',
};

const github = {
  action: 'completed',
  workflow_run: {
    id: 30_433_642,
    name: 'Build',
    head_branch: 'main',
    head_sha: 'acb5820ced9479c074f688cc328bf03f341a511d',
    display_title: 'Bump the parser',
    event: 'push',
    status: 'completed',
    conclusion: 'failure',
    html_url: 'https://github.example.com/acme/shop/actions/runs/30433642',
  },
  repository: { id: 1, name: 'shop', full_name: 'acme/shop' },
  sender: { login: 'ada', type: 'User' },
};

interface Case {
  payload: object;
  headers?: Record<string, string>;
  /** The sender posts this payload once the alert is resolved. */
  resolved: object;
  title: string;
  priority: string;
  key: string;
}

const cases: Record<string, Case> = {
  alertmanager: {
    payload: alertmanager,
    resolved: { ...alertmanager, status: 'resolved' },
    title: 'DiskFull: The disk of db-1 is full',
    priority: 'P1',
    key: 'alertmanager/{}:{alertname="DiskFull", instance="db-1"}',
  },
  grafana: {
    payload: grafana,
    resolved: { ...grafana, status: 'resolved', state: 'ok' },
    title: 'QueueLong: The mail queue is long',
    priority: 'P3',
    key: 'grafana/{}:{alertname="QueueLong", grafana_folder="Mail"}',
  },
  github: {
    payload: github,
    headers: { 'x-github-event': 'workflow_run' },
    resolved: { ...github, workflow_run: { ...github.workflow_run, conclusion: 'success' } },
    title: 'Build failed on main of acme/shop',
    priority: 'P3',
    key: 'github/acme/shop/Build/main',
  },
  generic: {
    payload: {
      title: 'Mail is down',
      text: 'No answer',
      severity: 'high',
      service: 'mail',
      key: 'mail',
    },
    resolved: { key: 'mail', status: 'resolved' },
    title: 'Mail is down',
    priority: 'P2',
    key: 'mail',
  },
};

describe('Inbound webhook templates', () => {
  test('each template has a case', () => {
    assert.deepEqual(
      library.map(({ id }) => id),
      Object.keys(cases),
    );
  });

  for (const {
    id,
    webhooks: [body],
  } of library) {
    const { payload, headers = {}, resolved, title, priority, key } = cases[id] as Case;
    const webhook = {
      name: body.name,
      action: body.action ?? 'create_incident',
      filters: body.filters ?? [],
      resolve_when: body.resolve_when ?? [],
      field_mapping: body.field_mapping as FieldMapping,
      dedup_key: body.dedup_key ?? null,
    };
    const processPayload = (sent: object) => {
      const source = { payload: sent, headers };
      assert.equal(unmatchedFilter(webhook.filters, source), undefined);
      const settings = settingsFor(webhook, source);
      const mapped = mapEvent(settings, source);
      const warnings = mapped.warnings.filter(({ code }) => code !== 'translated');
      assert.deepEqual(warnings, []);
      return { action: settings.action, ...mapped };
    };

    test(`the template ${id} opens an incident with its title, priority and key`, () => {
      assert.deepEqual(mappingFaults(webhook), []);
      const { action, incident, dedupKey } = processPayload(payload);
      assert.equal(action, 'create_incident');
      assert.equal(incident.short_description, title);
      assert.equal(incident.priority, priority);
      assert.equal(incident.resolution, undefined);
      assert.equal(dedupKey, key);
    });

    test(`the template ${id} resolves the incident with the same key`, () => {
      const { action, incident, dedupKey } = processPayload(resolved);
      assert.equal(action, 'resolve_incident');
      assert.equal(dedupKey, key);
      assert.ok(incident.resolution);
    });
  }
});
