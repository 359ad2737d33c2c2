// The feature that owns a record offers the schema of the data of its events, and an example.
import Type, { type TObject } from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import { EXAMPLE_BASE_URL, exampleUrl } from '../platform/http/request/request-url.ts';
import { customizedTypes } from '../platform/runtime/custom-fields.ts';
import { Registry } from '../platform/runtime/registry.ts';
import {
  EventChangesSchema,
  eventNames,
  MAX_CHANGE_LENGTH,
  type EventType,
  type RecordName,
  recordOf,
} from './catalogue.ts';

export interface EventData {
  schema: TObject;
  example: object;
}

export type EventDataTable = Readonly<Partial<Record<EventType, EventData>>>;

const offered = new Registry<EventType, EventData>('event data');

export const offerEventData = (table: EventDataTable): void =>
  offered.set(Object.entries(table) as [EventType, EventData][]);

export const eventData = (type: EventType): EventData | undefined => offered.get(type);

const customData = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description:
      "Values of the instance's own fields by key; absent if the record has none. Requesters get those that everyone may see.",
  }),
);

/** The options of a schema would replace its members, so they are copied without them. */
const withCustom = ({ schema, example }: EventData): EventData => {
  const { type: _type, properties, required: _required, ...options } = schema;
  return { schema: Type.Object({ ...properties, custom: customData }, options), example };
};

/** Returns a table in which every event about records of the type has this data. */
export function describeEvents(record: RecordName, given: EventData): EventDataTable {
  const isCustomized = (customizedTypes as readonly string[]).includes(record);
  const data = isCustomized ? withCustom(given) : given;
  return Object.fromEntries(
    eventNames.filter((type) => recordOf(type) === record).map((type) => [type, data]),
  );
}

const text = Type.String();

/** The data of every event has these members. */
export const commonEventData = {
  url: Type.String({ description: 'URL of the record in the API.' }),
  html_url: Type.String({ description: 'Page of the record in the console.' }),
  sequence: Type.Integer({
    description:
      'Number of the event within its record, without gaps over all its events; a subscription to some types sees gaps.',
  }),
};

/** The data of events about most records also names the caller. */
export const actorEventData = {
  actor: Type.String({ description: 'E-mail address of the caller who caused the event.' }),
};

/** An example of event data ends with these values of `commonEventData`. */
export const exampleCommonData = (path: string, id: string) => ({
  url: exampleUrl(`${path}/${id}`),
  html_url: `${EXAMPLE_BASE_URL}/console${path}/${id}`,
  sequence: 1,
});

/** The data of an update also has these members. */
export const updateEventData = {
  changes: Type.Optional(EventChangesSchema),
  note: Type.Optional(
    object(
      { id: text, visibility: text, author: text },
      { description: 'The work note that was added; never its text.' },
    ),
  ),
};

/** The data of an added note quotes it if it is public. */
export const noteAddedData = {
  note: object(
    {
      id: text,
      visibility: text,
      author: text,
      body: Type.Optional(Type.String({ description: 'Text of the note; only of a public note.' })),
      truncated: Type.Optional(
        Type.Literal(true, {
          description: `The text was longer than ${MAX_CHANGE_LENGTH} characters and is cut to that length; read the note for the whole text.`,
        }),
      ),
    },
    { description: 'The work note that was added.' },
  ),
};

interface AnySchema {
  properties?: Record<string, AnySchema>;
  patternProperties?: Record<string, AnySchema>;
  additionalProperties?: unknown;
  type?: string;
}

/** Returns whether data of this schema can have a value at the path. Values without a schema can contain anything. */
function hasPath(schema: AnySchema, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || schema.type === undefined) return true;
  if (schema.type !== 'object') return false;
  const [anyName] = Object.values(schema.patternProperties ?? {});
  const next = schema.properties?.[step] ?? anyName;
  return next !== undefined && hasPath(next, rest);
}

/** Types without a schema are not emitted yet; every path is accepted for them. */
export const eventHasPath = (type: EventType, steps: readonly string[]): boolean => {
  const data = offered.get(type);
  return !data || hasPath(data.schema, steps);
};
