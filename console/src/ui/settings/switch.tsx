// A setting is on or off, and may explain what it does.
import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  label: ReactNode;
  detail?: ReactNode;
  isOn: boolean;
  /** The message says why the setting cannot be changed. */
  unavailable?: string | undefined;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, detail, isOn, unavailable, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row} title={unavailable}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isOn}
        disabled={unavailable !== undefined}
        aria-describedby={detail === undefined ? undefined : `${id}-detail`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {detail !== undefined && <p id={`${id}-detail`}>{detail}</p>}
      </div>
    </div>
  );
}
