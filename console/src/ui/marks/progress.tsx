import styles from './progress.module.css';

interface ProgressProps {
  label: string;
  value: number;
  max: number;
}

const numbers = new Intl.NumberFormat('en');

export const Progress = ({ label, value, max }: ProgressProps) => (
  <div className={styles.progress}>
    <span>
      {label}
      {max > 1 && <small>{` ${numbers.format(value)} of ${numbers.format(max)}`}</small>}
    </span>
    <progress aria-label={label} {...(max > 1 && { value, max })} />
  </div>
);
