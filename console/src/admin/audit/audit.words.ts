import type { Entry } from '../../api/index.ts';

export const entryKinds: readonly Entry['kind'][] = [
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
  'field.created',
  'field.updated',
  'catalog_item.created',
  'catalog_item.updated',
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
  'link.added',
  'link.removed',
  'view.created',
  'view.updated',
  'view.deleted',
  'field.created',
  'field.updated',
  'link.added',
  'link.removed',
  'message.applied',
  'settings.updated',
  'instance.restored',
  'instance.released',
  'sla.breach_warning',
  'sla.breached',
  'sla.target_warning',
  'sla.target_breached',
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
];

/** The record and the verb of these kinds would not describe them. */
const kindTexts: Readonly<Record<string, string>> = {
  'instance.restored': 'Backup restored',
  'instance.released': 'Held deliveries and mails released',
  'incident.ai_suggested': 'Resolution suggested',
  'incident.ai_analyzed': 'Incident analyzed',
  'change.ai_analyzed': 'Change analyzed',
  'sla.breach_warning': '75 % of the SLA used',
  'sla.breached': 'SLA breached',
  'sla.target_warning': '75 % of an SLA target used',
  'sla.target_breached': 'SLA target breached',
  'message.applied': 'Mail received',
  'notification.mailed': 'Mail sent',
  'notification.suppressed': 'Mail not sent',
  'outbound_webhook.recovered': 'Missed events recovered',
  'outbound_webhook.delivery_replayed': 'Delivery replayed',
  'outbound_webhook.delivery_retried': 'Delivery retried',
  'inbound_webhook.event_replayed': 'Inbound event replayed',
};

const nouns: Readonly<Record<string, string>> = {
  api_key: 'API key',
  ci: 'CI',
  scim_connector: 'SCIM connector',
  sla_policy: 'SLA policy',
};

const inWords = (text: string): string => text.replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns "Incident updated" for `incident.updated`, "API key revoked" for `api_key.revoked`. */
export const kindText = (kind: string): string => {
  const [noun = '', verb = ''] = kind.split('.', 2);
  return kindTexts[kind] ?? `${nouns[noun] ?? capital(inWords(noun))} ${inWords(verb)}`;
};

/** These fields say nothing beside the others of an update. */
const implied = new Set(['version', 'updated_at', 'work_notes_count']);

export const changesOf = ({ changes = {} }: Pick<Entry, 'changes'>) =>
  Object.entries(changes)
    .filter(([field]) => !implied.has(field))
    .map(([field, { from, to }]) => ({ field, from, to }));

const MAX_NAMED = 4;

/** Returns, for example, "Roles, Active". */
export function fieldsText(
  entry: Pick<Entry, 'changes'>,
  labelOf: (field: string) => string,
): string {
  const names = changesOf(entry).map(({ field }) => labelOf(field));
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return names.slice(0, MAX_NAMED).join(', ') + more;
}

const pages = {
  incident: '/incidents/$id',
  change: '/changes/$id',
  request: '/requests/$id',
  ci: '/cmdb/$id',
  article: '/knowledge/$id',
} as const;

/** Returns undefined for types of records that have no page. */
export const pageOf = ({
  record: { type, id },
}: Pick<Entry, 'record'>):
  | { to: (typeof pages)[keyof typeof pages]; params: { id: string } }
  | undefined => {
  const to = pages[type as keyof typeof pages];
  return to && { to, params: { id } };
};
