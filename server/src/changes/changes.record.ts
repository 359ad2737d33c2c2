// The record type of changes: its events, how a change is shown, and who is notified of it.
import type { EventType } from '../events/index.ts';
import { addressesWithRole, may } from '../identity/index.ts';
import { notifyPeople, type RecordNotice } from '../notifications/index.ts';
import { type Context, isSamePerson, type Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import {
  countReadable,
  type NotedType,
  noteView,
  recordUrls,
  registerRecordType,
} from '../records/index.ts';
import { findApprovals } from './changes.approvals.sql.ts';
import { conflictsOf } from './windows/conflicts.ts';
import { reviewedDifferences } from './changes.patch.ts';
import { Change } from './changes.schema.ts';
import { auditedColumns, type ChangeRow, changeTable } from './changes.sql.ts';
import { settableFrom, type State } from './changes.states.ts';

const notes = {
  editors: may('changes.create'),
  privateReaders: may('work_notes.read_private'),
};

/** Other updates emit no event. */
const stateEvents: Partial<Record<State, EventType>> = {
  submitted: 'change.submitted',
  approved: 'change.approved',
  rejected: 'change.rejected',
};

/** A submitted change whose reviewed fields were edited is submitted again. */
const eventsOfChange = (before: ChangeRow | null, after: ChangeRow): EventType[] => {
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
  auditedFields: auditedColumns,
  internalFields: ['work_note', 'ai_analysis'],
  readers: { policy: may('changes.read'), deleted: may('changes.read') },
  notes,
  labelColumn: 'short_description',
  events: eventsOfChange,
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
registerRecordType(changes);

const pick = picker(Change);

/** `conflicts` as sent back, because they change without an update of this record. */
export const presentChange = async (
  row: ChangeRow,
  { actor, reach, settings }: Viewer & Pick<Context, 'settings'>,
  db: Db | Tx,
  sent?: Record<string, unknown>,
): Promise<Change> => {
  const mayEdit = reachOf(may('changes.create'), actor) !== undefined;
  return pick({
    ...row,
    work_notes_count: countReadable(row, noteView(notes, { actor, reach })),
    approvals: await findApprovals(db, row.id),
    conflicts: Array.isArray(sent?.['conflicts'])
      ? sent['conflicts']
      : ((await conflictsOf(db, settings, [row])).get(row.id) ?? []),
    allowed_transitions: mayEdit ? settableFrom(row.state) : [],
  });
};

const headlines = {
  'change.submitted': ({ id }) => `${id} waits for a decision`,
  'change.decided': ({ id, state }) => `${id} is ${state}`,
} as const satisfies Record<string, (row: ChangeRow) => string>;

function noticeOf(row: ChangeRow, type: keyof typeof headlines, baseUrl: string): RecordNotice {
  const { id, short_description, priority, state, risk } = row;
  const headline = headlines[type](row);
  const urls = recordUrls(changes, id, baseUrl);
  return {
    type,
    record: { type: 'change', id, version: row.version },
    data: { change_id: id, short_description, priority, state, ...urls },
    letter: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [`${headline}.`, short_description, `Risk ${risk}, ${row.type} change.`],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
}

/** Notifies the users who may decide, except the requester, who may not. */
export async function notifyDeciders(tx: Tx, context: Context, row: ChangeRow): Promise<void> {
  const deciders = await addressesWithRole(tx, Object.keys(may('changes.decide')));
  const others = deciders.filter((email) => !isSamePerson(email, row.requested_by));
  await notifyPeople(tx, context, noticeOf(row, 'change.submitted', context.baseUrl), others);
}

export const notifyRequester = (tx: Tx, context: Context, row: ChangeRow): Promise<void> =>
  notifyPeople(tx, context, noticeOf(row, 'change.decided', context.baseUrl), [row.requested_by]);
