// The OpenAPI document and the filters of webhooks use these schemas of the event data.
import Type from 'typebox';
import {
  commonEventData,
  describeEvents,
  type EventData,
  type EventDataTable,
  exampleCommonData,
  noteAddedData,
  updateEventData,
} from '../events/index.ts';
import { nullable, object } from '../platform/http/input/schema.ts';

const text = Type.String();

const members = {
  id: text,
  short_description: text,
  priority: text,
  state: text,
  category: nullable(Type.String()),
  assignment_group: nullable(Type.String()),
  assigned_to: nullable(Type.String()),
  requester: nullable(Type.String()),
  ci_id: nullable(Type.String()),
  ...commonEventData,
};

const sla = object({
  target_seconds: Type.Integer(),
  breach_at: Type.String({ format: 'date-time' }),
});

const example = {
  id: 'INC0000042',
  short_description: 'Checkout answers 502',
  priority: 'P2',
  state: 'new',
  category: 'software',
  assignment_group: 'Web Platform',
  assigned_to: null,
  requester: 'anna.berg@example.com',
  ci_id: 'CI1042',
  ...exampleCommonData('/incidents', 'INC0000042'),
};

const incident: EventData = {
  schema: Type.Object({ ...members, ...updateEventData }),
  example,
};

const note: EventData = {
  schema: Type.Object({ ...members, ...noteAddedData }),
  example: {
    ...example,
    sequence: 3,
    note: {
      id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
      visibility: 'public',
      author: 'ada@example.com',
      body: 'Rolled back to the 09:05 build.',
    },
  },
};

const clock: EventData = {
  schema: Type.Object({ ...members, sla }),
  example: { ...example, sla: { target_seconds: 28_800, breach_at: '2026-11-15T17:30:00.000Z' } },
};

export const incidentEventData: EventDataTable = {
  ...describeEvents('incident', incident),
  'incident.note_added': note,
  'sla.breach_warning': clock,
  'sla.breached': clock,
};
