import Type from 'typebox';
import { anyOf } from '../../platform/http/output/pagination.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type StreamContext } from '../../platform/http/request/context.ts';
import type { Policy } from '../../platform/http/routes/policy.ts';
import { type Route, streams } from '../../platform/http/routes/route.ts';
import { eventNames } from '../catalogue.ts';
import { eventStreamsOf, type StreamRules } from './event-streams.ts';

const openStream =
  (rules: StreamRules) =>
  async (request: StreamContext<unknown, object>): Promise<Reply> =>
    ok(await eventStreamsOf(request.deps, rules).open(request), {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });

const example = [
  ': connected',
  'id: 5f0c2a9e-84213-0',
  '',
  'id: 5f0c2a9e-84213-5512',
  'event: incident.created',
  'data: {"id":"019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e","event":"incident.created","timestamp":"2026-11-15T09:30:00.000Z","service_instance":"signalbox","data":{"id":"INC0000042"},"record":{"type":"incident","id":"INC0000042"},"sequence":1}',
  '',
  ': keep-alive',
  'id: 5f0c2a9e-84219-0',
  '',
  '',
].join('\n');

export const streamRoutes = (policy: Policy, rules: StreamRules): Route[] => [
  streams({
    method: 'GET',
    path: '/events/stream',
    operationId: 'streamEvents',
    tag: 'Events',
    summary: 'Stream events',
    description:
      'Server-sent events: every event that you may read, once it is committed. `event` is its type and `data` an `Event`, as in `GET /events`. Ids ascend in the order in which events become visible: a client that returns with the last id as `Last-Event-ID` misses none and gets none twice. Without that header the stream begins now. Events of the type `presence` have no id: they say who views or edits a record, as `PUT /presence` returns it; a stream with `record` begins with the people who are present. Events of the type `notification` have no id either: `{"unread": 3}` is the number of your unread notifications, as in `GET /notifications`, sent when the stream begins and whenever it changes. With `type`, both are sent only if they are named. A block with an `id` and no data moves the position only. A comment is sent every 15 seconds. The stream ends when the token expires or is revoked, when the client reads too slowly, and when the process stops; then resume it.',
    policy,
    query: object({
      type: Type.Optional(
        anyOf(oneOf([...eventNames, 'presence', 'notification']), 'Type of the event.'),
      ),
      record: Type.Optional(
        anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Id of the record.'),
      ),
    }),
    success: {
      status: 200,
      description: 'The stream, until it ends.',
      schema: Type.String({ examples: [example] }),
      mediaType: 'text/event-stream',
    },
    errors: ['stream_gap', 'too_many_streams'],
    stream: openStream(rules),
  }),
];
