// A change of a record is worded in two ways: as an order before it is made, and as a report once it is made.
import type { RecordPatch } from '../../api/index.ts';
import {
  becameText,
  editText,
  isLongField,
  labelInSentence,
  valueAt,
  valueText,
} from '../../words/index.ts';

type Wording = (field: string, value: unknown) => string;

const isText = (field: string, type?: string): boolean =>
  isLongField(field, type) || field === 'short_description';

/** A note for the team that goes with other fields is left out. */
const isNamed = (field: string, patch: RecordPatch): boolean =>
  field !== 'to_duplicates' && (field !== 'work_note' || Object.keys(patch).length === 1);

const describeFields = (patch: RecordPatch, describe: Wording): string =>
  Object.entries(patch)
    .filter(([field]) => isNamed(field, patch))
    .map(([field, value]) => describe(field, value))
    .join(', ');

const notes: Readonly<Record<string, string>> = {
  work_note: 'team note',
  public_note: 'public note',
};

/** A change of these fields has a verb of its own. */
const wordedFields: ReadonlySet<string> = new Set(['assigned_to', 'merged_into']);

/** Returns a text such as "category set to network", "description edited" or "assigned to Luca Brandt". */
export const describePatch = (patch: RecordPatch, before: object, type?: string): string =>
  describeFields(patch, (field, value) => {
    if (notes[field] !== undefined) return `${notes[field]} added`;
    if (field === 'resolve_linked') return 'its duplicates too';
    if (wordedFields.has(field)) return becameText(field, value);
    const label = labelInSentence(field, type);
    return isText(field, type)
      ? `${label} ${editText(valueAt(before, field), value)}`
      : `${label} set to ${valueText(field, value, type)}`;
  });

/** Returns a text such as "set category to network", "edit description" or "assign to Luca Brandt". */
export const describeOrder = (patch: RecordPatch): string =>
  describeFields(patch, (field, value) => {
    if (notes[field] !== undefined) return `add a ${notes[field]}`;
    if (field === 'assigned_to')
      return value === null ? 'unassign' : `assign to ${valueText(field, value)}`;
    if (field === 'merged_into')
      return value === null ? 'unmerge' : `merge into ${valueText(field, value)}`;
    const label = labelInSentence(field);
    return isText(field) ? `edit ${label}` : `set ${label} to ${valueText(field, value)}`;
  });
