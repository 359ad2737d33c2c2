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
    summary: 'List timeline entries',
    description:
      'Newest first: each update with its actor, the text of the work notes that you may read, the points at which the SLA clock started, paused or stopped, and its warning and breach. More kinds may be added; ignore unknown ones.',
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
