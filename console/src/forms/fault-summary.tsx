// Names the questions that need another answer, each with a link to its field. It stands above a form that was sent.
import type { Form } from '../api/index.ts';
import { focusQuestion } from './form-fields.tsx';
import styles from './form.module.css';
import { summaryText } from './use-shown-faults.ts';

interface FaultSummaryProps {
  form: Form;
  /** The fields have ids that begin with it. */
  id: string;
  faults: ReadonlyMap<string, string>;
}

/** A fault of the whole form has no field. */
export function FaultSummary({ form, id, faults }: FaultSummaryProps) {
  if (faults.size === 0) return null;
  const keys = new Set(form.map(({ key }) => key));
  return (
    <section className={styles.summary} aria-label="Answers that are not right yet">
      <p>{summaryText(faults.size)}:</p>
      <ul>
        {[...faults].map(([key, message]) => (
          <li key={key}>
            {keys.has(key) ? (
              <a
                href={`#${id}-${key}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusQuestion(id, key);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
