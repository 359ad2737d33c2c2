// Entries of rules and macros say what was done and why: "assigned it to Ben Odum because category was network".
import type { TimelineEntry } from '../../api/index.ts';
import {
  faultWords,
  fieldLabel,
  isLongField,
  joinWords,
  labelInSentence,
  valueText,
} from '../../words/index.ts';
import { peopleText } from '../timeline/people.words.ts';
import { inputLabel } from '../timeline/sla.words.ts';
import type { FieldChange } from '../timeline/timeline.items.ts';

type Cause = NonNullable<TimelineEntry['cause']>;
type NameOf = (email: string) => string;

/** The group goes without saying where a person of it is assigned. */
function assignText(changes: readonly FieldChange[], nameOf: NameOf): string | undefined {
  const to = (field: string) => changes.find((change) => change.field === field)?.to;
  const [person, group] = [to('assigned_to'), to('assignment_group')];
  if (typeof person === 'string')
    return `assigned it to ${nameOf(person)}${typeof group === 'string' ? ` in ${group}` : ''}`;
  if (person === null) return 'unassigned it';
  return typeof group === 'string' ? `assigned it to the group ${group}` : undefined;
}

function changeText(change: FieldChange, actor: string, type: string, nameOf: NameOf): string {
  const { field, to } = change;
  const people = peopleText(change, actor, nameOf);
  if (people !== undefined) return people;
  const label = labelInSentence(field, type);
  if (to === null || to === '') return `cleared ${label}`;
  return isLongField(field, type)
    ? `wrote ${label}`
    : `set ${label} to ${valueText(field, to, type)}`;
}

const sentVerbs: Readonly<Record<string, string>> = { notify: 'notified', mail: 'mailed' };

/** Several messages of one kind name each person once. */
function sentTexts(sent: NonNullable<Cause['sent']>, nameOf: NameOf): string[] {
  const people = new Map<string, Set<string>>();
  for (const { action, recipients } of sent)
    people.set(action, new Set([...(people.get(action) ?? []), ...recipients.map(nameOf)]));
  return [...people].map(
    ([action, names]) => `${sentVerbs[action] ?? action} ${joinWords([...names])}`,
  );
}

/** Returns phrases such as "set priority to P2", each continuing the name of the rule. */
export function effectTexts(
  { actor, record, cause, note }: TimelineEntry,
  changes: readonly FieldChange[],
  nameOf: NameOf,
): string[] {
  const assigned = assignText(changes, nameOf);
  const isAssignment = ({ field }: FieldChange) =>
    assigned !== undefined && (field === 'assigned_to' || field === 'assignment_group');
  return [
    ...(assigned === undefined ? [] : [assigned]),
    ...changes
      .filter((change) => !isAssignment(change))
      .map((change) => changeText(change, actor, record.type, nameOf)),
    ...(note ? [`added a ${note.visibility} note`] : []),
    ...sentTexts(cause?.sent ?? [], nameOf),
  ];
}

const MAX_INPUTS = 4;

/** Returns "because category was network and there was no CI"; empty for a condition that always holds. */
export function becauseText({ inputs }: Pick<Cause, 'inputs'>, type: string): string {
  const all = Object.entries(inputs ?? {});
  const shown = all.slice(0, MAX_INPUTS).map(([field, value]) => {
    const label = inputLabel(field, type);
    return value === null || value === undefined
      ? `there was no ${label}`
      : `${label} was ${valueText(field, value, type)}`;
  });
  return shown.length === 0 ? '' : `because ${joinWords(shown)}`;
}

const actionNouns: Readonly<Record<string, string>> = {
  set: 'Setting fields',
  assign: 'Assigning',
  add_note: 'Adding a note',
  notify: 'Notifying',
  mail: 'Sending a mail',
  apply_macro: 'Applying a macro',
  add_watcher: 'Adding watchers',
};

/** Returns "Assigning was skipped: nobody is available." for each action that could not apply. */
export const skippedTexts = ({ skipped = [] }: Pick<Cause, 'skipped'>): string[] =>
  skipped.map(
    ({ action, message }) =>
      `${actionNouns[action] ?? fieldLabel(action)} was skipped: ${faultWords(message).detail}`,
  );

/** Returns the records in which rules ran that led to this update, the first one first. */
export const chainOf = ({ chain = [] }: Pick<Cause, 'chain'>): string[] =>
  chain.map(({ record }) => record);
