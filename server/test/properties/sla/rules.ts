// The server's rules are a subject without a database: rows are updated as the service updates them.
import { applyPatch, newIncident } from '../../../src/incidents/incidents.patch.ts';
import type { IncidentRow } from '../../../src/incidents/incidents.sql.ts';
import { type Transition, segmentsOf } from '../../../src/incidents/sla/sla.segments.ts';
import { nextDueAt, readClock } from '../../../src/incidents/sla/sla.clock.ts';
import { incidentSla } from '../../../src/incidents/sla/sla.record.ts';
import { dueFirings, eventOf, withMarks } from '../../../src/sla/index.ts';
import { RECORD_ID } from '../sla-policies/stored-history.ts';
import type { Begin, Subject } from './walk.ts';
import { clockViewOf } from './clock-view.ts';

const HOUR = 3600;
export const settings = {
  sla_target_seconds: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 24 * HOUR, P4: 72 * HOUR },
  priority_matrix: false,
  assignable_only: false,
  require_second_factor: [],
  categories: [],
  replies_move_state: true,
  reopen_days: 7,
  request_items: [],
  retention_days: 90,
  job_retention_days: 7,
  mail_domains: [],
  mail_new_requesters: true,
  requester_mail: true,
  change_required_approvals: { low: 1, medium: 1, high: 1 },
  change_templates: [],
  change_freezes: [],
  attachment_bytes_per_day: { requesters: 1, others: 1 },
  attachment_bytes_per_record: 1,
  ai_on_create: 'local' as const,
  ai_on_create_tokens_per_day: 2_000_000,
  ai_tokens_per_day: 200_000,
};

/** Plants a fault: returns the row as a faulty server would have left it. */
export type PlantFault = (before: IncidentRow, after: IncidentRow) => IncidentRow;

/** Computes the clocks of a row as it is saved; `before` is null for a new one. */
export type SaveClocks = (
  before: IncidentRow | null,
  next: IncidentRow,
  now: Date,
) => Promise<IncidentRow>;

const by = { kind: 'incident.updated', actor: 'a@example.com', request_id: 'r' };

export const newRow = (fields: Partial<IncidentRow>, at: number): IncidentRow => ({
  id: RECORD_ID,
  ai_suggested_resolution: '',
  reopen_count: 0,
  work_notes_count: 0,
  note_counts: null,
  custom_values: null,
  sender_verified: null,
  occurrences: 1,
  version: 1,
  event_sequence: 1,
  ...newIncident(
    { short_description: 'x', ...fields } as Parameters<typeof newIncident>[0],
    { id: by.actor, email: by.actor, roles: [] },
    settings,
    new Date(at),
  ),
  sla_paused_ms: 0,
});

/** Without `saveClocks`, no policy applies. */
export const beginWithRules =
  (
    plantFault: PlantFault = (_, after) => after,
    saveClocks: SaveClocks = (_, next) => Promise.resolve(next),
  ): Begin =>
  async (start, priority) => {
    const iso = (at: number) => new Date(at).toISOString();
    let row = await saveClocks(null, newRow({ priority }, start), new Date(start));
    const moves: Transition[] = [{ at: iso(start), ...by, from: null, to: 'new' }];
    const events: string[] = [];
    const fire = (at: number) => {
      const due = dueFirings(incidentSla, row, new Date(at));
      if (due.length === 0) return;
      events.push(...due.map((one) => `${eventOf(incidentSla, one)} ${iso(at)}`));
      row = withMarks(incidentSla, row, due, iso(at));
    };
    const save = async (at: number, change: (settled: IncidentRow) => IncidentRow) => {
      fire(at);
      const before = row;
      const after = await saveClocks(before, change(before), new Date(at));
      row = plantFault(before, { ...after, sla_next_due_at: nextDueAt(after) });
      if (before.state !== row.state)
        moves.push({ at: iso(at), ...by, from: before.state, to: row.state });
      fire(at);
    };
    const subject: Subject = {
      change: (at, patch) =>
        save(at, (before) => applyPatch(before, patch, settings, new Date(at))),
      remove: (at) => save(at, (before) => ({ ...before, deleted_at: iso(at) })),
      restore: (at) => save(at, (before) => ({ ...before, deleted_at: null })),
      // The sweep finds it by the index alone.
      sweep: async (at) => {
        if (row.sla_next_due_at !== null && row.sla_next_due_at <= iso(at)) fire(at);
      },
      view: async (at) => {
        const now = new Date(at);
        return clockViewOf(events, { sla: readClock(row, now), ...segmentsOf(row, moves, now) });
      },
    };
    return subject;
  };
