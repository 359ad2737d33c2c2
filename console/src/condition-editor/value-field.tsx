// The value of a row has an input that fits the operator and the kind of the field.
import {
  type CalendarNames,
  type ConditionField,
  NO_VALUE,
  operandOf,
  type RowValue,
  type ValueText,
} from '../conditions/index.ts';
import fields from '../ui/forms/fields.module.css';
import { TextLines } from '../ui/forms/text-lines.tsx';
import { TimeField } from '../ui/forms/time-field.tsx';
import styles from './conditions.module.css';

export interface ValueFieldProps {
  row: RowValue;
  field: ConditionField;
  calendars: CalendarNames;
  /** Names the row, such as "condition 2". */
  label: string;
  describedBy: string | undefined;
  onChange: (texts: readonly ValueText[]) => void;
}

interface Option {
  value: string;
  label: string;
}

interface PickProps extends ValueFieldProps {
  options: readonly Option[];
  placeholder: string;
}

/** A stored value that is not offered any more stays in the list. */
function Pick({ row, options, placeholder, label, describedBy, onChange }: PickProps) {
  const value = row.texts[0] ?? '';
  const isOffered = options.some((one) => one.value === value);
  return (
    <select
      className={fields.input}
      aria-label={`Value of ${label}`}
      aria-describedby={describedBy}
      aria-invalid={describedBy !== undefined || undefined}
      value={value}
      onChange={(event) => onChange([event.currentTarget.value])}
    >
      {!isOffered && <option value={value}>{value === '' ? placeholder : value}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  );
}

/** Several values are chosen by checkboxes, which take one key each. */
function Checks({ row, field, label, onChange }: ValueFieldProps) {
  const { texts } = row;
  const known: { value: ValueText; label: string }[] = [...(field.choices ?? [])];
  const others = texts.filter((text) => text !== null && !known.some((one) => one.value === text));
  const isEmptyShown = field.optional || texts.includes(null);
  const all = [
    ...known,
    ...others.map((text) => ({ value: text, label: text ?? '' })),
    ...(isEmptyShown ? [{ value: null, label: NO_VALUE }] : []),
  ];
  return (
    <div role="group" aria-label={`Values of ${label}`} className={styles.checks}>
      {all.map(({ value, label: text }) => (
        <label key={value ?? ''}>
          <input
            type="checkbox"
            checked={texts.includes(value)}
            onChange={({ currentTarget }) =>
              onChange(
                all
                  .map((one) => one.value)
                  .filter((one) => (one === value ? currentTarget.checked : texts.includes(one))),
              )
            }
          />
          {text}
        </label>
      ))}
    </div>
  );
}

function Line({ row, field, label, describedBy, onChange }: ValueFieldProps) {
  const types = { number: 'number', date: 'date' } as const;
  return (
    <input
      className={fields.input}
      type={types[field.kind as keyof typeof types] ?? 'text'}
      step="any"
      aria-label={`Value of ${label}`}
      aria-describedby={describedBy}
      aria-invalid={describedBy !== undefined || undefined}
      autoComplete="off"
      maxLength={400}
      value={row.texts[0] ?? ''}
      onChange={(event) => onChange([event.currentTarget.value])}
    />
  );
}

const answers: readonly Option[] = [
  { value: 'true', label: 'yes' },
  { value: 'false', label: 'no' },
];

const isText = (text: ValueText): text is string => text !== null;

export function ValueField(props: ValueFieldProps) {
  const { row, field, calendars, onChange } = props;
  const operand = operandOf(row.operator);
  if (operand === 'presence') return null;
  if (operand === 'calendar')
    return (
      <Pick
        {...props}
        placeholder="Choose a calendar"
        options={Object.entries(calendars).map(([value, label]) => ({ value, label }))}
      />
    );
  if (operand === 'list')
    return field.choices ? (
      <Checks {...props} />
    ) : (
      <TextLines
        label="Values, one per line"
        value={row.texts.filter(isText)}
        onChange={onChange}
      />
    );
  if (field.kind === 'boolean')
    return <Pick {...props} placeholder="Choose yes or no" options={answers} />;
  if (field.choices)
    return <Pick {...props} placeholder="Choose a value" options={field.choices} />;
  if (field.kind === 'time')
    return (
      <TimeField label="Time" value={row.texts[0] ?? ''} onChange={(text) => onChange([text])} />
    );
  return <Line {...props} />;
}
