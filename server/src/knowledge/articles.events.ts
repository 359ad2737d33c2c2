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
import { example } from './articles.schema.ts';

const text = Type.String();
const { id, title, state, category, language, author } = example;

export const articleEventData: EventDataTable = describeEvents('article', {
  schema: Type.Object({
    id: text,
    title: text,
    state: text,
    category: nullable(Type.String()),
    language: text,
    author: text,
    ...actorEventData,
    ...commonEventData,
    changes: updateEventData.changes,
  }),
  example: {
    id,
    title,
    state,
    category,
    language,
    author,
    actor: author,
    ...exampleCommonData('/knowledge/articles', id),
  },
});
