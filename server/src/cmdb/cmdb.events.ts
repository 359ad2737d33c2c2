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
    ...actorEventData,
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
    ...exampleCommonData('/cmdb/cis', example.id),
  },
});
