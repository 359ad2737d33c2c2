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
import { changeExample } from './changes.schema.ts';

const text = Type.String();

const { id, short_description, state, type, risk } = changeExample;

export const changeEventData: EventDataTable = describeEvents('change', {
  schema: Type.Object({
    id: text,
    short_description: text,
    state: text,
    type: text,
    risk: text,
    ...actorEventData,
    ...commonEventData,
    ...updateEventData,
  }),
  example: {
    id,
    short_description,
    state,
    type,
    risk,
    actor: 'ben@example.com',
    ...exampleCommonData('/changes', id),
  },
});
