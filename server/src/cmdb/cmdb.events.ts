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
import { example } from './cmdb.schema.ts';

const text = Type.String();

export const ciEventData: EventDataTable = describeEvents('ci', {
  schema: Type.Object({
    id: text,
    name: text,
    class: text,
    status: text,
    environment: nullable(Type.String()),
    owner: nullable(Type.String()),
    support_group: nullable(Type.String()),
    discovery_source: nullable(Type.String()),
    actor: Type.String({ description: 'E-mail address of the caller who caused the event.' }),
    ...commonEventData,
    changes: updateEventData.changes,
  }),
  example: {
    id: example.id,
    name: example.name,
    class: example.class,
    status: example.status,
    environment: example.environment,
    owner: example.owner,
    support_group: example.support_group,
    discovery_source: example.discovery_source,
    actor: 'discovery@example.com',
    url: exampleUrl(`/cmdb/cis/${example.id}`),
    html_url: `https://desk.example.com/console/cmdb/cis/${example.id}`,
    sequence: 1,
  },
});
