// The OpenAPI document describes the delivery of each event type below `webhooks`.
import Type from 'typebox';
import { eventNames, eventTypes } from './catalogue.ts';
import type { EventDataTable } from './event-data.ts';
import { deliveredMembers, exampleBody } from './payload.ts';

const RECEIVED = {
  '2XX': { description: 'The event was received.' },
  default: { description: 'The attempt failed, and is repeated up to four times.' },
};

/** Types without data are not emitted yet. */
export function describeWebhooks(table: EventDataTable): Record<string, object> {
  const { event: _, data: __, ...shared } = deliveredMembers(table);
  return Object.fromEntries(
    eventNames.flatMap((type) => {
      const data = table[type];
      if (!data) return [];
      const schema = Type.Object({ event: Type.Literal(type), ...shared, data: data.schema });
      const example = exampleBody(type, data.example);
      const operation = {
        operationId: `deliver_${type.replace('.', '_')}`,
        tags: ['Events'],
        summary: `Receive ${type}`,
        description: `${eventTypes[type].trigger}. An outbound webhook that subscribes to the type posts this body, with the headers and signatures of the reference. More members may be added; ignore unknown ones.`,
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: RECEIVED,
      };
      return [[type, { post: operation }]];
    }),
  );
}
