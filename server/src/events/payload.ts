// What a receiver gets: the delivered body, with the data of each type. More members may join; receivers pass over them.
import Type, { type TSchema } from 'typebox';
import { object, oneOf } from '../platform/http/input/schema.ts';
import { EventChangesSchema, eventNames, type EventType, eventTypes } from './catalogue.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';

const text = Type.String();
const sequence = Type.Integer({
  description: 'Gapless per record over all its events, so not per subscription.',
});
const url = Type.String({ description: 'Address of the record in the API.' });
const actor = Type.String({ description: 'E-mail address of who did it.' });

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

/** The data of each type; that of the clock tells of the clock. */
const dataSchemas = Object.fromEntries(
  eventNames.map((type) => [
    type,
    type.startsWith('sla.') ? ofClock : dataOfRecord[eventTypes[type].record],
  ]),
) as Record<EventType, TSchema>;

/** In the log only: receivers of webhooks always get the whole data. */
const ofDeleted = object(
  {
    id: text,
    sequence,
    changes: Type.Optional(
      object({ deleted: Type.Object({ from: Type.Unknown(), to: Type.Unknown() }) }),
    ),
  },
  { description: 'Of a deleted record, for those who may not read it.' },
);

const delivered = {
  event: oneOf(eventNames, { description: 'What happened.' }),
  timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
  service_instance: Type.String({ description: 'Name of the instance.' }),
  data: Type.Unsafe<object>({
    anyOf: [...new Set(Object.values(dataSchemas)), ofDeleted],
    description: 'What the event tells, by the kind of its record.',
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

/** Of the log: the delivered body, and where it belongs. */
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

/** The body in the order of the contract. Serialised once, when a delivery is made of it. */
export const bodyOf = (event: StoredEvent, instance: string) => ({
  event: event.type,
  timestamp: event.occurred_at,
  service_instance: instance,
  data: event.data,
});
