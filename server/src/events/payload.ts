// The delivered body, with the data of each event type. More members may be added; receivers ignore unknown ones.
import Type, { type TSchema } from 'typebox';
import { object, oneOf } from '../platform/http/input/schema.ts';
import { EventChangesSchema, eventNames, type EventType, eventTypes } from './catalogue.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';

const text = Type.String();
const sequence = Type.Integer({
  description:
    'Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps.',
});
const url = Type.String({ description: 'URL of the record in the API.' });
const actor = Type.String({ description: 'E-mail address of the actor.' });

const ofIncident = {
  id: text,
  short_description: text,
  priority: text,
  state: text,
  url,
  html_url: Type.String({ description: 'Page of the record in the console.' }),
  sequence,
};
const incident = Type.Object({
  ...ofIncident,
  changes: Type.Optional(EventChangesSchema),
  note: Type.Optional(
    object(
      { id: text, visibility: text, author: text },
      { description: 'The work note that was added; never its text.' },
    ),
  ),
});
const ofClock = Type.Object({
  ...ofIncident,
  sla: object({ target_seconds: Type.Integer(), breach_at: Type.String({ format: 'date-time' }) }),
});
const titled = { id: text, short_description: text, state: text, actor, url, sequence };

const dataOfRecord: Record<(typeof eventTypes)[EventType]['record'], TSchema> = {
  incident,
  change: Type.Object({ ...titled, type: text }),
  request: Type.Object(titled),
  ci: Type.Object({ id: text, name: text, class: text, state: text, actor, url, sequence }),
};

/** The data of each type; SLA events carry the SLA clock. */
const dataSchemas = Object.fromEntries(
  eventNames.map((type) => [
    type,
    type.startsWith('sla.') ? ofClock : dataOfRecord[eventTypes[type].record],
  ]),
) as Record<EventType, TSchema>;

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

const delivered = {
  event: oneOf(eventNames, { description: 'Type of the event.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
  service_instance: Type.String({ description: 'Name of the instance.' }),
  data: Type.Unsafe<object>({
    anyOf: [...new Set(Object.values(dataSchemas)), ofDeleted],
    description: 'Data of the event, depending on the kind of its record.',
  }),
};

const exampleData = {
  id: 'INC0000042',
  short_description: 'Checkout answers 502',
  priority: 'P2',
  state: 'new',
  url: exampleUrl('/incidents/INC0000042'),
  html_url: 'https://desk.example.com/console/incidents/INC0000042',
  sequence: 1,
};

export const exampleBody = {
  event: 'incident.created',
  timestamp: '2026-11-15T09:30:00.000Z',
  service_instance: 'signalbox',
  data: exampleData,
} as const;

/** An entry of the event log: the delivered body with its id, record and sequence. */
export const LoggedEvent = object(
  {
    id: Type.String({ format: 'uuid' }),
    ...delivered,
    record: object({ type: text, id: text }),
    sequence,
  },
  {
    title: 'Event',
    examples: [
      {
        id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
        ...exampleBody,
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
