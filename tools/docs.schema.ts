// Generates the diagram and the tables of docs/data-model.md from server/schema.sql.
import { markdownTable } from './docs.tables.ts';

/** Each group of tables has its own section in the document. Every table is in exactly one group. */
const groups: Readonly<Record<string, readonly string[]>> = {
  incidents: [
    'incidents',
    'work_notes',
    'attachments',
    'files',
    'attachment_usage',
    'incident_deltas',
    'incident_totals',
    'incident_requester_deltas',
    'incident_requester_totals',
    'requester_backfill',
    'incident_stat_deltas',
    'incident_stats',
  ],
  changes: ['changes', 'change_approvals'],
  requests: ['service_requests', 'request_tasks'],
  catalog: ['catalog_items', 'catalog_versions'],
  cmdb: ['cis', 'ci_relations'],
  knowledge: ['articles', 'article_versions', 'article_votes', 'article_counts', 'article_words'],
  passages: ['passages'],
  ai: ['incident_embeddings', 'symptom_embeddings', 'tasks', 'ai_cache', 'ai_usage', 'ai_quotes'],
  links: ['record_links', 'participants'],
  events: ['events', 'event_log', 'entries'],
  outbound: ['outbound_webhooks', 'deliveries', 'delivery_queue', 'attempts', 'relay_failures'],
  inbound: ['inbound_webhooks', 'inbound_events', 'inbound_deliveries', 'inbound_keys'],
  bulk: ['bulk_jobs', 'bulk_results', 'job_pools'],
  notifications: [
    'notifications',
    'notification_changes',
    'notification_preferences',
    'mails',
    'mail_counts',
    'automatic_answers',
    'returned_mails',
    'mailboxes',
    'messages',
    'message_ids',
    'reply_keys',
    'note_mails',
  ],
  identity: [
    'users',
    'user_addresses',
    'granted_roles',
    'identity_providers',
    'user_identities',
    'clients',
    'groups',
    'scim_connectors',
    'scim_users',
    'scim_groups',
    'scim_group_members',
    'group_names',
    'account_links',
    'verifications',
    'factors',
    'recovery_codes',
    'factor_requirements',
    'passkey_challenges',
    'api_keys',
    'sessions',
    'revocations',
    'provider_state',
    'signing_keys',
    'login_failures',
    'account_links',
    'sign_in_events',
    'login_networks',
  ],
  instance: [
    'settings',
    'views',
    'fields',
    'calendars',
    'sla_policies',
    'sla_definitions',
    'rules',
    'macros',
    'rule_definitions',
    'rule_runs',
    'due_rules',
    'assignment_rotations',
    'idempotency_keys',
    'schema_migrations',
    'schema_backfills',
    'backups',
    'outgoing',
  ],
};

interface Reference {
  from: string;
  column: string;
  to: string;
}

/** These references are not foreign keys: to or from partitioned tables, or to records of several types. */
const referencesById: readonly Reference[] = [
  { from: 'events', column: 'record_id', to: 'incidents' },
  { from: 'entries', column: 'record_id', to: 'incidents' },
  { from: 'deliveries', column: 'event_id', to: 'events' },
  { from: 'deliveries', column: 'webhook_id', to: 'outbound_webhooks' },
  { from: 'delivery_queue', column: 'id', to: 'deliveries' },
  { from: 'delivery_queue', column: 'webhook_id', to: 'outbound_webhooks' },
  { from: 'attempts', column: 'id', to: 'deliveries' },
  { from: 'relay_failures', column: 'event_id', to: 'events' },
  { from: 'inbound_events', column: 'webhook_id', to: 'inbound_webhooks' },
  { from: 'inbound_events', column: 'incident_id', to: 'incidents' },
  { from: 'inbound_deliveries', column: 'webhook_id', to: 'inbound_webhooks' },
  { from: 'inbound_deliveries', column: 'event_id', to: 'inbound_events' },
  { from: 'inbound_keys', column: 'incident_id', to: 'incidents' },
  { from: 'inbound_webhooks', column: 'owner_id', to: 'users' },
  { from: 'bulk_results', column: 'record_id', to: 'incidents' },
  { from: 'mails', column: 'record_id', to: 'incidents' },
  { from: 'article_votes', column: 'article_id', to: 'articles' },
  { from: 'revocations', column: 'subject', to: 'users' },
  { from: 'granted_roles', column: 'user_id', to: 'users' },
  { from: 'revocations', column: 'subject', to: 'clients' },
];

interface Table {
  name: string;
  columns: Map<string, string>;
  key: string[];
  isPartitioned: boolean;
}

const shortType = (type: string): string =>
  type
    .replace(/timestamp\(3\) with time zone/, 'timestamptz')
    .replace('character varying(255)', 'text');

function columnsOf(body: string): Map<string, string> {
  return new Map(
    body
      .split('\n')
      .map((line) =>
        /^ {4}"?([a-z_0-9]+)"? ([a-z]+(?:\(\d+\) with time zone| varying\(255\)|\(3\) with time zone)?(?:\[\])?)/.exec(
          line,
        ),
      )
      .filter((match) => match !== null)
      .map(([, name = '', type = '']) => [name, shortType(type)]),
  );
}

/** Leaves out the default partitions, which repeat the columns of their table. */
export function tablesOf(schema: string): Table[] {
  const keys = new Map(
    [
      ...schema.matchAll(
        /^ALTER TABLE ONLY public\.(\w+)\n\s+ADD CONSTRAINT \w+ PRIMARY KEY \(([^)]+)\)/gm,
      ),
    ].map(([, table = '', columns = '']) => [
      table,
      columns.split(', ').map((name) => name.replaceAll('"', '')),
    ]),
  );
  return [
    ...schema.matchAll(
      /^CREATE (?:UNLOGGED )?TABLE public\.(\w+) \(\n([\s\S]*?)\n\)(\nPARTITION BY)?/gm,
    ),
  ]
    .map(([, name = '', body = '', partition]) => ({
      name,
      columns: columnsOf(body),
      key: keys.get(name) ?? [],
      isPartitioned: partition !== undefined,
    }))
    .filter(({ name }) => !name.endsWith('_default'));
}

const foreignKeysOf = (schema: string): Reference[] =>
  [
    ...schema.matchAll(
      /^ALTER TABLE ONLY public\.(\w+)\n\s+ADD CONSTRAINT \w+ FOREIGN KEY \((\w+)\) REFERENCES public\.(\w+)/gm,
    ),
  ].map(([, from = '', column = '', to = '']) => ({ from, column, to }));

/** A new table must be put in a group, and a reference must name a column that exists. */
export function schemaFaults(schema: string): string[] {
  const tables = new Map(tablesOf(schema).map((table) => [table.name, table]));
  const grouped = Object.values(groups).flat();
  return [
    ...[...tables.keys()]
      .filter((name) => !grouped.includes(name))
      .map((name) => `the table ${name} is in no group of tools/docs.schema.ts; add it to one`),
    ...grouped
      .filter((name) => !tables.has(name))
      .map((name) => `the table ${name} of tools/docs.schema.ts does not exist; remove it there`),
    ...referencesById
      .filter(({ from, column, to }) => !tables.get(from)?.columns.has(column) || !tables.has(to))
      .map(
        ({ from, column, to }) =>
          `the reference ${from}.${column} to ${to} of tools/docs.schema.ts does not exist`,
      ),
  ];
}

/** Solid lines are foreign keys, dotted lines are references by id. Only columns of keys and references are shown. */
export function schemaDiagram(schema: string): string {
  const foreign = foreignKeysOf(schema);
  const all = [...foreign, ...referencesById];
  const shown = new Set(all.flatMap(({ from, to }) => [from, to]));
  const entities = tablesOf(schema)
    .filter(({ name }) => shown.has(name))
    .map(({ name, columns, key }) => {
      const referring = new Set(
        all.filter(({ from }) => from === name).map(({ column }) => column),
      );
      const lines = [...columns]
        .filter(([column]) => key.includes(column) || referring.has(column))
        .map(([column, type]) => {
          const marks = [
            ...(key.includes(column) ? ['PK'] : []),
            ...(referring.has(column) ? ['FK'] : []),
          ];
          return `    ${type.replace('[]', '_array')} ${column} ${marks.join(', ')}`;
        });
      return [`  ${name} {`, ...lines, '  }'].join('\n');
    });
  const lines = all.map(
    ({ from, column, to }, index) =>
      `  ${to} ${index < foreign.length ? '||--o{' : '||..o{'} ${from} : ${column}`,
  );
  return ['```mermaid', 'erDiagram', ...entities, ...lines, '```'].join('\n');
}

export function groupTable(group: string, schema: string): string {
  const tables = new Map(tablesOf(schema).map((table) => [table.name, table]));
  const rows = (groups[group] ?? []).flatMap((name) => {
    const table = tables.get(name);
    if (!table) return [];
    const { key, columns, isPartitioned } = table;
    const others = [...columns.keys()].filter((column) => !key.includes(column));
    return [[name, key.join(', '), others.join(', '), isPartitioned ? 'by month' : '']];
  });
  return markdownTable(['Table', 'Key', 'Other columns', 'Partitions'], rows);
}

export const groupNames = Object.keys(groups);
