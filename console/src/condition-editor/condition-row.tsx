// A row compares a field with a value.
import { useId } from 'react';
import {
  type CalendarNames,
  choiceId,
  type ConditionField,
  fieldNamed,
  type Fields,
  offeredOperators,
  operandOf,
  operatorChoices,
  operatorWords,
  type RowValue,
  withField,
  withOperator,
  withTexts,
} from '../conditions/index.ts';
import { Button } from '../ui/forms/button.tsx';
import fields from '../ui/forms/fields.module.css';
import { CloseIcon } from '../ui/icons.ts';
import styles from './conditions.module.css';
import { ValueField } from './value-field.tsx';

interface ConditionRowProps {
  row: RowValue;
  /** Places from the root on, such as "2.1". */
  number: string;
  fields: Fields;
  calendars: CalendarNames;
  fault: string | undefined;
  onChange: (row: RowValue) => void;
  onRemove: () => void;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function FieldSelect({ row, number, fields: known, onChange }: ConditionRowProps) {
  const isKnown = known.has(row.field);
  return (
    <select
      className={fields.input}
      aria-label={`Field of condition ${number}`}
      value={row.field}
      onChange={({ currentTarget }) =>
        onChange(withField(row, fieldNamed(known, currentTarget.value)))
      }
    >
      {!isKnown && <option value={row.field}>{fieldNamed(known, row.field).label}</option>}
      {[...known.values()].map(({ name, label }) => (
        <option key={name} value={name}>
          {capital(label)}
        </option>
      ))}
    </select>
  );
}

function OperatorSelect({
  row,
  number,
  onChange,
  field,
}: ConditionRowProps & { field: ConditionField }) {
  const isFalse = operandOf(row.operator) === 'presence' && row.texts[0] === 'false';
  const choices = operatorChoices(offeredOperators(field, row.operator));
  return (
    <select
      className={fields.input}
      aria-label={`Comparison of condition ${number}`}
      value={choiceId(row.operator, isFalse)}
      onChange={({ currentTarget }) => {
        const choice = choices.find(({ id }) => id === currentTarget.value);
        if (choice) onChange(withOperator(row, field, choice.operator, choice.isFalse));
      }}
    >
      {choices.map(({ id, operator, isFalse: isNegative }) => (
        <option key={id} value={id}>
          {operatorWords(operator, field.kind, isNegative)}
        </option>
      ))}
    </select>
  );
}

/** The service names the calendar by its id. */
const NO_CALENDAR = 'There is no such calendar any more. Choose another one.';

export function ConditionRow(props: ConditionRowProps) {
  const { row, number, fields: known, calendars, fault, onChange, onRemove } = props;
  const id = useId();
  const field = fieldNamed(known, row.field);
  const message = operandOf(row.operator) === 'calendar' ? fault && NO_CALENDAR : fault;
  return (
    <li data-key={row.key} className={styles.row} aria-label={`Condition ${number}`}>
      <div className={styles.parts}>
        <FieldSelect {...props} />
        <OperatorSelect {...props} field={field} />
        <div className={styles.value}>
          <ValueField
            key={`${row.field} ${operandOf(row.operator)}`}
            row={row}
            field={field}
            calendars={calendars}
            label={`condition ${number}`}
            describedBy={fault === undefined ? undefined : id}
            onChange={(texts) => onChange(withTexts(row, texts))}
          />
        </div>
      </div>
      <Button
        variant="quiet"
        icon={<CloseIcon />}
        label={`Remove condition ${number}`}
        onClick={onRemove}
      />
      {fault !== undefined && (
        <span id={id} className={fields.fault} role="alert">
          {message}
        </span>
      )}
    </li>
  );
}
