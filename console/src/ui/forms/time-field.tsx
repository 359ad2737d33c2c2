// A date and time is typed in the format of the console, or chosen from the calendar of the browser.
import { useId, useRef, useState } from 'react';
import { ScheduledIcon } from '../icons.ts';
import { Button } from './button.tsx';
import fields from './fields.module.css';
import { firstField } from './first-field.ts';
import styles from './time-field.module.css';
import { readTime, showTime, UNREADABLE } from './time-text.ts';
import { instantOf, zoneName } from '../region/zone.ts';

interface TimeFieldProps {
  label: string;
  /** The value is local time such as "2026-11-30T20:00"; empty for none, `UNREADABLE` while the text is not a time. */
  value: string;
  onChange: (local: string) => void;
  onEnter?: () => void;
  fault?: string | null | undefined;
  /** Where several fields follow each other, only one names the zone. */
  isZoneNamed?: boolean;
}

export function TimeField({
  label,
  value,
  onChange,
  onEnter,
  fault,
  isZoneNamed = true,
}: TimeFieldProps) {
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(showTime(value));
  const [isLeft, setIsLeft] = useState(false);
  const shownFault =
    value === UNREADABLE && isLeft ? 'Enter a time such as 30 Nov 2026 20:00.' : fault;
  const isTime = value !== '' && value !== UNREADABLE;
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.line}>
        <input
          id={id}
          type="text"
          className={fields.input}
          value={text}
          placeholder="30 Nov 2026 20:00"
          {...firstField}
          autoComplete="off"
          aria-invalid={shownFault ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value;
            setText(next);
            setIsLeft(false);
            onChange(next.trim() === '' ? '' : (readTime(next, Date.now()) ?? UNREADABLE));
          }}
          onBlur={() => {
            setIsLeft(true);
            if (isTime) setText(showTime(value));
          }}
          onKeyDown={({ key }) => {
            if (key !== 'Enter') return;
            setIsLeft(true);
            onEnter?.();
          }}
        />
        <Button
          variant="quiet"
          icon={<ScheduledIcon />}
          label={`${label}: choose from a calendar`}
          onClick={() => picker.current?.showPicker()}
        />
        <input
          ref={picker}
          type="datetime-local"
          className={styles.picker}
          tabIndex={-1}
          aria-hidden
          value={isTime ? value : ''}
          onChange={({ currentTarget }) => {
            setText(showTime(currentTarget.value));
            onChange(currentTarget.value);
          }}
        />
      </span>
      <span id={`${id}-note`} className={styles.notes}>
        {shownFault && (
          <span className={fields.fault} role="alert">
            {shownFault}
          </span>
        )}
        {isZoneNamed && (
          <small className={styles.zone}>{zoneName(instantOf(value) ?? Date.now())}</small>
        )}
      </span>
    </div>
  );
}
