// A date is one line; its editor opens below it.
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { TextField } from '../../ui/forms/text-field.tsx';
import { CloseIcon, EditIcon } from '../../ui/icons.ts';
import styles from './calendars.module.css';
import type { ExceptionValue } from './calendars.values.ts';
import { fullDate, hoursText } from './calendars.words.ts';
import { HoursField } from './hours-field.tsx';
import { faultAt } from './use-preview.ts';

export interface ExceptionRowProps {
  exception: ExceptionValue;
  /** The JSON pointer names the exception. */
  pointer: string;
  faults: ReadonlyMap<string, string>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onChange: (part: Partial<ExceptionValue>) => void;
  onRemove: () => void;
}

function Editor({ exception, pointer, faults, onOpen, onChange }: ExceptionRowProps) {
  const { date, name, hours } = exception;
  const box = useRef<HTMLDivElement>(null);
  const label = useId();
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  // Enter is done with the date; it does not save the calendar.
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onOpen(false);
  };
  return (
    <div ref={box} className={styles.editor} onKeyDown={keys}>
      <div className={styles.named}>
        <TextField
          type="date"
          label="Date"
          value={date}
          fault={faultAt(faults, `${pointer}/date`)}
          onChange={(next) => onChange({ date: next })}
        />
        <TextField
          label="Name of the date"
          value={name}
          maxLength={100}
          fault={faultAt(faults, `${pointer}/name`)}
          onChange={(next) => onChange({ name: next })}
        />
      </div>
      <div role="group" aria-labelledby={label} className={styles.own}>
        <span id={label}>Hours</span>
        <HoursField
          label={name || 'the date'}
          value={hours}
          faultOf={(at) => faultAt(faults, `${pointer}/hours/${at}`)}
          onChange={(next) => onChange({ hours: next })}
        />
      </div>
      <Button onClick={() => onOpen(false)}>Done</Button>
    </div>
  );
}

export function ExceptionRow(props: ExceptionRowProps) {
  const { exception, pointer, faults, isOpen, onOpen, onRemove } = props;
  const { date, name, hours } = exception;
  const called = name || fullDate(date) || 'the new date';
  const fault = isOpen ? undefined : faultAt(faults, pointer);
  const isIncomplete = date === '' || name.trim() === '';
  return (
    <li data-key={exception.key}>
      <div className={styles.line}>
        <span className={styles.date}>{fullDate(date) || 'New date'}</span>
        <span className={styles.called}>
          {name}
          <small>{hoursText(hours)}</small>
        </span>
        <Button
          variant="quiet"
          icon={<EditIcon />}
          label={`Edit ${called}`}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={`Remove ${called}`}
          onClick={onRemove}
        />
      </div>
      {isOpen && <Editor {...props} />}
      {!isOpen && isIncomplete && (
        <span className={fields.fault}>Enter the date and its name, or remove it.</span>
      )}
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </li>
  );
}
