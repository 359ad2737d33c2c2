// The OpenAPI document and the filters of webhooks use this schema of the event data.
import Type from 'typebox';
import {
  commonEventData,
  describeEvents,
  type EventDataTable,
  updateEventData,
} from '../events/index.ts';
import { nullable } from '../platform/http/input/schema.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';
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
    actor: Type.String({ description: 'E-mail address of the caller who caused the event.' }),
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
    url: exampleUrl(`/knowledge/articles/${id}`),
    html_url: `https://desk.example.com/console/knowledge/articles/${id}`,
    sequence: 1,
  },
});
