// Generated from openapi.json by `npm run generate`; do not edit.
import type { EventType } from './schemas.ts';

/** Lists every event type, in the order of the API. More may be added. */
export const eventTypes: readonly EventType[] = [
  'incident.created',
  'incident.updated',
  'incident.resolved',
  'incident.priority_changed',
  'change.submitted',
  'change.approved',
  'change.rejected',
  'request.submitted',
  'request.approved',
  'sla.breach_warning',
  'sla.breached',
  'ci.discovered',
  'sla.target_warning',
  'sla.target_breached',
  'incident.deleted',
  'incident.note_added',
  'change.created',
  'change.updated',
  'request.created',
  'request.updated',
  'task.created',
  'task.updated',
  'ci.created',
  'ci.updated',
  'article.created',
  'article.updated',
  'article.deleted',
];
