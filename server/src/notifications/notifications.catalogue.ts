// What people are told about. Each kind can be had by mail or not, as the person likes; in the service it always is.

export const notificationTypes = {
  'incident.assigned': 'An incident was assigned to you by somebody else.',
  'incident.stakeholders': 'Whoever opened an incident asked to tell you of it.',
  'sla.breach_warning': 'An incident assigned to you has used up 75 % of its time.',
  'webhook.delivery_failed':
    'A delivery of your webhook failed for good; at most one mail an hour.',
} as const;

/** Why an address gets no mail. */
export const suppressionReasons = {
  recipient_not_allowed:
    'The address is neither that of an active user or a group, nor of a domain in `mail_domains`.',
  hourly_limit: 'The mails of this caller had 100 recipients in this hour.',
} as const;

export type SuppressionReason = keyof typeof suppressionReasons;

export type NotificationType = keyof typeof notificationTypes;
