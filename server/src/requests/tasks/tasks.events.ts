// The OpenAPI document and the filters of webhooks use this schema of the event data.
import Type from 'typebox';
import {
  actorEventData,
  commonEventData,
  describeEvents,
  type EventDataTable,
  updateEventData,
} from '../../events/index.ts';
import { nullable } from '../../platform/http/input/schema.ts';
import { EXAMPLE_BASE_URL } from '../../platform/http/request/request-url.ts';
import { taskUrls } from './tasks.record.ts';
import { example } from './tasks.schema.ts';

const text = Type.String();
const optionalText = nullable(Type.String());

export const taskEventData: EventDataTable = describeEvents('task', {
  schema: Type.Object({
    id: text,
    request_id: text,
    name: text,
    state: text,
    assignment_group: optionalText,
    assigned_to: optionalText,
    due_at: nullable(Type.String({ format: 'date-time' })),
    ...actorEventData,
    ...commonEventData,
    ...updateEventData,
  }),
  example: {
    id: example.id,
    request_id: example.request_id,
    name: example.name,
    state: example.state,
    assignment_group: example.assignment_group,
    assigned_to: null,
    due_at: example.due_at,
    actor: 'ada@example.com',
    sequence: 1,
    ...taskUrls(example.id, example.request_id, EXAMPLE_BASE_URL),
  },
});
