// The delivered body, with the data of each event type. More members may be added; receivers ignore unknown ones.
import Type, { type TObject } from 'typebox';
import { object, oneOf } from '../platform/http/input/schema.ts';
import { EXAMPLE_BASE_URL } from '../platform/http/request/request-url.ts';
import { eventNames, type EventType } from './catalogue.ts';
import { commonEventData, eventData, type EventDataTable } from './event-data.ts';

const text = Type.String();
const { sequence } = commonEventData;

/** Only in the event log; webhook receivers always get the complete data. */
const ofDeleted = object(
  {
    id: text,
    sequence,
    changes: Type.Optional(
      object({ deleted: Type.Object({ from: Type.Unknown(), to: Type.Unknown() }) }),
    ),
  },
  { description: 'Data of a deleted record, for callers who may not read it.' },
);

/** In the order of the catalogue. */
const schemasOf = (table: EventDataTable): TObject[] => [
  ...new Set(eventNames.flatMap((type) => table[type]?.schema ?? [])),
];

const delivered = (table: EventDataTable) => ({
  event: oneOf(eventNames, { description: 'Type of the event.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
  service_instance: Type.String({ description: 'Name of the instance.' }),
  data: Type.Unsafe<object>({
    anyOf: [...schemasOf(table), ofDeleted],
    description: 'Data of the event, depending on the kind of its record.',
  }),
});

/** An example of the delivered body. */
const exampleBody = (event: EventType, example: object = {}) => ({
  event,
  timestamp: '2026-11-15T09:30:00.000Z',
  service_instance: 'signalbox',
  data: example,
});

/** The data of an example, with links to this instance. */
export const exampleData = (event: EventType, baseUrl: string): object => {
  const example = eventData(event)?.example ?? {};
  return JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_BASE_URL, baseUrl)) as object;
};

/** An entry of the event log: the delivered body with its id, record and sequence. */
export const loggedEventSchema = (table: EventDataTable) =>
  object(
    {
      id: Type.String({ format: 'uuid' }),
      ...delivered(table),
      record: object({ type: text, id: text }),
      sequence,
    },
    {
      title: 'Event',
      examples: [
        {
          id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
          ...exampleBody('incident.created', table['incident.created']?.example),
          record: { type: 'incident', id: 'INC0000042' },
          sequence: 1,
        },
      ],
    },
  );

export interface StoredEvent {
  id: string;
  type: string;
  record_type: string;
  record_id: string;
  sequence: number;
  occurred_at: string;
  data: object;
}

/** The body in the member order of the contract. Serialised once, when its deliveries are created. */
export const bodyOf = (event: StoredEvent, instance: string) => ({
  event: event.type,
  timestamp: event.occurred_at,
  service_instance: instance,
  data: event.data,
});

/** The event as the event log and the stream show it. */
export const loggedEvent = (event: StoredEvent, instance: string) => ({
  id: event.id,
  ...bodyOf(event, instance),
  record: { type: event.record_type, id: event.record_id },
  sequence: event.sequence,
});
