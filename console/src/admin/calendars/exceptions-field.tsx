// Exceptions are dates with other hours, such as public holidays, in their order.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { AddIcon } from '../../ui/icons.ts';
import styles from './calendars.module.css';
import {
  type CalendarValues,
  type ExceptionValue,
  newException,
  sortDates,
  withDates,
} from './calendars.values.ts';
import { ExceptionRow } from './exception-row.tsx';
import { readPasted } from './pasted-dates.ts';
import { PastedField } from './pasted-field.tsx';
import { usePreview } from './use-preview.ts';

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

interface ExceptionsFieldProps {
  values: CalendarValues;
  onChanges: (part: Partial<CalendarValues>) => void;
}

export function ExceptionsField({ values, onChanges }: ExceptionsFieldProps) {
  const { exceptions, pasted } = values;
  const preview = usePreview(values);
  // The service has seen the pasted dates among the others, so its places are not those of the rows.
  const faults = pasted === '' ? preview.faults : NO_FAULTS;
  const [openKey, setOpenKey] = useState<string>();
  const [isPasting, setIsPasting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ selector: string }>();
  useEffect(() => {
    if (focus) box.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);
  const set = (next: readonly ExceptionValue[]) => onChanges({ exceptions: next });
  const open = ({ key }: ExceptionValue, isOpen: boolean) => {
    setOpenKey(isOpen ? key : undefined);
    set(sortDates(exceptions));
    if (!isOpen) setFocus({ selector: `[data-key="${key}"] button` });
  };
  const closePasting = () => {
    setIsPasting(false);
    setFocus({ selector: '[data-paste]' });
  };
  const add = () => {
    const { dates, faults: unread } = readPasted(pasted);
    if (dates.length === 0) return;
    onChanges({
      exceptions: withDates(exceptions, dates),
      pasted: unread.map(({ line }) => line).join('\n'),
    });
    if (unread.length === 0) closePasting();
  };
  const fault = faults.get('/exceptions');
  return (
    <div ref={box} className={styles.exceptions}>
      {exceptions.length === 0 && (
        <p className={styles.hint}>
          Public holidays and other days with hours of their own. No list of them is built in.
        </p>
      )}
      <ul aria-label="Dates with other hours">
        {exceptions.map((exception, at) => (
          <ExceptionRow
            key={exception.key}
            exception={exception}
            pointer={`/exceptions/${at}`}
            faults={faults}
            isOpen={openKey === exception.key}
            onOpen={(isOpen) => open(exception, isOpen)}
            onChange={(part) => set(exceptions.with(at, { ...exception, ...part }))}
            onRemove={() => {
              set(exceptions.toSpliced(at, 1));
              const next = exceptions[at + 1] ?? exceptions[at - 1];
              setFocus({
                selector: next ? `[data-key="${next.key}"] button:last-of-type` : '[data-paste]',
              });
            }}
          />
        ))}
      </ul>
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
      {isPasting || pasted !== '' ? (
        <PastedField
          value={pasted}
          onChange={(text) => onChanges({ pasted: text })}
          onAdd={add}
          onClose={() => {
            onChanges({ pasted: '' });
            closePasting();
          }}
        />
      ) : (
        <div className={styles.below}>
          <Button
            icon={<AddIcon />}
            onClick={() => {
              const added = newException();
              set([...exceptions, added]);
              setOpenKey(added.key);
            }}
          >
            Add a date
          </Button>
          <Button data-paste onClick={() => setIsPasting(true)}>
            Paste many dates
          </Button>
        </div>
      )}
    </div>
  );
}
