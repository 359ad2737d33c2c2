// Plans the events of a write: those of the contract first, then those that every record type has.
import {
  cutNote,
  type EventType,
  type FieldDiff,
  writeEvent,
  type WriteVerb,
} from '../../events/index.ts';
import type { AddedNote } from '../notes/added-note.ts';
import { type AnyRecordType, isDeleted } from '../record-type.ts';

export interface PlannedEvent {
  type: EventType;
  /** These members are added to `eventData`. */
  data?: object;
}

type TypeWithEvents = Pick<AnyRecordType, 'type' | 'events' | 'internalFields'>;

const typesOf = (
  { type, events }: TypeWithEvents,
  before: object | null,
  after: object,
  verbs: readonly WriteVerb[],
): { contract: readonly EventType[]; others: EventType[] } => {
  const contract = events?.(before, after) ?? [];
  const others = verbs
    .map((verb) => writeEvent(type, verb))
    .filter((one) => one !== undefined && !contract.includes(one));
  return { contract, others: others as EventType[] };
};

/** Rules may add notes to a new record. */
export const eventsOfCreation = (
  type: TypeWithEvents,
  row: object,
  notes: readonly AddedNote[] = [],
): PlannedEvent[] => {
  const { contract, others } = typesOf(type, null, row, ['created']);
  const noteAdded = writeEvent(type.type, 'note_added');
  return [
    ...[...contract, ...others].map((event) => ({ type: event })),
    ...(noteAdded
      ? notes.map((note) => ({ type: noteAdded, data: { note: quotedNote(note) } }))
      : []),
  ];
};

/** A new record has this column set by the number of its first events. */
export const withEventSequence = <Row extends object>(
  type: TypeWithEvents,
  row: Row,
  notes: readonly AddedNote[] = [],
): Row => {
  const { length } = eventsOfCreation(type, row, notes);
  return length === 0 ? row : { ...row, event_sequence: length };
};

interface Update {
  before: object;
  after: object;
  /** Only audited fields are compared. */
  changes: FieldDiff;
  /** The entry records these changes besides. */
  also: FieldDiff;
  /** The last one is named by every event; each has an event of its own. */
  notes: readonly AddedNote[];
}

const withoutBody = ({ id, visibility, author }: AddedNote): object => ({ id, visibility, author });

/** Only public notes are quoted, because the event may go to everyone who can read the record. */
const quotedNote = (note: AddedNote): object => ({
  ...withoutBody(note),
  ...(note.visibility === 'public' && cutNote(note.body)),
});

/** Every event of an update names the participants that it changed. */
const PARTICIPANT_FIELDS = new Set(['cc', 'watchers']);

/** The events of the contract have the audited fields only; others have every field of the representation that changed. */
export function eventsOfUpdate(type: TypeWithEvents, update: Update): PlannedEvent[] {
  const { before, after, changes, also, notes } = update;
  const note = notes.at(-1);
  const isDeletion = isDeleted(after) && !isDeleted(before);
  const { contract, others } = typesOf(type, before, after, [
    'updated',
    ...(isDeletion ? (['deleted'] as const) : []),
    ...notes.map(() => 'note_added' as const),
  ]);
  const noted = note && { note: withoutBody(note) };
  const shown = Object.entries(also).filter(([field]) => !type.internalFields?.includes(field));
  const whole = { changes: { ...changes, ...Object.fromEntries(shown) }, ...noted };
  const participants = shown.filter(([field]) => PARTICIPANT_FIELDS.has(field));
  const audited = { changes: { ...changes, ...Object.fromEntries(participants) }, ...noted };
  const noteAdded = writeEvent(type.type, 'note_added');
  const unquoted = [...notes];
  return [
    ...contract.map((event) => ({ type: event, data: audited })),
    ...others.map((event) => {
      const added = event === noteAdded && unquoted.shift();
      return { type: event, data: added ? { note: quotedNote(added) } : whole };
    }),
  ];
}
