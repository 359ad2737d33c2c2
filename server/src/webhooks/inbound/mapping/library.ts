// Ready-made webhooks for senders that many have. Each is held against a payload that the sender really sent.
import Type from 'typebox';
import { type Reply, ok } from '../../../platform/http/request/context.ts';
import { object } from '../../../platform/http/input/schema.ts';
import { InboundCreate } from '../inbound.schema.ts';

export const InboundTemplate = object(
  {
    id: Type.String(),
    sender: Type.String(),
    description: Type.String(),
    setup: Type.String({ description: 'What to set at the sender.' }),
    webhooks: Type.Array(InboundCreate, { description: 'Bodies for POST /webhooks/inbound.' }),
  },
  { title: 'InboundTemplate' },
);

const severity = (path: string): string => `{{ ${path} | lower | default:"warning" }}`;

interface Ready {
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

/** A group of alerts is one incident; which alerts make a group is the sender's to say. */
export const library: Ready[] = [
  {
    id: 'alertmanager',
    sender: 'Prometheus Alertmanager',
    description:
      'A firing group opens an incident, later notifications about it are counted, and the group resolves it.',
    setup:
      'webhook_configs with both urls, send_resolved: true. Alertmanager cannot sign, so the secret is off; keep the urls secret.',
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
        field_mapping: { resolution: 'Alertmanager says that the alerts no longer fire.' },
        dedup_key: alertmanagerKey,
        secret_enabled: false,
      },
    ],
  },
  {
    id: 'grafana',
    sender: 'Grafana Alerting',
    description: 'As for Alertmanager, from a contact point of type Webhook.',
    setup: 'Two contact points of type Webhook, one for each url, in one notification policy.',
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
      'A workflow that failed opens an incident; the same one succeeding on that branch resolves it.',
    setup:
      'Two webhooks of the repository, content type application/json, each with the secret of its own, for the event Workflow runs.',
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
        name: 'GitHub workflows, mended',
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
    sender: 'A sender of your own',
    description: 'For a script: `{"title", "text", "severity", "service", "key"}`.',
    setup:
      'Sign the bytes you send: X-Service-Signature, the hexadecimal HMAC-SHA256 with the secret.',
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
