// Filters of an outbound webhook refer to values of the event's data and of the delivered body.
import {
  bodyOf,
  eventHasPath,
  eventPatterns,
  type EventType,
  recordOf,
  selectedTypes,
  type StoredEvent,
} from '../../events/index.ts';
import type { Fault } from '../../platform/errors.ts';
import { type Filter, stepsOf, valueAt } from '../filters.ts';

/**
 * `priority` and `incident.priority` (prefixed with the record type) are members of the event's data; `data.priority`,
 * `event` and `timestamp` are paths in the delivered body.
 */
export function fieldOf(event: StoredEvent, body: object, field: string): unknown {
  const [first = '', ...rest] = field.split('.');
  if (first === event.record_type && rest.length > 0) return valueAt(event.data, rest.join('.'));
  return valueAt(body, field) ?? valueAt(event.data, field);
}

const bodyMembers = new Set(
  Object.keys(bodyOf({ data: {} } as StoredEvent, '')).filter((name) => name !== 'data'),
);

/** Returns whether `fieldOf` can find a value in an event of this type. */
function canHave(type: EventType, field: string): boolean {
  const [first = '', ...rest] = stepsOf(field);
  if (bodyMembers.has(first)) return rest.length === 0;
  if ((first === 'data' || first === recordOf(type)) && rest.length > 0)
    return eventHasPath(type, rest);
  return eventHasPath(type, [first, ...rest]);
}

/** A filter on a path that no subscribed event has would silently match nothing. A pattern stands for the known types. */
export const pathFaults = (events: readonly string[], filters: readonly Filter[]): Fault[] => {
  const types = selectedTypes(events);
  return filters.flatMap(({ field }, index) =>
    types.some((type) => canHave(type, field))
      ? []
      : [
          {
            in: 'body' as const,
            pointer: `/filters/${index}/field`,
            code: 'not_allowed' as const,
            message: `No event of ${events.join(', ')} has a value at ${field}.`,
          },
        ],
  );
};

/** A pattern with further elements would say the same twice, or suggest that the others are excluded. */
export const patternFaults = (events: readonly string[]): Fault[] =>
  events.length === 1
    ? []
    : events.flatMap((name, index) =>
        eventPatterns.includes(name)
          ? [
              {
                in: 'body' as const,
                pointer: `/events/${index}`,
                code: 'not_allowed' as const,
                message: `${name} must be the only element of events. Send ["${name}"], or only names of event types.`,
              },
            ]
          : [],
      );
