// Asks for what a step needs, below the header.
import type { ReactNode } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import styles from './step-panel.module.css';

interface StepPanelProps {
  label: string;
  onCancel: () => void;
  children: ReactNode;
}

export const StepPanel = ({ label, onCancel, children }: StepPanelProps) => (
  <section
    className={styles.panel}
    aria-label={label}
    onKeyDown={(event) => event.key === 'Escape' && onCancel()}
  >
    <div className={styles.form}>{children}</div>
    <Button look="quiet" icon={<CloseIcon />} label="Cancel" keys={['Escape']} onClick={onCancel} />
  </section>
);
