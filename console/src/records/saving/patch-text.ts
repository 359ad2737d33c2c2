// A change of a record is worded in two ways: as an order before it is made, and as a report once it is made.
import type { RecordPatch } from '../../api/index.ts';
import {
  becameText,
  editText,
  isLongField,
  labelInSentence,
  valueText,
} from '../../words/index.ts';

type Wording = (field: string, value: unknown) => string;

const isText = (field: string): boolean => isLongField(field) || field === 'short_description';

const describeFields = (patch: RecordPatch, describe: Wording): string =>
  Object.entries(patch)
    .filter(([field]) => field !== 'work_note')
    .map(([field, value]) => describe(field, value))
    .join(', ');

/** Returns a text such as "category set to network", "description edited" or "assigned to Luca Brandt". */
export const describePatch = (patch: RecordPatch, before: object): string =>
  describeFields(patch, (field, value) => {
    if (field === 'assigned_to') return becameText(field, value);
    const label = labelInSentence(field);
    return isText(field)
      ? `${label} ${editText((before as RecordPatch)[field], value)}`
      : `${label} set to ${valueText(field, value)}`;
  });

/** Returns a text such as "set category to network", "edit description" or "assign to Luca Brandt". */
export const describeOrder = (patch: RecordPatch): string =>
  describeFields(patch, (field, value) => {
    if (field === 'assigned_to')
      return value === null ? 'unassign' : `assign to ${valueText(field, value)}`;
    const label = labelInSentence(field);
    return isText(field) ? `edit ${label}` : `set ${label} to ${valueText(field, value)}`;
  });
