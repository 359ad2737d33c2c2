import type { Change, ChangeSummary } from '../../../index.ts';
import { paintValue } from '../../terminal/paint.ts';
import { localTime } from '../../terminal/time.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { changeStates, changeTypes } from './changes.states.ts';
import { changeWrites } from './changes.writes.ts';
import { levels } from './fields.ts';
import { at, idColumn, type RecordKind } from './record-kind.ts';

export const changes: RecordKind<ChangeSummary, Change> = {
  group: 'changes',
  one: 'change',
  many: 'changes',
  customType: 'change',
  listOperation: 'listChanges',
  getOperation: 'getChange',
  exampleId: 'CHG0000007',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', changeStates),
    type: anyOf('type', 'Type', changeTypes),
    risk: anyOf('risk', 'Risk', levels),
    group: anyOf('assignment_group', 'Assignment group'),
    'assigned-to': anyOf('assigned_to', 'E-mail address of the assignee'),
    'requested-by': anyOf('requested_by', 'E-mail address of the requester'),
    ci: anyOf('ci_id', 'Configuration item'),
    'planned-after': timeFilter('planned_after', 'The planned window begins after'),
    'planned-before': timeFilter('planned_before', 'The planned window begins before'),
    'created-after': timeFilter('created_after', 'Created after'),
    'created-before': timeFilter('created_before', 'Created before'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.changes.list(query, options),
  get: (client, id, options) => client.changes.get(id, options),
  timeline: (client, id) => client.changes.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'TYPE', value: ({ type }) => type, leaveOut: 2 },
    { title: 'RISK', value: ({ risk }) => risk, paint: paintValue },
    { title: 'STATE', value: ({ state }) => state, paint: paintValue },
    { title: 'PLANNED', value: (row) => at(row.planned_start_at), leaveOut: 1 },
    {
      title: 'ASSIGNED TO',
      value: (row) => row.assigned_to ?? row.assignment_group,
      minWidth: 12,
      leaveOut: 3,
    },
    { title: 'SUMMARY', value: (row) => row.short_description, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.type, `${one.risk} risk`, one.state],
    title: one.short_description,
    fields: [
      ['Assigned to', one.assigned_to],
      ['Group', one.assignment_group],
      ['Requested by', one.requested_by],
      [
        'Planned',
        one.planned_start_at &&
          `${localTime(one.planned_start_at)} to ${at(one.planned_end_at) ?? 'open'}`,
      ],
      ['CIs', one.ci_ids.join(', ')],
      ['Incidents', one.incident_ids.join(', ')],
      [
        'Approvals',
        one.approvals.map(({ approver, decision }) => `${approver} ${decision}`).join(', '),
      ],
      ['Conflicts', one.conflicts.length || null],
      ['Created', at(one.created_at)],
      ['Next states', one.allowed_transitions.join(', ')],
      ['Version', one.version],
    ],
    texts: [
      ['Description', one.description],
      ['Implementation plan', one.implementation_plan],
      ['Backout plan', one.backout_plan],
      ['Test plan', one.test_plan],
    ],
  }),
  writes: changeWrites,
};
