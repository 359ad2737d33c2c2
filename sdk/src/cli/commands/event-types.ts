// Filters name these event types. A missing or unknown one fails to compile.
import type { EventType } from '../../index.ts';

const known: Record<EventType, true> = {
  'incident.created': true,
  'incident.updated': true,
  'incident.resolved': true,
  'incident.priority_changed': true,
  'change.submitted': true,
  'change.approved': true,
  'change.rejected': true,
  'request.submitted': true,
  'request.approved': true,
  'sla.breach_warning': true,
  'sla.breached': true,
  'ci.discovered': true,
};

export const eventTypes = Object.keys(known) as EventType[];
