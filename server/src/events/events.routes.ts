// A receiver that was unavailable catches up from the event log.
import Type from 'typebox';
import { eventNames } from './catalogue.ts';
import type { EventDataTable } from './event-data.ts';
import { eventList } from './log.ts';
import { loggedEvent, loggedEventSchema } from './payload.ts';
import type { EventVisibility } from './visibility.ts';
import type { Reply, RequestContext } from '../platform/http/request/context.ts';
import {
  respondWithList,
  anyOf,
  instant,
  listEnvelope,
  listQuery,
} from '../platform/http/output/pagination.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import { reads, type Route } from '../platform/http/routes/route.ts';
import { oneOf } from '../platform/http/input/schema.ts';

const listEvents =
  ({ scope, show }: EventVisibility) =>
  (request: RequestContext): Promise<Reply> =>
    respondWithList(
      request,
      eventList,
      scope(request),
      { sort: 'occurred_at', order: 'asc' },
      async (rows) => {
        const events = await show(request, rows);
        return events.map((event) => loggedEvent(event, request.deps.config.INSTANCE_NAME));
      },
    );

export const eventRoutes = (
  policy: Policy,
  visibility: EventVisibility,
  data: EventDataTable,
): Route[] => [
  reads({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'Every event as a webhook delivers it, oldest first, with its id, record and sequence. A receiver that was unavailable can catch up from `since`. Requesters see the events of incidents they opened and of service requests by them or for them. For a deleted incident, callers who may not read it see only `id`, `sequence` and `changes.deleted` in `data`. Events are kept for 90 days unless the instance is configured otherwise.',
    policy,
    query: listQuery(
      {
        type: Type.Optional(anyOf(oneOf(eventNames), 'Type of the event.')),
        record: Type.Optional(
          anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Id of the record.'),
        ),
        since: Type.Optional(instant('At this time or later.')),
      },
      { sorts: ['occurred_at'], order: 'asc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of events.',
      schema: listEnvelope(loggedEventSchema(data), 'EventList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listEvents(visibility),
  }),
];
