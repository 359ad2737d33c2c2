// Fields are set one below the other.
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { nextKey, type SetRow } from '../../actions/index.ts';
import { ruleFieldsQuery } from '../../api/index.ts';
import { type ConditionField, fieldNamed, fieldsByName } from '../../conditions/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { AddIcon, CloseIcon } from '../../ui/icons.ts';
import type { FormProps } from './form-props.ts';
import styles from './actions.module.css';
import { SetValue } from './set-value.tsx';
import { settableFields } from './settable.ts';

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The API names a custom field by its key within `custom`. */
const pointerOf = ({ field }: SetRow): string => `/${field.replace('.', '/')}`;

interface RowProps {
  row: SetRow;
  number: number;
  offered: readonly ConditionField[];
  /** These fields are set by other rows. */
  taken: ReadonlySet<string>;
  fault: string | undefined;
  onChange: (row: SetRow) => void;
  onRemove: (() => void) | undefined;
}

function Row({ row, number, offered, taken, fault, onChange, onRemove }: RowProps) {
  const field = fieldNamed(fieldsByName(offered), row.field);
  const isOffered = offered.some(({ name }) => name === row.field);
  return (
    <li className={styles.setRow}>
      <select
        className={fields.input}
        aria-label={`Field ${number}`}
        value={row.field}
        onChange={({ currentTarget }) =>
          onChange({ ...row, field: currentTarget.value, value: undefined })
        }
      >
        {!isOffered && (
          <option value={row.field}>{row.field === '' ? 'Choose a field' : field.label}</option>
        )}
        {offered
          .filter(({ name }) => name === row.field || !taken.has(name))
          .map(({ name, label }) => (
            <option key={name} value={name}>
              {capital(label)}
            </option>
          ))}
      </select>
      <div className={styles.setValue}>
        {row.field !== '' && (
          <SetValue
            key={row.field}
            field={field}
            value={row.value}
            label={`Value of field ${number}`}
            fault={fault}
            onChange={(value) => onChange({ ...row, value })}
          />
        )}
      </div>
      {onRemove && (
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={`Do not set field ${number}`}
          onClick={onRemove}
        />
      )}
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </li>
  );
}

export function SetForm({ value: rows, type, faultAt, onChange }: FormProps<'set'>) {
  const { data } = useQuery(ruleFieldsQuery(type));
  const list = useRef<HTMLUListElement>(null);
  const offered = settableFields(type, data ?? []);
  const taken = new Set(rows.map(({ field }) => field));
  return (
    <>
      <ul ref={list} className={styles.setRows}>
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            number={at + 1}
            offered={offered}
            taken={taken}
            fault={row.field === '' ? undefined : faultAt(pointerOf(row))}
            onChange={(next) => onChange(rows.with(at, next))}
            onRemove={
              rows.length === 1
                ? undefined
                : () => {
                    onChange(rows.toSpliced(at, 1));
                    list.current?.querySelector('select')?.focus();
                  }
            }
          />
        ))}
      </ul>
      <div>
        <Button
          variant="quiet"
          icon={<AddIcon />}
          onClick={() => onChange([...rows, { key: nextKey(), field: '', value: undefined }])}
        >
          Set another field
        </Button>
      </div>
    </>
  );
}
