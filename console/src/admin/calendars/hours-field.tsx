// The hours of a day are a row of times; a day without hours is closed.
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { AddIcon, CloseIcon } from '../../ui/icons.ts';
import styles from './calendars.module.css';
import { type Hours, readClock, type Span, withSpan } from './hours.ts';

interface TimeProps {
  label: string;
  value: string;
  describedBy: string | undefined;
  isRefused: boolean;
  onChange: (text: string) => void;
}

/** Times of the browser end at 23:59, so this field takes text. */
function Time({ label, value, describedBy, isRefused, onChange }: TimeProps) {
  const [isLeft, setIsLeft] = useState(false);
  const read = readClock(value);
  return (
    <input
      className={fields.input}
      aria-label={label}
      value={value}
      placeholder="00:00"
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      aria-invalid={isRefused || (isLeft && read === undefined) || undefined}
      aria-describedby={describedBy}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setIsLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => {
        setIsLeft(true);
        if (read !== undefined && read !== value) onChange(read);
      }}
    />
  );
}

interface SpanRowProps {
  label: string;
  span: Span;
  fault: string | undefined;
  onChange: (span: Span) => void;
  onRemove: () => void;
}

function SpanRow({ label, span: [from, to], fault, onChange, onRemove }: SpanRowProps) {
  const id = useId();
  const rest = { describedBy: fault && id, isRefused: fault !== undefined };
  return (
    <li>
      <span className={styles.span}>
        <Time
          label={`${label} from`}
          value={from}
          {...rest}
          onChange={(text) => onChange([text, to])}
        />
        <span aria-hidden>–</span>
        <Time
          label={`${label} to`}
          value={to}
          {...rest}
          onChange={(text) => onChange([from, text])}
        />
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={`Remove ${label} ${from}–${to}`}
          onClick={onRemove}
        />
      </span>
      {fault !== undefined && (
        <span id={id} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </li>
  );
}

interface HoursFieldProps {
  /** The label names the day, such as "Monday". */
  label: string;
  value: Hours;
  /** Returns the message about the span at this place. */
  faultOf: (at: number) => string | undefined;
  onChange: (hours: Hours) => void;
}

export function HoursField({ label, value, faultOf, onChange }: HoursFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ selector: string }>();
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);
  const nameOf = (at: number) => (value.length > 1 ? `${label}, part ${at + 1},` : label);
  return (
    <div ref={box} className={styles.hours}>
      {value.length === 0 && <span className={styles.closed}>Closed</span>}
      <ul>
        {value.map((span, at) => (
          <SpanRow
            // eslint-disable-next-line react/no-array-index-key -- spans have no other name
            key={at}
            label={nameOf(at)}
            span={span}
            fault={faultOf(at)}
            onChange={(next) => onChange(value.with(at, next))}
            onRemove={() => {
              onChange(value.toSpliced(at, 1));
              setFocus({ selector: ':scope > button' });
            }}
          />
        ))}
      </ul>
      <Button
        variant="quiet"
        icon={<AddIcon />}
        label={value.length === 0 ? `Open ${label}` : `Add hours on ${label}`}
        onClick={() => {
          onChange(withSpan(value));
          setFocus({ selector: 'li:last-child input' });
        }}
      />
    </div>
  );
}
