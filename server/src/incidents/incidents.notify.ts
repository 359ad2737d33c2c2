// Whom an incident concerns, and what they are told of it.
import { groupAddress } from '../identity/index.ts';
import { type NotificationType, tell } from '../notifications/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Context } from '../platform/context.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { apiUrl } from '../platform/http/request/request-url.ts';

type Telling = Pick<Context, 'actor' | 'requestId' | 'now' | 'baseUrl' | 'withoutMail'>;

const leads = {
  'incident.assigned': ({ id }) => `${id} is assigned to you`,
  'incident.stakeholders': ({ id }) => `${id} was opened`,
  'sla.breach_warning': ({ id, sla_breach_at }) =>
    `${id} has used up 75 % of its time and is late at ${sla_breach_at}`,
} as const satisfies Partial<Record<NotificationType, (row: IncidentRow) => string>>;

type Concern = keyof typeof leads;

const about = (row: IncidentRow, concern: Concern, baseUrl: string) => {
  const { id, short_description, priority, state, sla_breach_at } = row;
  const lead = leads[concern](row);
  const url = `${baseUrl}/console/incidents/${id}`;
  return {
    type: concern,
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
      subject: `[${priority}] ${lead}: ${short_description}`,
      lines: [`${lead}.`, short_description, `Priority ${priority}, ${state}.`],
      link: { label: `Open ${id}`, url },
    },
  };
};

/** Nobody is told what they did themselves. */
export async function notifyAssignee(
  tx: Tx,
  context: Telling,
  row: IncidentRow,
  concern: Exclude<Concern, 'incident.stakeholders'>,
): Promise<void> {
  const { assigned_to: assignee } = row;
  if (assignee === null || assignee === context.actor.email) return;
  const people = [assignee];
  await tell(tx, context, { ...about(row, concern, context.baseUrl), people, mailTo: people });
}

/** One mail to all of them. */
export async function notifyStakeholders(
  tx: Tx,
  context: Telling,
  row: IncidentRow,
): Promise<void> {
  const { assigned_to: assignee, assignment_group: group } = row;
  const address = group === null ? null : await groupAddress(tx, group);
  const mailTo = [...new Set([assignee, address].filter((one) => one !== null))];
  const people = assignee === null ? [] : [assignee];
  await tell(tx, context, {
    ...about(row, 'incident.stakeholders', context.baseUrl),
    people,
    mailTo,
  });
}
