// The definition of a field as its form has it.
import type { Field, FieldCreate } from '../../api/index.ts';
import { inOrder, type Placed, placeAt } from '../order.ts';

type Type = Field['type'];
export type RecordName = Field['record_type'];

export const recordLabels: Readonly<Record<RecordName, string>> = {
  incident: 'Incidents',
  change: 'Changes',
  request: 'Requests',
  ci: 'CIs',
};

export const recordNouns: Readonly<Record<RecordName, string>> = {
  incident: 'incident',
  change: 'change',
  request: 'request',
  ci: 'CI',
};

export const typeLabels: Readonly<Record<Type, string>> = {
  text: 'Text',
  long_text: 'Long text',
  integer: 'Whole number',
  decimal: 'Decimal number',
  boolean: 'Yes or no',
  date: 'Date',
  datetime: 'Date and time',
  choice: 'One choice',
  choices: 'Several choices',
  person: 'Person',
  ci: 'Configuration item',
  url: 'Web address',
};

export interface Choice {
  /** A new choice is stored under its first label. */
  value: string;
  label: string;
  active: boolean;
  isSaved: boolean;
}

export interface FieldValues {
  label: string;
  /** The key is made from the label until it is typed. */
  key: string | undefined;
  type: Type;
  choices: readonly Choice[];
  description: string;
  /** A value of another type is left out, after the type of a new field has changed. */
  default: { type: Type; value: unknown };
  required: boolean;
  visible_to: Field['visible_to'];
  editable_by: Field['editable_by'];
  filterable: boolean;
}

export const blank: FieldValues = {
  label: '',
  key: undefined,
  type: 'text',
  choices: [],
  description: '',
  default: { type: 'text', value: null },
  required: false,
  visible_to: 'everyone',
  editable_by: 'everyone',
  filterable: false,
};

export const valuesOf = (field: Field): FieldValues => ({
  ...field,
  description: field.description ?? '',
  default: { type: field.type, value: field.default ?? null },
  choices: field.choices.map(({ value, label, active }) => ({
    value,
    label,
    active: active !== false,
    isSaved: true,
  })),
});

export const MAX_KEY = 40;
const KEY = /^[a-z][a-z0-9_]{0,39}$/;

/** Makes "cost_centre" of "Cost centre"; accents are dropped. */
export const keyOf = (label: string): string =>
  label
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_KEY)
    .replace(/_$/, '');

export const keyIn = ({ key, label }: FieldValues): string => key ?? keyOf(label);

export const keyFault = (key: string): string | undefined =>
  key === '' || KEY.test(key)
    ? undefined
    : `A key begins with a letter and has only small letters a to z, digits and underscores, at most ${MAX_KEY}.`;

export const hasChoices = ({ type }: Pick<FieldValues, 'type'>): boolean =>
  type === 'choice' || type === 'choices';

/** Returns why the choices cannot be saved; undefined if they can. */
export function choicesFault(choices: readonly Choice[]): string | undefined {
  const labels = choices.map(({ label }) => label.trim());
  if (labels.includes('')) return 'Every choice needs a label.';
  const values = choices.map(({ value, label }) => value || label.trim());
  return new Set(values).size < values.length ? 'Two choices are the same.' : undefined;
}

const isIncomplete = (values: FieldValues): boolean =>
  keyIn(values) === '' ||
  keyFault(keyIn(values)) !== undefined ||
  (hasChoices(values) && choicesFault(values.choices) !== undefined);

export const bodyOf =
  (recordType: RecordName) =>
  (values: FieldValues): FieldCreate | undefined => {
    if (isIncomplete(values)) return undefined;
    const { type, visible_to } = values;
    return {
      record_type: recordType,
      key: keyIn(values),
      type,
      label: values.label.trim(),
      choices: hasChoices(values)
        ? values.choices.map(({ value, label, active }) => ({
            value: value || label.trim(),
            label: label.trim(),
            active,
          }))
        : [],
      description: values.description.trim() || null,
      default: values.default.type === type ? values.default.value : null,
      required: values.required,
      visible_to,
      editable_by: visible_to === 'agents' ? 'agents' : values.editable_by,
      filterable: values.filterable && type !== 'long_text',
    };
  };

/** Returns the field as it will be once it is saved, for its preview. */
export const fieldOf = (recordType: RecordName, values: FieldValues): Field => ({
  id: '',
  record_type: recordType,
  ...values,
  key: keyIn(values) || 'field',
  label: values.label.trim() || 'Field',
  choices: values.choices.filter(({ label }) => label.trim() !== ''),
  description: values.description.trim() || null,
  default: values.default.type === values.type ? values.default.value : null,
  position: 0,
  active: true,
  index: null,
  created_at: '',
  updated_at: '',
  version: 1,
});

/** Returns the new positions of fields, in their order, after one of them has moved up or down by one place. */
export const movedPositions = (fields: readonly Placed[], id: string, step: 1 | -1): Placed[] =>
  placeAt(fields, id, fields.findIndex((field) => field.id === id) + step);

export const sortFields = inOrder;
