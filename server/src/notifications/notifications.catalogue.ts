// Users can turn off the mails of each type of notification; the notification itself is always created.

export const notificationTypes = {
  'incident.assigned': 'Another user assigned an incident to you.',
  'incident.stakeholders': 'The opener of an incident asked to notify you.',
  'incident.replied':
    'The requester of an incident that is assigned to you, or to nobody in your group, wrote a public note.',
  'incident.resumed':
    'The hold of an incident that is assigned to you, or to nobody in your group, ended at its time.',
  'incident.answered':
    'Somebody else wrote a public note on your incident, or on one that you are in copy of.',
  'mail.received': 'A mail of yours made a record. Only mailed, and not stored as a notification.',
  'incident.awaiting_you': 'Your incident is on hold until you reply.',
  'incident.resolved': 'Your incident, or one that you are in copy of, was resolved.',
  'approval.requested':
    'A change or a service request was submitted, and you may approve or reject it.',
  'request.decided': 'A service request of yours was approved, rejected or fulfilled.',
  'task.ready':
    'A task that is assigned to you, or to nobody in your group, can begin: all tasks that it depends on are done or skipped.',
  'change.decided': 'A change that you requested was approved or rejected.',
  'article.submitted':
    'An article, or a revision of one, waits for review, and you may publish it.',
  'article.published': 'An article of yours, or your revision of one, was published.',
  'article.sent_back':
    'An article of yours, or your revision of one, was sent back with a comment.',
  'sla.breach_warning': 'An incident assigned to you has used 75 % of its SLA time.',
  'webhook.delivery_failed':
    'A delivery of your webhook failed permanently; at most one mail per hour.',
  'webhook.owner_inactive':
    'The owner of a webhook was deactivated or lost a permission; sent to super admins.',
  mention: 'Somebody mentioned you in a note that you may read.',
  'watched.updated':
    'A record that you watch changed its state or got a note that you may read. Not sent to somebody whom another type notifies of the same update.',
  'work.left_open':
    'Somebody was deactivated who has open records of your group; managers get it for all groups.',
  'work.handed_over': 'The open records of somebody were handed over to you.',
  'rule.message': 'A rule or a macro of the service desk notified or mailed you.',
  'request.submitted':
    'A service request was submitted, and you may approve or reject it. Replaced by `approval.requested`.',
  'change.submitted':
    'A change was submitted, and you may approve or reject it. Replaced by `approval.requested`.',
} as const;

/** These types are not sent any more. Stored notifications have them, and preferences show and accept them. */
export const replacedTypes = {
  'approval.requested': ['request.submitted', 'change.submitted'],
} as const satisfies Partial<Record<NotificationType, readonly NotificationType[]>>;

/** A mail is not sent to an address for one of these reasons. */
export const suppressionReasons = {
  recipient_not_allowed:
    'The address belongs to no active user or group, and its domain is not in `mail_domains`.',
  not_readable: 'The person may no longer read the record, or the note that the mail quotes.',
  undeliverable:
    'Three mails to the address came back as undeliverable. A verified mail from it ends that.',
  hourly_limit: 'The caller had mailed 100 recipients of their own choice in this hour.',
} as const;

export type SuppressionReason = keyof typeof suppressionReasons;

export type NotificationType = keyof typeof notificationTypes;
