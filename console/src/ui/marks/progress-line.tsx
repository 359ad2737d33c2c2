// A line of steps in a list: one bar for each, and the name of the one that is under way.
import styles from './progress-line.module.css';
import { type Step, stepText } from './progress-text.ts';

export const ProgressLine = ({ steps }: { steps: readonly Step[] }) => (
  <span className={styles.progress}>
    <span className={styles.bars} aria-hidden>
      {steps.map(({ status }, index) => (
        // eslint-disable-next-line react/no-array-index-key -- steps have their order only
        <span key={index} data-status={status} />
      ))}
    </span>
    <span className={styles.text}>{stepText(steps)}</span>
  </span>
);
