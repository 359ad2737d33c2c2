// Each template for a common sender is tested with payloads in the format of that sender. One webhook opens and resolves
// incidents, so the sender needs one URL.
import Type from 'typebox';
import { type Reply, ok } from '../../../platform/http/request/context.ts';
import { object } from '../../../platform/http/input/schema.ts';
import { InboundTemplateBody, type templateIds } from '../inbound.schema.ts';

type TemplateId = (typeof templateIds)[number];

export const InboundTemplate = object(
  {
    id: Type.String({ description: 'Value of `template` in `POST /webhooks/inbound`.' }),
    sender: Type.String(),
    description: Type.String(),
    setup: Type.String({ description: 'How to configure the sender.' }),
    webhooks: Type.Array(InboundTemplateBody, {
      description:
        'Request bodies for `POST /webhooks/inbound`; there is one, for all events of the sender.',
    }),
  },
  { title: 'InboundTemplate' },
);

interface WebhookTemplate {
  id: TemplateId;
  sender: string;
  description: string;
  setup: string;
  webhooks: [InboundTemplateBody];
}

const severity = (path: string): string => `{{ ${path} | lower | default:"warning" }}`;

/** Alertmanager and Grafana name a group's alerts in the same members. The first alert is the title of the incident. */
const firstAlert =
  '{{ alerts[0].labels.alertname | default:"Alert" }}: {{ alerts[0].annotations.summary | default:"firing" }}';
const listOf = (heading: string, path: string, none: string): string =>
  `${heading}:\n- {{ alerts[*].${path} | join:"\\n- " | default:"${none}" }}`;
const alerts = listOf('Alerts', 'annotations.summary', 'no summary');
const details = listOf('Details', 'annotations.description', 'no description');
const labels = listOf('Labels', 'labels', 'no labels');

/** The status of a group is resolved once none of its alerts is firing. */
const byStatus = {
  filters: [{ field: 'status', operator: 'in' as const, value: ['firing', 'resolved'] }],
  resolve_when: [{ field: 'status', operator: 'eq' as const, value: 'resolved' }],
};

/** A group of alerts becomes one incident; the sender's grouping decides which alerts belong together. */
export const library: WebhookTemplate[] = [
  {
    id: 'alertmanager',
    sender: 'Prometheus Alertmanager',
    description:
      'A firing group of alerts opens an incident that names all of them, later notifications count as occurrences, and the resolved group resolves it. A group of which some alerts are resolved is still firing.',
    setup:
      'Add the URL to webhook_configs with send_resolved: true. Alertmanager cannot sign requests, so the secret is disabled; keep the URL secret.',
    webhooks: [
      {
        name: 'Alertmanager',
        action: 'create_incident',
        ...byStatus,
        field_mapping: {
          short_description: firstAlert,
          description: [
            alerts,
            details,
            labels,
            '{{ alerts[0].generatorURL }}\n{{ externalURL }}',
          ].join('\n\n'),
          priority: severity('commonLabels.severity'),
          category: 'monitoring',
          resolution: 'Alertmanager reports that the alerts are no longer firing.',
        },
        dedup_key: 'alertmanager/{{ groupKey }}',
        secret_enabled: false,
      },
    ],
  },
  {
    id: 'grafana',
    sender: 'Grafana Alerting',
    description: 'Same as for Alertmanager, with a contact point of type Webhook.',
    setup:
      'Create a contact point of type Webhook with the URL and use it in a notification policy. The secret is disabled; keep the URL secret.',
    webhooks: [
      {
        name: 'Grafana',
        action: 'create_incident',
        ...byStatus,
        field_mapping: {
          short_description: firstAlert,
          description: [alerts, labels, '{{ message }}', '{{ alerts[0].panelURL }}'].join('\n\n'),
          priority: severity('commonLabels.severity'),
          category: 'monitoring',
          resolution: '{{ title }}',
        },
        dedup_key: 'grafana/{{ groupKey | default:"all" }}',
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
      'Add a webhook to the repository for the event Workflow runs, with the URL, the content type application/json and the secret.',
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
            value: ['failure', 'timed_out', 'startup_failure', 'success'],
          },
        ],
        resolve_when: [{ field: 'workflow_run.conclusion', operator: 'eq', value: 'success' }],
        field_mapping: {
          short_description:
            '{{ workflow_run.name }} failed on {{ workflow_run.head_branch }} of {{ repository.full_name }}',
          description:
            '{{ workflow_run.display_title }} ({{ workflow_run.head_sha | truncate:12 }}) by {{ sender.login }}: {{ workflow_run.conclusion }}\n\n{{ workflow_run.html_url }}',
          priority: 'P3',
          category: 'build',
          resolution: 'Succeeded again: {{ workflow_run.html_url }}',
        },
        dedup_key:
          'github/{{ repository.full_name }}/{{ workflow_run.name }}/{{ workflow_run.head_branch }}',
        secret_enabled: true,
      },
    ],
  },
  {
    id: 'generic',
    sender: 'Generic sender',
    description:
      'For your own scripts. The payload is `{"title", "text", "severity", "service", "key", "status"}`; with the status `resolved`, only `key` is needed, and `text` is the resolution.',
    setup:
      'Sign the bytes you send: X-Service-Signature is their hexadecimal HMAC-SHA256, keyed with the secret.',
    webhooks: [
      {
        name: 'My monitoring',
        action: 'create_incident',
        resolve_when: [{ field: 'status', operator: 'eq', value: 'resolved' }],
        field_mapping: {
          short_description: '{{ title }}',
          description: '{{ text }}',
          priority: severity('severity'),
          category: '{{ service }}',
          resolution: '{{ text | default:"The sender reports that this is resolved." }}',
        },
        dedup_key: '{{ key }}',
        secret_enabled: true,
      },
    ],
  },
];

/** Returns the body of a template, or nothing without one. */
export const bodyOf = (template: TemplateId | undefined): InboundTemplateBody | undefined =>
  library.find(({ id }) => id === template)?.webhooks[0];

export const listTemplates = async (): Promise<Reply> => ok({ data: library });
