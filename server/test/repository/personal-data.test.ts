// docs/personal-data.md names every column that can contain the address of a person.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { tablesOf } from '../../../tools/docs.schema.ts';

const readCommitted = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const [page, schema] = [readCommitted('docs/personal-data.md'), readCommitted('server/schema.sql')];

/** These text columns cannot contain an address: ids, enumerations, hashes, keys and generated secrets. */
const withoutAddress: Readonly<Record<string, string>> = {
  account_links: 'user_id audience token_hash browser_hash',
  ai_cache: 'scope question signature sources',
  ai_quotes: 'quoted_id incident_id',
  api_keys: 'user_id prefix key_hash',
  article_counts: 'article_id',
  article_versions: 'article_id language',
  article_votes: 'article_id',
  articles: 'id language state',
  attachments: 'id note_id sha256 content_type',
  bulk_jobs: 'id type operation status cancel_reason',
  bulk_results: 'job_id record_id status',
  calendars: 'id time_zone',
  catalog_items: 'id icon state',
  catalog_versions: 'item_id id',
  sla_policies: 'id record_type calendar_id targets pause',
  rules: 'id name record_type on due',
  macros: 'id name record_type group',
  rule_runs: 'id rule_id record_type record_id',
  due_rules: 'rule_id record_id record_type',
  assignment_rotations: 'group_id user_id',
  change_approvals: 'change_id decision',
  changes: 'id type state risk impact priority ci_ids incident_ids',
  ci_relations: 'ci_id type target',
  cis: 'id class status environment criticality ip_address',
  clients: 'id roles secret_hash',
  deliveries: 'webhook_id event record_type record_id status',
  delivery_queue: 'webhook_id record_id',
  entries: 'kind record_type record_id via',
  event_log: 'epoch identity cluster restore_evidence',
  events: 'type record_type record_id traceparent chain',
  factor_requirements: 'user_id',
  factors: 'id user_id kind secret credential_id public_key transports',
  files: 'sha256',
  granted_roles: 'user_id source roles groups',
  group_names: 'group_id',
  fields: 'id record_type key type visible_to editable_by index_state',
  groups: 'id provisioned_by',
  identity_providers: 'id scopes client_secret',
  idempotency_keys: 'id request_hash',
  inbound_deliveries: 'webhook_id',
  inbound_events: 'webhook_id status incident_id ci_id',
  inbound_keys: 'incident_id',
  inbound_webhooks: 'id action secret previous_secret owner_roles handle',
  incident_deltas: 'state priority',
  incident_embeddings: 'incident_id model text_hash',
  incident_requester_deltas: 'state priority',
  incident_requester_totals: 'dimension state priority',
  incident_stat_deltas: 'event priority',
  incident_stats: 'dimension',
  incident_totals: 'dimension state priority',
  incidents:
    'id priority state impact urgency ci_id parent_problem_id change_id last_reply_by merged_into sla_clocks',
  job_pools: 'id',
  mailboxes: 'id record_type incoming_secret outgoing_password reader reply_policy trust',
  messages:
    'id mailbox_id via sha256 message_id_hash state cause matched_by record_id note_id verified_by decision attach_to',
  mails: 'id type record_type record_id chain',
  message_ids: 'hash record_id mailbox_id',
  note_mails: 'mail_id note_id state',
  notification_preferences: 'email',
  notifications: 'id type subject',
  outgoing: 'base_url',
  outbound_webhooks: 'id events secret previous_secret',
  participants: 'record_id kind source',
  passages: 'article_id model',
  passkey_challenges: 'id bound_to purpose',
  provider_state: 'id grant_hash uid_hash',
  record_links: 'id kind source_type source_id target_type target_id',
  recovery_codes: 'user_id code_hash',
  reply_keys: 'id key',
  requester_backfill: 'last_id',
  schema_migrations: 'name',
  schema_backfills: 'name',
  backups: 'kind',
  automatic_answers: 'record_id',
  returned_mails: 'mail_id',
  scim_connectors: 'id token_hash',
  scim_group_members: 'group_id user_id',
  scim_groups: 'group_id connector',
  scim_users: 'user_id connector',
  request_tasks: 'id request_id depends_on state',
  service_requests: 'id priority state sla_clocks item_id',
  sessions: 'user_id client_id grant_hash uid_hash',
  sign_in_events: 'kind client',
  signing_keys: 'id private_key',
  symptom_embeddings: 'model text_hash',
  tasks: 'kind record_id',
  user_addresses: 'user_id',
  verifications: 'id user_id amr form_token secret',
  users: 'id roles assigned_roles password_hash locale time_zone provisioned_by',
  user_identities: 'user_id issuer',
  views: 'id list columns column_widths audience',
  work_notes: 'id visibility record_id via',
};

const TEXT = /^(?:text|jsonb?|bytea|tsvector|character varying|citext|xml)(?:\[\])?$/;

const textColumns = (dump: string): string[] =>
  tablesOf(dump).flatMap(({ name, columns }) =>
    [...columns].filter(([, type]) => TEXT.test(type)).map(([column]) => `${name}.${column}`),
  );

const declared = Object.entries(withoutAddress).flatMap(([table, columns]) =>
  columns.split(' ').map((column) => `${table}.${column}`),
);

/** Each column must be named once: by the page, or above. */
function personalDataFaults(text: string, dump: string): string[] {
  const named = new Set(
    [...text.matchAll(/`([a-z_]+\.[a-z_0-9]+)`/g)].map(([, name = '']) => name),
  );
  const found = new Set(textColumns(dump));
  return [
    ...[...found]
      .filter((name) => !named.has(name) && !declared.includes(name))
      .map((name) => `${name} is neither on the page nor declared to contain no address`),
    ...declared
      .filter((name) => named.has(name))
      .map((name) => `${name} is on the page and declared to contain no address`),
    ...[...named, ...declared]
      .filter((name) => !found.has(name))
      .map((name) => `${name} does not exist`),
  ];
}

describe('docs/personal-data.md', () => {
  test('every text column is named on the page, or declared to contain no address', () => {
    assert.ok(textColumns(schema).length > 200);
    assert.deepEqual(personalDataFaults(page, schema), []);
  });

  test('a new column, a removed column, and one that is named twice are found', () => {
    const dump = schema.replace(
      'CREATE TABLE public.work_notes (\n',
      'CREATE TABLE public.work_notes (\n    editor text,\n',
    );
    assert.deepEqual(personalDataFaults(page, dump), [
      'work_notes.editor is neither on the page nor declared to contain no address',
    ]);
    assert.deepEqual(personalDataFaults(`${page}\`users.nick\` \`users.roles\``, schema), [
      'users.roles is on the page and declared to contain no address',
      'users.nick does not exist',
    ]);
    assert.deepEqual(personalDataFaults(page.replaceAll('`sign_in_events.actor`', ''), schema), [
      'sign_in_events.actor is neither on the page nor declared to contain no address',
    ]);
  });
});
