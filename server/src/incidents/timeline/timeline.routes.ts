// The timeline endpoint.
import { may } from '../../identity/index.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { IncidentId } from '../incidents.schema.ts';
import { TimelineEntry } from './timeline.schema.ts';
import { listTimeline } from './timeline.handlers.ts';

export const timelineRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/incidents/:id/timeline',
    operationId: 'listTimeline',
    tag: 'Incidents',
    summary: 'What happened to an incident',
    description:
      'Newest first: each change with who made it, work notes with their text for those who may read them, where the SLA clock began to run, pause or stand, and its warning and breach. New kinds join later; pass over those you do not know.',
    policy: may('incidents.read'),
    params: object({ id: IncidentId }),
    query: listQuery({}, { sorts: ['at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of the timeline.',
      schema: listEnvelope(TimelineEntry, 'Timeline', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listTimeline,
  }),
];
