// Everyone may order an item, or those of whom a condition holds.
import { ConditionEditor } from '../../../condition-editor/index.ts';
import {
  addRow,
  type ConditionField,
  fieldsByName,
  type GroupValue,
  readCondition,
} from '../../../conditions/index.ts';
import { ChoiceField } from './choice-field.tsx';
import type { Faults } from '../item.faults.ts';

const FIRST = 'requester.department';
const NO_CALENDARS = {};

interface AudienceFieldProps {
  value: GroupValue | null;
  /** A condition can name these fields of a person. */
  fields: readonly ConditionField[];
  faults: Faults;
  onChange: (value: GroupValue | null) => void;
}

export function AudienceField({ value, fields, faults, onChange }: AudienceFieldProps) {
  const known = fieldsByName(fields);
  const first = known.get(FIRST) ?? fields[0];
  const begin = () => {
    const root = readCondition({ all: [] }, known);
    onChange(first ? addRow(root, [], first).root : root);
  };
  return (
    <>
      <ChoiceField
        label="People who may order it"
        value={value === null ? 'everyone' : 'some'}
        options={{ everyone: 'Everyone', some: 'People of whom this holds' }}
        unavailable={first ? {} : { some: 'The fields of people could not be read.' }}
        onChange={(next) => (next === 'everyone' ? onChange(null) : begin())}
      />
      {value !== null && (
        <ConditionEditor
          value={value}
          fields={fields}
          calendars={NO_CALENDARS}
          firstField={FIRST}
          faults={faults}
          onChange={onChange}
        />
      )}
    </>
  );
}
