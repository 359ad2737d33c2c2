// A write succeeds although its assignee, its group or a mention may be a mistake; these sentences tell a person so.
import type { Warning } from './generated/schemas.ts';

type Words = (value: string | undefined, records: string, name: string) => string;

const words: Readonly<Record<string, Words>> = {
  not_assignable: (value = 'The assignee', records) => `${value} cannot work on ${records}`,
  unknown_person: (value) => `Nobody has the address ${value ?? 'of the assignee'}`,
  custom_required: (_value, _records, name) => `The required field ${name} has no value`,
  unknown_group: (value) => `No group has the name ${value ?? 'that was given'}`,
  mention_not_readable: (value = 'Somebody') =>
    `${value} may not read the note and is not notified`,
  mention_ambiguous: (value = 'a mention') =>
    `Several people have the name in ${value}, and none is notified; write the address instead`,
  action_skipped: () => 'An action of the macro was skipped',
  too_many_mentions: () => 'A note mentions at most 20 people, and the others are not notified',
};

const valueAt = (fields: object, pointer: string): unknown =>
  pointer
    .slice(1)
    .split('/')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      fields,
    );

/** `fields` are those of the record; `records` names such records in the plural. */
export function describeWarning(
  { pointer, code, nearest, mention, message }: Warning,
  fields: object,
  records = 'such records',
): string {
  if (message !== undefined) return message;
  const value = mention ?? valueAt(fields, pointer);
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  const text = words[code]?.(typeof value === 'string' ? value : undefined, records, name);
  const sentence = text ?? `${pointer.slice(1)} may be a mistake (${code})`;
  return nearest === undefined ? `${sentence}.` : `${sentence}; did you mean ${nearest}?`;
}
