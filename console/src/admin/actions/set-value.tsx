// The value that an action sets has an input that fits its field. Null clears the field.
import type { ReactNode } from 'react';
import { type ConditionField, NO_VALUE } from '../../conditions/index.ts';
import fields from '../../ui/forms/fields.module.css';
import { isLongField, isPersonField } from '../../words/index.ts';
import styles from './actions.module.css';
import { GroupField, PersonField } from './people-fields.tsx';

interface SetValueProps {
  field: ConditionField;
  value: unknown;
  label: string;
  fault: string | undefined;
  onChange: (value: unknown) => void;
}

/** Numbers are typed as text; values of no input are shown as they are stored. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const CLEARED = '\0';

function Pick({ field, value, label, fault, onChange }: SetValueProps) {
  const isYesNo = field.kind === 'boolean';
  const choices = isYesNo
    ? [
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]
    : (field.choices ?? []);
  const shown = value === null ? CLEARED : textOf(value);
  const isOffered = shown === '' || shown === CLEARED || choices.some((one) => one.value === shown);
  const read = (text: string): unknown => {
    if (text === CLEARED) return null;
    if (text === '') return undefined;
    return isYesNo ? text === 'true' : text;
  };
  return (
    <select
      className={fields.input}
      aria-label={label}
      aria-invalid={fault !== undefined || undefined}
      value={shown}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
    >
      {shown === '' && <option value="">Choose a value</option>}
      {!isOffered && <option value={shown}>{shown}</option>}
      {choices.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
      {field.optional && <option value={CLEARED}>{NO_VALUE}</option>}
    </select>
  );
}

const inputTypes: Readonly<Record<string, string>> = { number: 'number', date: 'date' };

function Line({ field, value, label, fault, onChange }: SetValueProps) {
  const isNumber = field.kind === 'number';
  const text = value === null ? '' : textOf(value);
  const props = {
    value: text,
    'aria-label': label,
    'aria-invalid': fault !== undefined || undefined,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const typed = currentTarget.value;
      onChange(typed === '' ? undefined : isNumber ? Number(typed) : typed);
    },
  };
  if (isLongField(field.name)) return <textarea {...props} className={fields.text} rows={3} />;
  return (
    <input
      {...props}
      className={fields.input}
      type={inputTypes[field.kind] ?? 'text'}
      step="any"
      autoComplete="off"
    />
  );
}

function inputOf(props: SetValueProps): ReactNode {
  const { field, value, fault, onChange } = props;
  const named = {
    label: 'To',
    value: typeof value === 'string' ? value : '',
    fault,
    onChange: (name: string) => onChange(name === '' ? undefined : name),
  };
  if (field.choices || field.kind === 'boolean') return <Pick {...props} />;
  if (field.name === 'assignment_group') return <GroupField {...named} />;
  return isPersonField(field.name) ? <PersonField {...named} /> : <Line {...props} />;
}

/** A choice offers no value among its options; other fields have a checkbox for it. */
export function SetValue(props: SetValueProps) {
  const { field, value, label, onChange } = props;
  const isPick = field.choices !== undefined || field.kind === 'boolean';
  if (isPick) return <Pick {...props} />;
  return (
    <div className={styles.value}>
      {value === null ? <p className={styles.cleared}>{NO_VALUE}</p> : inputOf(props)}
      {field.optional && (
        <label className={styles.clear}>
          <input
            type="checkbox"
            aria-label={`${label}: no value`}
            checked={value === null}
            onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : undefined)}
          />
          {NO_VALUE}
        </label>
      )}
    </div>
  );
}
