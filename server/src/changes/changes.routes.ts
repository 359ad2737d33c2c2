import { may, withAllGroupNames } from '../identity/index.ts';
import { notificationTimeline } from '../notifications/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../platform/http/routes/route.ts';
import {
  actionHandler,
  createHandler,
  customFilterPatterns,
  getHandler,
  listedCustom,
  listHandler,
  noteRoutes,
  timelineRoute,
  updateHandler,
} from '../records/index.ts';
import { Calendar, CalendarQuery, getCalendar } from './windows/calendar.ts';
import { decideChange, narrowChanges, submitChange } from './decisions/changes.decisions.ts';
import { presentChange } from './changes.present.ts';
import { changes } from './changes.record.ts';
import {
  Change,
  ChangeCreate,
  ChangeDecision,
  changeExample,
  changeFilters,
  ChangeId,
  ChangeSummary,
  ChangeUpdate,
} from './changes.schema.ts';
import { createChange, updateChange } from './changes.service.ts';

const params = object({ id: ChangeId });
const tag = 'Changes';
const read = may('changes.read');
const write = may('changes.create');
const success = { status: 200, description: 'The change.', schema: Change } as const;
const actionErrors = ['invalid_transition', 'version_mismatch'] as const;

const timelineExample = {
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  at: '2026-11-15T10:02:00.000Z',
  actor: 'cleo@example.com',
  kind: 'change.updated',
  record: { type: 'change', id: changeExample.id },
  request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
  changes: {
    state: { from: 'submitted', to: 'approved' },
    approvals: { from: [], to: changeExample.approvals },
  },
};

export const changeRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/changes',
    operationId: 'listChanges',
    tag,
    summary: 'List changes',
    description:
      'Newest first. Filters are combined with AND; comma-separated values within one filter match any of them. The plans, approvals and conflicts are in the single change.',
    policy: read,
    query: listQuery(changeFilters, {
      sorts: ['created_at', 'updated_at'],
      order: 'desc',
      pages: true,
      patterns: customFilterPatterns,
    }),
    success: {
      status: 200,
      description: 'A page of changes.',
      schema: listEnvelope(ChangeSummary, 'ChangeList', {
        total: true,
        more: listedCustom,
      }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(changes, changes.table.list, {
      narrow: narrowChanges,
      expand: withAllGroupNames,
    }),
  }),
  writes({
    method: 'POST',
    path: '/changes',
    operationId: 'createChange',
    tag,
    summary: 'Create a change',
    description:
      'The caller becomes `requested_by`. The change is submitted for review and emits `change.submitted`, unless `state` is draft. A standard change names a `template` of the settings, is approved at once and emits `change.approved`; the risk and CIs of its template cannot be overridden.',
    policy: write,
    body: ChangeCreate,
    success: { status: 201, description: 'The change. `Location` is its URL.', schema: Change },
    write: createHandler(createChange, presentChange),
  }),
  reads({
    method: 'GET',
    path: '/changes/calendar',
    operationId: 'getChangeCalendar',
    tag,
    summary: 'Get the change calendar',
    description:
      'Changes whose planned window overlaps the period, earliest first, with their conflicts. Cancelled and rejected changes are omitted.',
    policy: read,
    query: CalendarQuery,
    success: { status: 200, description: 'The calendar.', schema: Calendar },
    read: getCalendar,
  }),
  reads({
    method: 'GET',
    path: '/changes/:id',
    operationId: 'getChange',
    tag,
    summary: 'Get a change',
    description:
      '`conflicts` are computed on each request and are not part of the version; the response is therefore never 304.',
    policy: read,
    params,
    showsUnversioned: true,
    success,
    read: getHandler(changes, presentChange, { hasParts: true }),
  }),
  patches({
    method: 'PATCH',
    path: '/changes/:id',
    operationId: 'updateChange',
    tag,
    summary: 'Update a change',
    description:
      'Absent fields keep their values; null clears a field. `state` may only change along an allowed transition; submitted, approved and rejected are reached by actions. Editing the risk, type, CIs or window of a submitted, approved or scheduled change withdraws its approvals, returns it to submitted and emits `change.submitted`; these fields are read-only once the change is being implemented. A standard change becomes a normal one if its risk, type or CIs are edited; its window may be edited. Other updates emit no event.',
    policy: write,
    params,
    body: ChangeUpdate,
    success: { ...success, description: 'The updated change.' },
    errors: actionErrors,
    patch: updateHandler(updateChange, presentChange),
  }),
  writes({
    method: 'POST',
    path: '/changes/:id/submit',
    operationId: 'submitChange',
    tag,
    summary: 'Submit a draft',
    description:
      'Emits `change.submitted` and notifies the users who may approve it. A standard change is approved at once if its template still approves it.',
    policy: write,
    params,
    success,
    errors: actionErrors,
    write: actionHandler(changes, submitChange, presentChange),
  }),
  writes({
    method: 'POST',
    path: '/changes/:id/approve',
    operationId: 'approveChange',
    tag,
    summary: 'Approve a change',
    description:
      'The change is approved, and emits `change.approved`, once enough people have approved it: the setting `change_required_approvals` gives the number for its risk; an emergency change needs one. The requester may not approve it. Repeating your approval has no effect.',
    policy: may('changes.decide'),
    params,
    body: ChangeDecision,
    isBodyOptional: true,
    success,
    errors: ['self_approval', ...actionErrors],
    write: actionHandler(changes, decideChange('approved'), presentChange),
  }),
  writes({
    method: 'POST',
    path: '/changes/:id/reject',
    operationId: 'rejectChange',
    tag,
    summary: 'Reject a change',
    description:
      'One rejection is enough, even by a person who approved the change before. Emits `change.rejected`. The requester may not reject the change, but can cancel it.',
    policy: may('changes.decide'),
    params,
    body: ChangeDecision,
    isBodyOptional: true,
    success,
    errors: ['self_approval', ...actionErrors],
    write: actionHandler(changes, decideChange('rejected'), presentChange),
  }),
  ...noteRoutes(changes, {
    path: changes.path,
    idField: 'change_id',
    Id: ChangeId,
    title: 'ChangeNote',
    tag,
    noun: 'change',
    operations: {
      list: 'listChangeNotes',
      add: 'addChangeNote',
      download: 'downloadChangeAttachment',
    },
    policies: { read, write },
  }),
  timelineRoute(changes, {
    Id: ChangeId,
    tag,
    operationId: 'listChangeTimeline',
    description:
      'Newest first: each update with its actor, decisions with their comments, work notes that you may read, mails, and the deliveries of its events to webhooks.',
    title: 'ChangeTimeline',
    policy: read,
    parts: [notificationTimeline],
    example: timelineExample,
  }),
];
