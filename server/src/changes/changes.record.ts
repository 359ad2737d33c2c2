// The record type of changes determines who reads one, and its events.
import type { EventType } from '../events/index.ts';
import { may } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import { type NotedType, recordUrls } from '../records/index.ts';
import { isUndecided } from './decisions/changes.approvals.sql.ts';
import { reviewedDifferences } from './changes.patch.ts';
import { Change } from './changes.schema.ts';
import { auditedColumns, type ChangeRow, changeTable } from './changes.sql.ts';
import { finishedStates, type State, states } from './changes.states.ts';

export const changeNotes = {
  editors: may('changes.create'),
  privateReaders: may('work_notes.read_private'),
};

export const changeDecisions = { policy: may('changes.decide'), isUndecided };

/** Only these states emit an event. */
const stateEvents: Partial<Record<State, EventType>> = {
  submitted: 'change.submitted',
  approved: 'change.approved',
  rejected: 'change.rejected',
};

/** A submitted change whose reviewed fields are edited counts as submitted again. */
const eventsOfUpdate = (before: ChangeRow | null, after: ChangeRow): EventType[] => {
  const event = stateEvents[after.state];
  const isReached = before?.state !== after.state;
  const isAgain =
    before !== null && after.state === 'submitted' && reviewedDifferences(before, after).length > 0;
  return event && (isReached || isAgain) ? [event] : [];
};

export const changes: NotedType<ChangeRow, Context> & { table: typeof changeTable } = {
  type: 'change',
  noun: 'Change',
  path: '/changes',
  table: changeTable,
  schema: Change,
  auditedFields: auditedColumns,
  initial: { version: 1, work_notes_count: 0 },
  internalFields: ['work_note', 'ai_analysis'],
  readers: { policy: may('changes.read'), deleted: may('changes.read') },
  notes: changeNotes,
  decisions: changeDecisions,
  work: { open: states.filter((state) => !finishedStates.includes(state)) },
  requesterColumns: ['requested_by'],
  labelColumn: 'short_description',
  events: eventsOfUpdate,
  eventData: ({ id, short_description, state, type, risk }, { baseUrl, actor }) => ({
    id,
    short_description,
    state,
    type,
    risk,
    actor: actor.email,
    ...recordUrls(changes, id, baseUrl),
  }),
};
