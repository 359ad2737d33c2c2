// The event types that a webhook sends are chosen by record type, each with its meaning.
import type { EventName } from '../../api/index.ts';
import { eventGroups } from '../event-names.ts';
import styles from './event-picker.module.css';

interface EventPickerProps {
  events: readonly EventName[];
  isReadOnly: boolean;
  fault: string | undefined;
  onChange: (events: EventName[]) => void;
}

export const EventPicker = ({ events, isReadOnly, fault, onChange }: EventPickerProps) => {
  const toggle = (name: EventName) =>
    onChange(events.includes(name) ? events.filter((one) => one !== name) : [...events, name]);
  return (
    <div className={styles.groups}>
      {eventGroups.map((group) => (
        <fieldset key={group.label}>
          <legend>{group.label}</legend>
          {group.events.map(({ name, meaning }) => (
            <label key={name} className={styles.event}>
              <input
                type="checkbox"
                checked={events.includes(name)}
                disabled={isReadOnly}
                onChange={() => toggle(name)}
              />
              <span>
                <code>{name}</code>
                <small>{meaning}</small>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
};
