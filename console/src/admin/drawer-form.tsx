// A form in the drawer beside a list: its fields, what was refused, and the button that saves.
import type { ReactNode } from 'react';
import { faultOf } from '../api/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { Button } from '../ui/forms/button.tsx';
import styles from './drawer-form.module.css';

interface DrawerFormProps {
  label: string;
  error: unknown;
  submitLabel: string;
  unavailable: string | undefined;
  onSubmit: () => void;
  /** Beside the button, for what is done less often. */
  actions?: ReactNode;
  /** What saving brings with it. */
  note?: string | undefined;
  children: ReactNode;
}

function Fault({ error }: { error: unknown }) {
  return (
    <p className={styles.fault} role="alert">
      {faultText(faultOf(error))}
    </p>
  );
}

export const DrawerForm = ({
  label,
  error,
  submitLabel,
  unavailable,
  onSubmit,
  actions,
  note,
  children,
}: DrawerFormProps) => (
  <form
    className={styles.form}
    aria-label={label}
    onSubmit={(event) => {
      event.preventDefault();
      if (unavailable === undefined) onSubmit();
    }}
  >
    {children}
    {note !== undefined && <p className={styles.note}>{note}</p>}
    {error !== null && error !== undefined && <Fault error={error} />}
    <div className={styles.foot}>
      <Button type="submit" look="primary" unavailable={unavailable}>
        {submitLabel}
      </Button>
      {actions}
    </div>
  </form>
);

/** Fields that belong together. */
export const FieldGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{label}</legend>
    {children}
  </fieldset>
);
