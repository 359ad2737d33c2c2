// More members may be added to the delivered body; receivers ignore unknown ones.
import Type, { type TObject } from 'typebox';
import { object, oneOf, announceMore } from '../platform/http/input/schema.ts';
import { EXAMPLE_BASE_URL } from '../platform/http/request/request-url.ts';
import { eventNames, type EventType } from './catalogue.ts';
import { commonEventData, eventData, type EventDataTable } from './event-data.ts';

const text = Type.String();
const { sequence } = commonEventData;

/** Only the event log has this form; webhook receivers always get the complete data. */
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

/** Returns the schemas in the order of the catalogue. */
const schemasOf = (table: EventDataTable): TObject[] => [
  ...new Set(eventNames.flatMap((type) => table[type]?.schema ?? [])),
];

export const deliveredMembers = (table: EventDataTable) => ({
  event: oneOf(eventNames, { description: `Type of the event. ${announceMore('types')}` }),
  timestamp: Type.String({ format: 'date-time', description: 'When the event happened.' }),
  service_instance: Type.String({ description: 'Name of the instance.' }),
  data: Type.Unsafe<object>({
    anyOf: [...schemasOf(table), ofDeleted],
    description: `Data of the event, depending on the kind of its record. ${announceMore('kinds')}`,
  }),
});

export const exampleBody = (event: EventType, example: object = {}) => ({
  event,
  timestamp: '2026-11-15T09:30:00.000Z',
  service_instance: 'signalbox',
  data: example,
});

/** Links in the example lead to this instance. */
export const exampleData = (event: EventType, baseUrl: string): object => {
  const example = eventData(event)?.example ?? {};
  return JSON.parse(JSON.stringify(example).replaceAll(EXAMPLE_BASE_URL, baseUrl)) as object;
};

/** An entry of the event log is the delivered body with its id, record and sequence. */
export const loggedEventSchema = (table: EventDataTable) =>
  object(
    {
      id: Type.String({ format: 'uuid' }),
      ...deliveredMembers(table),
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

/** Members have the order of the contract. The body is serialised once, when its deliveries are created. */
export const bodyOf = (event: StoredEvent, instance: string) => ({
  event: event.type,
  timestamp: event.occurred_at,
  service_instance: instance,
  data: event.data,
});

/** The event log and the stream show an event in this form. */
export const loggedEvent = (event: StoredEvent, instance: string) => ({
  id: event.id,
  ...bodyOf(event, instance),
  record: { type: event.record_type, id: event.record_id },
  sequence: event.sequence,
});
