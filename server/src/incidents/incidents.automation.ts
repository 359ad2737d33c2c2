// Rules and macros change incidents by the rules of a PATCH.
import { type Automation, withStoredTimes } from '../records/index.ts';
import { applyPatch, requireHoldEnd } from './incidents.patch.ts';
import { incidents, presentIncident } from './incidents.record.ts';
import { isEditor, requireRightToChange } from './incidents.rights.ts';
import { Incident, IncidentId, IncidentUpdate } from './incidents.schema.ts';
import type { IncidentRow } from './incidents.sql.ts';
import { replierOf } from './notes/notes.replies.ts';
import { notifyOfUpdate } from './notices/incidents.notices.ts';

export const incidentAutomation: Automation<IncidentRow> = {
  type: incidents as Automation<IncidentRow>['type'],
  Id: IncidentId,
  tag: 'Incidents',
  Full: Incident,
  present: presentIncident,
  Update: IncidentUpdate,
  notSettable: ['work_note', 'public_note', 'to_duplicates', 'resolve_linked'],
  computed: ['sla_breach_at'],
  apply: (context, before, sent) => {
    const patch = withStoredTimes(sent as IncidentUpdate, ['on_hold_until']);
    requireRightToChange(context.actor, before, patch);
    requireHoldEnd(before, patch, context.now);
    return applyPatch(before, patch, context.settings, context.now);
  },
  withReply: ({ actor, now }, row) => {
    const last_reply_by = replierOf(row, actor, isEditor(actor));
    return last_reply_by ? { ...row, last_reply_by, last_reply_at: now.toISOString() } : row;
  },
  notify: notifyOfUpdate,
};
