// The OpenAPI document and the filters of webhooks use this schema of the event data.
import Type from 'typebox';
import {
  commonEventData,
  describeEvents,
  type EventDataTable,
  updateEventData,
} from '../events/index.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';
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
    actor: Type.String({
      description: 'E-mail address of the caller who caused the event.',
    }),
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
    url: exampleUrl(`/changes/${id}`),
    html_url: `https://desk.example.com/console/changes/${id}`,
    sequence: 1,
  },
});
