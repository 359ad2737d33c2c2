// Filters of an outbound webhook refer to values of the event's data and of the delivered body.
import { valueBySteps } from '../../conditions/index.ts';
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
import type { CustomFields } from '../../platform/runtime/custom-fields.ts';
import { nearest } from '../../platform/text.ts';
import { changeName } from '../../records/index.ts';
import { type Filter, stepsOf } from '../filters.ts';

const CUSTOM = 'custom';
const CHANGES = 'changes';

/** Within the data, a change of a custom value is one member of `changes`, such as `custom.site`. */
function joinChange(steps: readonly string[]): readonly string[] {
  const [first, group, key, ...rest] = steps;
  const isOfCustom = first === CHANGES && group === CUSTOM && key !== undefined;
  return isOfCustom ? [CHANGES, changeName(key), ...rest] : steps;
}

/** Returns the steps within the data if the path begins with `data` or the record type. */
const stepsInData = (
  [first, ...rest]: readonly string[],
  recordType: string,
): readonly string[] | undefined =>
  rest.length > 0 && (first === 'data' || first === recordType) ? joinChange(rest) : undefined;

/**
 * `priority` and `incident.priority` (prefixed with the record type) are members of the event's data; `data.priority`,
 * `event` and `timestamp` are paths in the delivered body.
 */
export function fieldOf(event: StoredEvent, body: object, field: string): unknown {
  const steps = stepsOf(field);
  const inData = stepsInData(steps, event.record_type);
  if (inData) return valueBySteps(event.data, inData);
  return valueBySteps(body, steps) ?? valueBySteps(event.data, joinChange(steps));
}

const bodyMembers = new Set(
  Object.keys(bodyOf({ data: {} } as StoredEvent, '')).filter((name) => name !== 'data'),
);

const PREFIX = changeName('');

/** Returns the key of the custom value that the steps name, or whose change they name. */
function customKey([first, second]: readonly string[]): string | undefined {
  if (first === CUSTOM) return second;
  return first === CHANGES && second?.startsWith(PREFIX) ? second.slice(PREFIX.length) : undefined;
}

/** Returns whether `fieldOf` can find a value in an event of this type. */
function canHave(type: EventType, field: string, fields: CustomFields): boolean {
  const all = stepsOf(field);
  if (bodyMembers.has(all[0] ?? '')) return all.length === 1;
  const record = recordOf(type);
  const steps = stepsInData(all, record) ?? joinChange(all);
  const key = customKey(steps);
  const isKnown = key === undefined || fields.get(record)?.some((one) => one.key === key);
  return isKnown === true && eventHasPath(type, steps);
}

/** Suggests the key of a custom field that was mistyped. */
function suggest(field: string, types: readonly EventType[], fields: CustomFields) {
  const at = field.indexOf(PREFIX);
  if (at === -1) return {};
  const keys = types.flatMap((type) => (fields.get(recordOf(type)) ?? []).map(({ key }) => key));
  const paths = [...new Set(keys)].map((key) => `${field.slice(0, at)}${changeName(key)}`);
  return { nearest: nearest(field, paths) };
}

/** A filter on a path that no subscribed event has would silently match nothing. A pattern stands for the known types. */
export const pathFaults = (
  events: readonly string[],
  filters: readonly Filter[],
  fields: CustomFields,
): Fault[] => {
  const types = selectedTypes(events);
  return filters.flatMap(({ field }, index) =>
    types.some((type) => canHave(type, field, fields))
      ? []
      : [
          {
            in: 'body' as const,
            pointer: `/filters/${index}/field`,
            code: 'not_allowed' as const,
            message: `No event of ${events.join(', ')} has a value at ${field}.`,
            ...suggest(field, types, fields),
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
