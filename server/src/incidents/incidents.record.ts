// The record type of incidents determines who sees one, how it is shown, its events, and when SLA thresholds fire.
import type { EventType } from '../events/index.ts';
import { may } from '../identity/index.ts';
import {
  notifyAssignee,
  type NotificationType,
  type RecordNotice,
} from '../notifications/index.ts';
import type { Context, Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import {
  countReadable,
  findVisible,
  labelOf,
  type NotedType,
  noteView,
  ownerVisibility,
  recordUrls,
  withCustom,
} from '../records/index.ts';
import { changeKind } from './incidents.links.sql.ts';
import { allowedTransitions, isEditor, mergedError } from './incidents.rights.ts';
import { Incident, ListedSla } from './incidents.schema.ts';
import { auditedColumns, type IncidentRow, incidentTable } from './incidents.sql.ts';
import { isOpen, type State, states } from './incidents.states.ts';
import { findDuplicates } from './merging/merging.sql.ts';
import { replierOf } from './notes/notes.replies.ts';
import { nextDueAt, readClock } from './sla/sla.clock.ts';
import {
  fireThresholds,
  type FireContext,
  hoursReader,
  presentNextTarget,
  presentTargets,
  withClocks,
  type WithClocks,
} from '../sla/index.ts';
import { incidentSla } from './sla/sla.record.ts';
import { inWords, timeInWords } from '../platform/text.ts';

/** Background work has no caller and supplies only this part of a context. */
export type IncidentContext = FireContext;

const notes = {
  editors: may('incidents.edit_all_fields'),
  privateReaders: may('work_notes.read_private'),
};

/** Every update emits incident.updated; these follow it. */
const transitionEvents: Partial<Record<State, EventType>> = { resolved: 'incident.resolved' };

interface StateAndPriority {
  state: State;
  priority: string;
}

/** Returns at most one event of each type, in this order. */
const eventsOfUpdate = (before: StateAndPriority | null, after: StateAndPriority): EventType[] => {
  if (!before) return ['incident.created'];
  const transitionEvent = before.state === after.state ? undefined : transitionEvents[after.state];
  return [
    'incident.updated',
    ...(before.priority === after.priority ? [] : (['incident.priority_changed'] as const)),
    ...(transitionEvent ? [transitionEvent] : []),
  ];
};

const fire = (
  tx: Tx,
  context: Omit<IncidentContext, 'actor'>,
  row: IncidentRow,
): Promise<IncidentRow> =>
  fireThresholds(tx, context, incidents as never, incidentSla, row, warnAssignee);

export const incidents: NotedType<IncidentRow, IncidentContext> & {
  table: typeof incidentTable;
} & WithClocks<IncidentRow> = {
  sla: incidentSla,
  type: 'incident',
  noun: 'Incident',
  path: '/incidents',
  table: incidentTable,
  schema: Incident,
  auditedFields: auditedColumns,
  auditedLater: ['occurrences'],
  initial: {
    version: 1,
    work_notes_count: 0,
    occurrences: 1,
    reopen_count: 0,
    ai_suggested_resolution: '',
  },
  internalFields: [
    'work_note',
    'sla_warned_at',
    'sla_breached_at',
    'sla_metric',
    'sla_policy',
    'ai_analysis',
    'ai_suggestion',
  ],
  visibility: ownerVisibility<IncidentRow>('incidents', ['opened_by', 'requester'], 'own'),
  readers: { policy: may('incidents.read'), deleted: may('incidents.read_deleted') },
  notes,
  work: { open: states.filter(isOpen) },
  linkFields: [
    { kind: 'caused_by', column: 'parent_problem_id', to: 'problem' },
    { kind: changeKind, column: 'change_id', to: 'change' },
    { kind: 'duplicate_of', column: 'merged_into', to: 'incident' },
  ],
  requesterColumns: ['requester'],
  labelColumn: 'short_description',
  ofPerson: { columns: ['requester', 'opened_by'], open: states.filter(isOpen) },
  lastTimes: ({ sla_warned_at, sla_breached_at }) => [sla_warned_at, sla_breached_at],
  derive: (row) => ({ ...row, sla_next_due_at: nextDueAt(row) }),
  events: eventsOfUpdate,
  eventData: (row, { baseUrl }) => {
    const { id, short_description, priority, state } = row;
    const { category, assignment_group, assigned_to, requester, ci_id } = row;
    return {
      id,
      short_description,
      priority,
      state,
      category,
      assignment_group,
      assigned_to,
      requester,
      ci_id,
      ...recordUrls(incidents, id, baseUrl),
    };
  },
  requireWritable: async (tx, viewer, row) => {
    if (row.merged_into !== null) throw mergedError(row.id, await visibleLeader(tx, row, viewer));
  },
  hiddenFromOwn: ['merged_into', 'sla_policy'],
  timelineOf: { find: findDuplicates, fields: ['merged_into'] },
  isResponse: (row, actor) => replierOf(row, actor, isEditor(actor)) === 'us' && !actor.via,
  beforeSave: (tx, context, before, next, steps) =>
    withClocks(tx, context, incidentSla, before, next, steps),
  // Fires thresholds that the SLA sweep has not reached yet, so that an update does not depend on the sweep's delay.
  onLock: fire,
  // The update itself may pass a threshold, by a higher priority or by restoring a record that is overdue by now.
  onSave: fire,
};

export { fire as fireDue };

const pick = picker(Incident);

/** Returns the id of the leader, if the caller may read it. */
export async function visibleLeader(
  db: Db | Tx,
  { merged_into: leader }: Pick<IncidentRow, 'merged_into'>,
  viewer: Viewer,
): Promise<string | undefined> {
  return leader === null ? undefined : (await findVisible(db, incidents, leader, viewer))?.id;
}

const ciReaders = may('cmdb.read');

/** Requesters may name any CI in `ci_id`; its name is part of the CMDB, which they may not read. */
const readableCi = async (
  row: IncidentRow,
  { actor }: Pick<Viewer, 'actor'>,
  db: Db | Tx,
): Promise<Incident['ci']> => {
  if (reachOf(ciReaders, actor) === undefined) return null;
  return row.ci === undefined ? labelOf(db, 'ci', row.ci_id) : row.ci;
};

/** `db` reads the name of a CI that the update has set. */
export const presentIncident = async (
  row: IncidentRow,
  { actor, reach, now, fields, sla }: Viewer & Pick<Context, 'now' | 'fields' | 'sla'>,
  db: Db | Tx,
): Promise<Incident> =>
  withCustom(
    'incident',
    row,
    { actor, fields },
    pick({
      ...row,
      work_notes_count: countReadable(row, noteView(notes, { actor, reach })),
      number: row.id,
      // The suggestion quotes other incidents, which a requester may not read.
      ai_suggested_resolution: reach === 'all' ? row.ai_suggested_resolution : '',
      ci: await readableCi(row, { actor }, db),
      merged_into: await visibleLeader(db, row, { actor, reach }),
      allowed_transitions: row.merged_into === null ? allowedTransitions(actor, row.state) : [],
      sla: readClock(row, now, hoursReader(sla)),
      sla_targets: presentTargets(incidentSla, row, { now, sla, reach }),
      sender_verified: row.sender_verified === false ? false : undefined,
      deleted: row.deleted_at === null ? undefined : true,
      deleted_at: row.deleted_at ?? undefined,
      deleted_by: row.deleted_by ?? undefined,
    }),
  );

const pickSla = picker(ListedSla);

/** Clocks are shown as targets. */
const withoutClocks = ({ sla_clocks: _, sla_policy: _policy, ...row }: IncidentRow) => row;

/** Adds `sla` and `work_notes_count` only if their columns were read, which happens on request. */
export const presentListed = (
  row: IncidentRow,
  request: Viewer & Pick<Context, 'now' | 'sla'>,
): object => ({
  ...withoutClocks(row),
  ...(row.note_counts !== undefined && {
    work_notes_count: countReadable(row, noteView(notes, request)),
  }),
  ...(row.sla_target_seconds !== undefined && {
    sla: pickSla(readClock(row, request.now, hoursReader(request.sla))),
    next_target: presentNextTarget(incidentSla, row, request),
  }),
});

/** Presents the incident as the client read it before it sent it back, with the SLA clock at the client's `sla.as_of`. */
export function presentAsRead(
  row: IncidentRow,
  request: Viewer & Pick<Context, 'now' | 'fields' | 'sla'>,
  sent: Record<string, unknown>,
  db: Db | Tx,
): Promise<Incident> {
  const readAt = Date.parse((sent['sla'] as { as_of?: string } | null | undefined)?.as_of ?? '');
  const now = Number.isNaN(readAt) ? request.now : new Date(readAt);
  return presentIncident(row, { ...request, now }, db);
}

const headlines = {
  'incident.assigned': ({ id }) => `${id} is assigned to you`,
  'incident.stakeholders': ({ id }) => `${id} was opened`,
  'incident.resumed': ({ id }) => `${id} is back from its hold`,
  'sla.breach_warning': ({ id, sla_breach_at }) =>
    `${id} has used 75 % of its SLA time and will breach its SLA on ${timeInWords(sla_breach_at)}`,
} as const satisfies Partial<Record<NotificationType, (row: IncidentRow) => string>>;

export const incidentNotice = (
  row: IncidentRow,
  type: keyof typeof headlines,
  baseUrl: string,
): RecordNotice => {
  const { id, short_description, priority, state, sla_breach_at } = row;
  const headline = headlines[type](row);
  const urls = recordUrls(incidents, id, baseUrl);
  return {
    type,
    record: { type: 'incident', id, version: row.version },
    data: { incident_id: id, short_description, priority, state, sla_breach_at, ...urls },
    content: {
      subject: `[${priority}] ${headline}: ${short_description}`,
      lines: [
        `${headline}.`,
        short_description,
        `Priority: ${priority}. State: ${inWords(state)}.`,
      ],
      link: { label: `Open ${id}`, url: urls.html_url },
    },
  };
};

const warnAssignee = (tx: Tx, context: IncidentContext, row: IncidentRow): Promise<void> =>
  notifyAssignee(
    tx,
    context,
    incidentNotice(row, 'sla.breach_warning', context.baseUrl),
    row.assigned_to,
  );
