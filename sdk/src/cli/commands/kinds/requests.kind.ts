import type { ServiceRequest, ServiceRequestSummary } from '../../../index.ts';
import { valueText } from '../../custom/values.ts';
import { paintValue } from '../../terminal/paint.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { ageColumn, at, idColumn, type RecordKind } from './record-kind.ts';
import { requestWrites } from './requests.writes.ts';

const stageText = ({ state, waiting_for, decisions }: ServiceRequest['stages'][number]): string =>
  state === 'open'
    ? `waits for ${waiting_for.join(', ') || 'a manager'}`
    : [state, ...decisions.map(({ by, comment }) => (comment ? `${by}: ${comment}` : by))].join(
        ', ',
      );

const answerText = (
  { key, label, ...question }: ServiceRequest['questions'][number],
  answers: ServiceRequest['answers'],
): string => `${label} ${valueText(question, answers?.[key]) || 'no answer'}`;

const states = ['submitted', 'approved', 'rejected', 'fulfilled', 'cancelled'] as const;

export const requests: RecordKind<ServiceRequestSummary, ServiceRequest> = {
  group: 'requests',
  one: 'service request',
  many: 'service requests',
  customType: 'request',
  listOperation: 'listServiceRequests',
  getOperation: 'getServiceRequest',
  exampleId: 'REQ0000012',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', states),
    'requested-by': anyOf('requested_by', 'E-mail address of the requester'),
    'created-after': timeFilter('created_after', 'Created after'),
    'created-before': timeFilter('created_before', 'Created before'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at', 'next_target_at'],
  pages: (client, query, options) => client.serviceRequests.list(query, options),
  get: (client, id, options) => client.serviceRequests.get(id, options),
  timeline: (client, id) => client.serviceRequests.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'PRI', value: ({ priority }) => priority, paint: paintValue, leaveOut: 5 },
    { title: 'STATE', value: ({ state }) => state, paint: paintValue },
    {
      title: 'FOR',
      value: (row) => row.requested_for ?? row.requested_by,
      minWidth: 12,
      leaveOut: 2,
    },
    {
      title: 'ASSIGNED TO',
      value: (row) => row.assigned_to ?? row.assignment_group,
      minWidth: 12,
      leaveOut: 3,
    },
    { title: 'DUE', value: (row) => at(row.due_at), leaveOut: 1 },
    ageColumn('AGE', (row) => row.created_at),
    { title: 'SUMMARY', value: (row) => row.short_description, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.priority, one.state],
    title: one.short_description,
    fields: [
      ['Item', one.item],
      ['Requested by', one.requested_by],
      ['Requested for', one.requested_for],
      ['Assigned to', one.assigned_to],
      ['Group', one.assignment_group],
      ['Due', at(one.due_at)],
      ...one.stages.map((stage) => [`Approval: ${stage.name}`, stageText(stage)] as const),
      ['Tasks', one.tasks.total > 0 ? `${one.tasks.done} of ${one.tasks.total} done` : null],
      ['Decision', one.decided_at && `${one.decided_by}, ${at(one.decided_at)}`],
      ['Fulfilled', at(one.fulfilled_at)],
      ['Created', at(one.created_at)],
      ['Updated', at(one.updated_at)],
      ['Next states', one.allowed_transitions.join(', ')],
      ['Version', one.version],
    ],
    texts: [
      ['Description', one.description],
      ['Comment of the decision', one.decision_comment],
      ['Answers', one.questions.map((question) => answerText(question, one.answers)).join('\n')],
    ],
  }),
  writes: requestWrites,
};
