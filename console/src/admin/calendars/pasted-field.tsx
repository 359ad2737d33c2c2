// Many dates are pasted at once. Lines that cannot be read stay in the field, each with its reason.
import { useId } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import styles from './calendars.module.css';
import { datesText } from './calendars.words.ts';
import { readPasted } from './pasted-dates.ts';

interface PastedFieldProps {
  value: string;
  onChange: (text: string) => void;
  onAdd: () => void;
  onClose: () => void;
}

const EXAMPLE = '2026-12-24 Christmas Eve 08:00-12:00\n2026-12-25 Christmas Day';
/** Further ones are counted. */
const MAX_SHOWN = 5;

export function PastedField({ value, onChange, onAdd, onClose }: PastedFieldProps) {
  const { dates, faults } = readPasted(value);
  const id = useId();
  const shown = faults.slice(0, MAX_SHOWN);
  return (
    <div className={styles.pasted} role="group" aria-labelledby={id}>
      <TextArea
        label="One date per line, with its name"
        value={value}
        hasFocus
        onChange={onChange}
        onSend={onAdd}
      />
      <p id={id} className={styles.hint}>
        For example:
        <code>{EXAMPLE}</code>
        Without hours, the day is closed. A date that is there is replaced.
      </p>
      {shown.length > 0 && (
        <div className={styles.faults} role="alert">
          <ul>
            {shown.map(({ line, text }, at) => (
              <li key={`${at} ${line}`}>
                <q>{line.slice(0, 60)}</q> {text}
              </li>
            ))}
            {faults.length > shown.length && (
              <li>{`${faults.length - shown.length} more lines cannot be read.`}</li>
            )}
          </ul>
        </div>
      )}
      <div className={styles.below}>
        <Button
          variant="primary"
          unavailable={dates.length === 0 ? 'There is no date in the text.' : undefined}
          onClick={onAdd}
        >
          {dates.length === 0 ? 'Add the dates' : `Add ${datesText(dates.length)}`}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </div>
  );
}
