// Every event type, kind of audit entry and type of record is declared here.
import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import { cut } from '../platform/text.ts';

/** The types and triggers are those of the contract. */
const contractEvents = {
  'incident.created': { record: 'incident', trigger: 'New incident created' },
  'incident.updated': { record: 'incident', trigger: 'Any incident field changes' },
  'incident.resolved': { record: 'incident', trigger: 'Incident state changed to resolved' },
  'incident.priority_changed': { record: 'incident', trigger: 'Priority changed' },
  'change.submitted': { record: 'change', trigger: 'Change request submitted for review' },
  'change.approved': { record: 'change', trigger: 'Change approved by the approval board' },
  'change.rejected': { record: 'change', trigger: 'Change rejected by the approval board' },
  'request.submitted': { record: 'request', trigger: 'Service request submitted' },
  'request.approved': { record: 'request', trigger: 'Service request approved' },
  'sla.breach_warning': { record: 'incident', trigger: 'SLA reaches 75% of its breach threshold' },
  'sla.breached': { record: 'incident', trigger: 'SLA breached' },
  'ci.discovered': { record: 'ci', trigger: 'New CI found during discovery' },
} as const satisfies Record<string, EventRow>;

/** These targets are those of SLA policies; an incident or a service request has them. */
const targetEvents = {
  'sla.target_warning': {
    record: 'incident',
    trigger: 'Another SLA target than that of the resolution of an incident reaches 75%',
  },
  'sla.target_breached': {
    record: 'incident',
    trigger: 'Another SLA target than that of the resolution of an incident is breached',
  },
} as const satisfies Record<string, EventRow>;

/** A write of a record emits one of these after the events of the contract. */
const writeTriggers = {
  created: (noun: string) => `New ${noun} created`,
  updated: (noun: string) => `Any ${noun} field changes`,
  deleted: (noun: string) => `Existing ${noun} deleted`,
  note_added: (noun: string) => `Public or team note added to ${noun}`,
};
export type WriteVerb = keyof typeof writeTriggers;

/** A record type takes part by its row; `deleted` needs a request that deletes a record. */
const writeEvents = {
  incident: { noun: 'incident', verbs: ['created', 'updated', 'deleted', 'note_added'] },
  change: { noun: 'change', verbs: ['created', 'updated'] },
  request: { noun: 'service request', verbs: ['created', 'updated'] },
  task: { noun: 'task', verbs: ['created', 'updated'] },
  ci: { noun: 'CI', verbs: ['created', 'updated'] },
  article: { noun: 'article', verbs: ['created', 'updated', 'deleted'] },
} as const satisfies Partial<Record<RecordName, { noun: string; verbs: readonly WriteVerb[] }>>;

interface EventRow {
  record: RecordName;
  trigger: string;
}

type WriteEvents = typeof writeEvents;
export type EventType =
  | keyof typeof contractEvents
  | keyof typeof targetEvents
  | {
      [Name in keyof WriteEvents]: `${Name}.${WriteEvents[Name]['verbs'][number]}`;
    }[keyof WriteEvents];

const rowsOfWrites = Object.entries(writeEvents).flatMap(([record, { noun, verbs }]) =>
  verbs.map((verb) => [`${record}.${verb}`, { record, trigger: writeTriggers[verb](noun) }]),
);

/** The names list the contract's events first. */
export const eventTypes = {
  ...contractEvents,
  ...targetEvents,
  ...Object.fromEntries(rowsOfWrites.filter(([type]) => !((type as string) in contractEvents))),
} as Readonly<Record<EventType, EventRow>>;
export const recordOf = (type: EventType): RecordName => eventTypes[type].record;
export const eventNames = Object.keys(eventTypes) as EventType[];

/** Returns undefined if records of the type emit no such event. */
export const writeEvent = (record: RecordName, verb: WriteVerb): EventType | undefined => {
  const type = `${record}.${verb}`;
  return Object.hasOwn(eventTypes, type) ? (type as EventType) : undefined;
};

export const entryKinds = [
  'incident.created',
  'incident.updated',
  'incident.deleted',
  'incident.restored',
  'incident.ai_analyzed',
  'incident.ai_suggested',
  'request.created',
  'request.updated',
  'task.created',
  'task.updated',
  'ci.created',
  'ci.updated',
  'change.created',
  'change.updated',
  'change.ai_analyzed',
  'article.created',
  'article.updated',
  'article.deleted',
  'article.restored',
  'catalog_item.created',
  'catalog_item.updated',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'user.created',
  'user.updated',
  'user.factor_added',
  'user.factor_removed',
  'user.factors_reset',
  'user.recovery_codes_created',
  'user.recovery_code_used',
  'user.password_reset',
  'user.identity_linked',
  'user.identity_unlinked',
  'user.identity_refused',
  'user.invited',
  'user.invitation_accepted',
  'field.created',
  'field.updated',
  'calendar.created',
  'calendar.updated',
  'calendar.deleted',
  'sla_policy.created',
  'sla_policy.updated',
  'sla_policy.deleted',
  'rule.created',
  'rule.updated',
  'rule.deleted',
  'macro.created',
  'macro.updated',
  'macro.deleted',
  'group.created',
  'group.updated',
  'identity_provider.created',
  'identity_provider.updated',
  'mailbox.created',
  'mailbox.updated',
  'mailbox.deleted',
  'message.released',
  'message.discarded',
  'message.attached',
  'message.reprocessed',
  'scim_connector.created',
  'scim_connector.updated',
  'scim_connector.token_rotated',
  'api_key.created',
  'api_key.revoked',
  'session.ended',
  'view.created',
  'view.updated',
  'view.deleted',
  'settings.updated',
  'instance.restored',
  'instance.released',
  'sla.breach_warning',
  'sla.breached',
  'sla.target_warning',
  'sla.target_breached',
  'link.added',
  'link.removed',
  'message.applied',
  'notification.mailed',
  'notification.suppressed',
  'notification_preferences.updated',
  'outbound_webhook.created',
  'outbound_webhook.updated',
  'outbound_webhook.deleted',
  'outbound_webhook.secret_rotated',
  'outbound_webhook.recovered',
  'outbound_webhook.delivery_replayed',
  'outbound_webhook.delivery_retried',
  'inbound_webhook.created',
  'inbound_webhook.updated',
  'inbound_webhook.deleted',
  'inbound_webhook.secret_rotated',
  'inbound_webhook.event_replayed',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export const recordTypes = [
  'incident',
  'change',
  'request',
  'task',
  'ci',
  'article',
  'catalog_item',
  'client',
  'user',
  'group',
  'identity_provider',
  'scim_connector',
  'mailbox',
  'message',
  'api_key',
  'session',
  'view',
  'field',
  'calendar',
  'sla_policy',
  'rule',
  'macro',
  'settings',
  'instance',
  'notification_preferences',
  'outbound_webhook',
  'inbound_webhook',
] as const;
export type RecordName = (typeof recordTypes)[number];

/** Entries of these records are about access, so they have the network address and client of the request. */
const accessRecords = new Set<RecordName>([
  'client',
  'user',
  'group',
  'api_key',
  'session',
  'settings',
  'identity_provider',
  'scim_connector',
]);

export const isAboutAccess = (record: RecordName): boolean => accessRecords.has(record);

export interface FieldDiff {
  [field: string]: { from: unknown; to: unknown; via?: readonly unknown[] };
}

export const FieldDiffSchema = Type.Record(
  Type.String(),
  Type.Object({ from: Type.Unknown(), to: Type.Unknown() }, { additionalProperties: false }),
  { description: 'Each field that changed, with its value before and after.' },
);

/** Longer texts are cut in events, whose bodies are stored once per webhook. The audit trail keeps the full text. */
export const MAX_CHANGE_LENGTH = 1000;

/** Long values are truncated in events, unlike in the audit trail. */
export const EventChangesSchema = Type.Record(
  Type.String(),
  Type.Object(
    {
      from: Type.Unknown(),
      to: Type.Unknown(),
      via: Type.Optional(
        Type.Array(Type.Unknown(), {
          description:
            'The values between, in their order, where one update passes through several; absent if none.',
        }),
      ),
      truncated: Type.Optional(
        Type.Literal(true, {
          description: `A text in \`from\` or \`to\` was longer than ${MAX_CHANGE_LENGTH} characters and is cut to that length; read the record for the whole value.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { description: 'Each field that changed, with its value before and after.' },
);

/** Objects and lists are long if a text in them is. */
const isLong = (value: unknown): boolean => {
  if (typeof value === 'string') return value.length > MAX_CHANGE_LENGTH;
  return typeof value === 'object' && value !== null && Object.values(value).some(isLong);
};

const shortenMembers = (value: object): unknown =>
  Array.isArray(value)
    ? value.map(shorten)
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shorten(one)]));

function shorten(value: unknown): unknown {
  if (!isLong(value)) return value;
  return typeof value === 'string'
    ? cut(value, MAX_CHANGE_LENGTH)
    : shortenMembers(value as object);
}

/** The text of a note is shortened as values are. */
export const cutNote = (body: string): { body: string; truncated?: true } => ({
  body: shorten(body) as string,
  ...(isLong(body) && { truncated: true }),
});

export const cutValues = (values: object): object => shorten(values) as object;

export const cutChanges = (changes: FieldDiff) =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { from, to, via }]) => [
      field,
      {
        from: shorten(from),
        to: shorten(to),
        ...(via && { via }),
        ...((isLong(from) || isLong(to)) && { truncated: true }),
      },
    ]),
  );

/** Returns the initial values of a new record as changes from null. */
export const firstValues = <T extends object>(
  row: T,
  fields: readonly (keyof T & string)[],
): FieldDiff =>
  Object.fromEntries(
    fields
      .filter((field) => row[field] !== null && row[field] !== 0)
      .map((field) => [field, { from: null, to: row[field] }]),
  );

/** Returns the fields that differ between two states of a record. */
export function diffFields<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): FieldDiff {
  const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
