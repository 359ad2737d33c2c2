// Each template for a common sender is tested with a payload in the format of that sender.
import Type from 'typebox';
import { type Reply, ok } from '../../../platform/http/request/context.ts';
import { object } from '../../../platform/http/input/schema.ts';
import { InboundCreate } from '../inbound.schema.ts';

export const InboundTemplate = object(
  {
    id: Type.String(),
    sender: Type.String(),
    description: Type.String(),
    setup: Type.String({ description: 'How to configure the sender.' }),
    webhooks: Type.Array(InboundCreate, {
      description: 'Request bodies for POST /webhooks/inbound.',
    }),
  },
  { title: 'InboundTemplate' },
);

const severity = (path: string): string => `{{ ${path} | lower | default:"warning" }}`;

interface WebhookTemplate {
  id: string;
  sender: string;
  description: string;
  setup: string;
  webhooks: InboundCreate[];
}

const alertmanagerKey = 'alertmanager/{{ groupKey }}';
const grafanaKey = 'grafana/{{ groupKey | default:"all" }}';
const githubKey =
  'github/{{ repository.full_name }}/{{ workflow_run.name }}/{{ workflow_run.head_branch }}';

/** A group of alerts becomes one incident; the sender's grouping decides which alerts belong together. */
export const library: WebhookTemplate[] = [
  {
    id: 'alertmanager',
    sender: 'Prometheus Alertmanager',
    description:
      'A firing group of alerts opens an incident, later notifications count as occurrences, and the resolved group resolves it.',
    setup:
      'Add both URLs to webhook_configs with send_resolved: true. Alertmanager cannot sign requests, so the secret is disabled; keep the URLs secret.',
    webhooks: [
      {
        name: 'Alertmanager',
        action: 'create_incident',
        filters: [{ field: 'status', operator: 'eq', value: 'firing' }],
        field_mapping: {
          short_description:
            '{{ commonLabels.alertname | default:"Alerts" }}: {{ commonAnnotations.summary | default:"several alerts are firing" }}',
          description:
            '{{ commonAnnotations.description }}\n\nLabels: {{ commonLabels }}\n\n{{ alerts[0].generatorURL }}\n{{ externalURL }}',
          priority: severity('commonLabels.severity'),
          category: 'monitoring',
        },
        dedup_key: alertmanagerKey,
        secret_enabled: false,
      },
      {
        name: 'Alertmanager, resolved',
        action: 'resolve_incident',
        filters: [{ field: 'status', operator: 'eq', value: 'resolved' }],
        field_mapping: { resolution: 'Alertmanager reports that the alerts are no longer firing.' },
        dedup_key: alertmanagerKey,
        secret_enabled: false,
      },
    ],
  },
  {
    id: 'grafana',
    sender: 'Grafana Alerting',
    description: 'Same as for Alertmanager, with contact points of type Webhook.',
    setup:
      'Create two contact points of type Webhook, one for each URL, in one notification policy.',
    webhooks: [
      {
        name: 'Grafana',
        action: 'create_incident',
        filters: [{ field: 'status', operator: 'eq', value: 'firing' }],
        field_mapping: {
          short_description: '{{ title | default:"Grafana alert" | truncate:255 }}',
          description: '{{ message }}\n\n{{ alerts[0].panelURL }}',
          priority: severity('commonLabels.severity'),
          category: 'monitoring',
        },
        dedup_key: grafanaKey,
        secret_enabled: false,
      },
      {
        name: 'Grafana, resolved',
        action: 'resolve_incident',
        filters: [{ field: 'status', operator: 'eq', value: 'resolved' }],
        field_mapping: { resolution: '{{ title }}' },
        dedup_key: grafanaKey,
        secret_enabled: false,
      },
    ],
  },
  {
    id: 'github',
    sender: 'GitHub',
    description:
      'A failed workflow opens an incident; the next successful run on the same branch resolves it.',
    setup:
      'Add two webhooks to the repository for the event Workflow runs, with content type application/json, each with its own secret.',
    webhooks: [
      {
        name: 'GitHub workflows',
        action: 'create_incident',
        filters: [
          { field: '$headers.x-github-event', operator: 'eq', value: 'workflow_run' },
          { field: 'action', operator: 'eq', value: 'completed' },
          {
            field: 'workflow_run.conclusion',
            operator: 'in',
            value: ['failure', 'timed_out', 'startup_failure'],
          },
        ],
        field_mapping: {
          short_description:
            '{{ workflow_run.name }} failed on {{ workflow_run.head_branch }} of {{ repository.full_name }}',
          description:
            '{{ workflow_run.display_title }} ({{ workflow_run.head_sha | truncate:12 }}) by {{ sender.login }}: {{ workflow_run.conclusion }}\n\n{{ workflow_run.html_url }}',
          priority: 'P3',
          category: 'build',
        },
        dedup_key: githubKey,
        secret_enabled: true,
      },
      {
        name: 'GitHub workflows, resolved',
        action: 'resolve_incident',
        filters: [
          { field: '$headers.x-github-event', operator: 'eq', value: 'workflow_run' },
          { field: 'workflow_run.conclusion', operator: 'eq', value: 'success' },
        ],
        field_mapping: { resolution: 'Succeeded again: {{ workflow_run.html_url }}' },
        dedup_key: githubKey,
        secret_enabled: true,
      },
    ],
  },
  {
    id: 'generic',
    sender: 'Generic sender',
    description:
      'For your own scripts. The payload is `{"title", "text", "severity", "service", "key"}`.',
    setup:
      'Sign the bytes you send: X-Service-Signature is their hexadecimal HMAC-SHA256, keyed with the secret.',
    webhooks: [
      {
        name: 'My monitoring',
        action: 'create_incident',
        field_mapping: {
          short_description: '{{ title }}',
          description: '{{ text }}',
          priority: severity('severity'),
          category: '{{ service }}',
        },
        dedup_key: '{{ key }}',
        secret_enabled: true,
      },
    ],
  },
];

export const listTemplates = async (): Promise<Reply> => ok({ data: library });
