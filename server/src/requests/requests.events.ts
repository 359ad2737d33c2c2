// The OpenAPI document and the filters of webhooks use this schema of the event data.
import Type from 'typebox';
import {
  actorEventData,
  commonEventData,
  describeEvents,
  type EventDataTable,
  exampleCommonData,
  updateEventData,
} from '../events/index.ts';
import { nullable } from '../platform/http/input/schema.ts';
import { example } from './requests.schema.ts';

const text = Type.String();
const optionalText = nullable(Type.String());

export const serviceRequestEventData: EventDataTable = describeEvents('request', {
  schema: Type.Object({
    id: text,
    short_description: text,
    state: text,
    priority: text,
    item: optionalText,
    requested_by: text,
    requested_for: optionalText,
    assignment_group: optionalText,
    assigned_to: optionalText,
    ...actorEventData,
    ...commonEventData,
    ...updateEventData,
  }),
  example: {
    id: example.id,
    short_description: example.short_description,
    state: 'submitted',
    priority: example.priority,
    item: example.item,
    requested_by: example.requested_by,
    requested_for: example.requested_for,
    assignment_group: null,
    assigned_to: null,
    actor: example.requested_by,
    ...exampleCommonData('/requests', example.id),
  },
});
