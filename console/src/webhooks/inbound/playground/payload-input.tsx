// The payload to try is that of a received event, or a pasted one.
import { useId } from 'react';
import { Button } from '../../../ui/forms/button.tsx';
import { Instant } from '../../../ui/marks/instant.tsx';
import styles from './playground.module.css';

interface PayloadInputProps {
  text: string;
  fault: string | undefined;
  /** The time is set if the payload is that of a received event. */
  eventAt: string | undefined;
  onChange: (text: string) => void;
}

export function PayloadInput({ text, fault, eventAt, onChange }: PayloadInputProps) {
  const id = useId();
  const format = () => onChange(JSON.stringify(JSON.parse(text), null, 2));
  return (
    <section className={styles.part} aria-label="Payload">
      <div className={styles.head}>
        <label htmlFor={id}>Payload</label>
        {eventAt !== undefined && (
          <span className={styles.hint}>
            received <Instant at={eventAt} />
          </span>
        )}
        <Button
          variant="quiet"
          unavailable={
            fault !== undefined || text.trim() === '' ? 'The payload is not JSON yet.' : undefined
          }
          onClick={format}
        >
          Format
        </Button>
      </div>
      <textarea
        id={id}
        className={styles.payload}
        value={text}
        spellCheck={false}
        placeholder="Paste a JSON object as the sender posts it. Trying it creates nothing."
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </section>
  );
}
