import styles from './progress.module.css';
import { numberText } from '../region/region.ts';

interface ProgressProps {
  label: string;
  value: number;
  max: number;
}

export const Progress = ({ label, value, max }: ProgressProps) => (
  <div className={styles.progress}>
    <span>
      {label}
      {max > 1 && <small>{` ${numberText(value)} of ${numberText(max)}`}</small>}
    </span>
    <progress aria-label={label} {...(max > 1 && { value, max })} />
  </div>
);
