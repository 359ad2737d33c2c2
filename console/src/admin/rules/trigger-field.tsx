// The sentence of a rule begins with the records and with the event that makes it run.
import { recordNouns, sinceWords, triggerWords, type Unit, units } from '../../actions/index.ts';
import type { AutomatedType, RuleTrigger } from '../../api/index.ts';
import fields from '../../ui/forms/fields.module.css';
import type { DueValue, Trigger } from './rule.values.ts';
import styles from './rules.module.css';

interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  isInvalid?: boolean;
  onChange: (value: Value) => void;
}

function Select<Value extends string>({
  label,
  value,
  options,
  isInvalid = false,
  onChange,
}: SelectProps<Value>) {
  return (
    <select
      className={fields.input}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {(Object.entries(options) as [Value, string][]).map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}

const triggers: Readonly<Record<RuleTrigger, string>> = {
  ...triggerWords,
  due: 'has waited for some time',
};

interface TriggerFieldProps {
  value: Trigger;
  /** The type of the records never changes. */
  isNew: boolean;
  onChange: (value: Trigger) => void;
}

export const TriggerField = ({ value, isNew, onChange }: TriggerFieldProps) => (
  <div className={styles.sentence} role="group" aria-label="When it runs">
    <span>When</span>
    {isNew ? (
      <Select<AutomatedType>
        label="Type of the records"
        value={value.record_type}
        options={recordNouns}
        onChange={(record_type) => onChange({ ...value, record_type })}
      />
    ) : (
      <b>{recordNouns[value.record_type]}</b>
    )}
    <Select<RuleTrigger>
      label="Event"
      value={value.on}
      options={triggers}
      onChange={(on) => onChange({ ...value, on })}
    />
  </div>
);

const unitWords: Readonly<Record<Unit, string>> = {
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
};

interface DueFieldProps {
  value: DueValue;
  /** Names by ids. */
  calendars: Readonly<Record<string, string>>;
  fault: string | undefined;
  onChange: (value: DueValue) => void;
}

export function DueField({ value, calendars, fault, onChange }: DueFieldProps) {
  const { amount, unit, calendar_id: id, since } = value;
  const hours = {
    '': 'round the clock',
    ...Object.fromEntries(
      Object.entries(calendars).map(([one, name]) => [one, `in the hours of ${name}`]),
    ),
    ...(id !== '' && calendars[id] === undefined && { [id]: 'in a calendar that is gone' }),
  };
  return (
    <>
      <div className={styles.sentence} role="group" aria-label="How long it waits">
        <span>after</span>
        <input
          className={fields.input}
          type="number"
          min={1}
          max={365 * (units.days / units.minutes)}
          aria-label="Time to wait"
          aria-invalid={fault !== undefined || undefined}
          value={amount}
          onChange={({ currentTarget }) => onChange({ ...value, amount: currentTarget.value })}
        />
        <Select<Unit>
          label="Unit of the time"
          value={unit}
          options={unitWords}
          onChange={(next) => onChange({ ...value, unit: next })}
        />
        <span>since</span>
        <Select<DueValue['since']>
          label="Begin of the time"
          value={since}
          options={sinceWords}
          onChange={(next) => onChange({ ...value, since: next })}
        />
        <Select
          label="Hours that count"
          value={id}
          options={hours}
          onChange={(next) => onChange({ ...value, calendar_id: next })}
        />
      </div>
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </>
  );
}
