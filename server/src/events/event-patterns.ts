// A webhook may name a pattern instead of event types. It is stored as given, so it also covers types that come later.
import { eventNames, type EventType } from './catalogue.ts';

const ALL = '*';
const patternOf = (type: string): string => `${type.slice(0, type.indexOf('.'))}.${ALL}`;

/** `incident.*` covers the types that begin with `incident.`, and so no `sla.` of an incident. */
export const eventPatterns: readonly string[] = [ALL, ...new Set(eventNames.map(patternOf))];

export const coversType = (selected: readonly string[], type: string): boolean =>
  selected.includes(type) || selected.includes(ALL) || selected.includes(patternOf(type));

/** Returns the known types in the order of the catalogue if a pattern is selected, else the types as given. */
export const selectedTypes = (selected: readonly string[]): EventType[] =>
  selected.some((one) => eventPatterns.includes(one))
    ? eventNames.filter((type) => coversType(selected, type))
    : ([...selected] as EventType[]);
