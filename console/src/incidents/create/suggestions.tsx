// Values that similar cases suggest are accepted one by one.
import { Button } from '../../ui/forms/button.tsx';
import { AssistantIcon, DoneIcon } from '../../ui/icons.ts';
import { fieldLabel } from '../../words/index.ts';
import styles from './suggestions.module.css';
import type { CreateForm } from './use-create-form.ts';

export function Suggestions({ form }: { form: CreateForm }) {
  const { suggestions } = form;
  if (suggestions.length === 0)
    return (
      <p className={styles.hint}>
        As you write, a priority, category and group are suggested from similar cases.
      </p>
    );
  return (
    <section className={styles.suggestions} aria-label="Suggestions">
      <h2>
        <AssistantIcon />
        From similar cases
      </h2>
      <ul>
        {suggestions.map(({ field, value, confidence, reasoning }) => (
          <li key={field}>
            <span className={styles.suggested}>
              {fieldLabel(field)} <b>{value}</b>
            </span>
            <span className={styles.confidence} title={reasoning}>
              <meter min={0} max={1} value={confidence} aria-label="Confidence" />
              {`${Math.round(confidence * 100)} %`}
            </span>
            <Button
              icon={<DoneIcon />}
              label={`Accept ${fieldLabel(field)} ${value}`}
              onClick={() => form.setField(field, value)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
