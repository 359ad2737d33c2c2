// Notifications about incidents and their recipients.
import { groupAddress } from '../identity/index.ts';
import { type NotificationType, sendNotification } from '../notifications/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';

type NotifyContext = Pick<Context, 'actor' | 'requestId' | 'now' | 'baseUrl' | 'withoutMail'>;

const headlines = {
  'incident.assigned': ({ id }) => `${id} is assigned to you`,
  'incident.stakeholders': ({ id }) => `${id} was opened`,
  'sla.breach_warning': ({ id, sla_breach_at }) =>
    `${id} has used 75 % of its SLA time and breaches at ${sla_breach_at}`,
} as const satisfies Partial<Record<NotificationType, (row: IncidentRow) => string>>;

type IncidentNotification = keyof typeof headlines;

const notificationContent = (row: IncidentRow, type: IncidentNotification, baseUrl: string) => {
  const { id, short_description, priority, state, sla_breach_at } = row;
  const headline = headlines[type](row);
  const url = `${baseUrl}/console/incidents/${id}`;
  return {
    type,
    record: { type: 'incident' as const, id, version: row.version },
    data: {
      incident_id: id,
      short_description,
      priority,
      state,
      sla_breach_at,
      url: apiUrl(baseUrl, `/incidents/${id}`),
      html_url: url,
    },
    letter: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [`${headline}.`, short_description, `Priority ${priority}, ${state}.`],
      link: { label: `Open ${id}`, url },
    },
  };
};

/** An assignee who made the change is not notified. */
export async function notifyAssignee(
  tx: Tx,
  context: NotifyContext,
  row: IncidentRow,
  type: Exclude<IncidentNotification, 'incident.stakeholders'>,
): Promise<void> {
  const { assigned_to: assignee } = row;
  if (assignee === null || assignee === context.actor.email) return;
  const people = [assignee];
  await sendNotification(tx, context, {
    ...notificationContent(row, type, context.baseUrl),
    people,
    mailTo: people,
  });
}

/** Sends one mail to the assignee and the assignment group. */
export async function notifyStakeholders(
  tx: Tx,
  context: NotifyContext,
  row: IncidentRow,
): Promise<void> {
  const { assigned_to: assignee, assignment_group: group } = row;
  const address = group === null ? null : await groupAddress(tx, group);
  const mailTo = [...new Set([assignee, address].filter((one) => one !== null))];
  const people = assignee === null ? [] : [assignee];
  await sendNotification(tx, context, {
    ...notificationContent(row, 'incident.stakeholders', context.baseUrl),
    people,
    mailTo,
  });
}
