// The form as an employee has it on a phone. It can be filled in; nothing is sent.
import { useState } from 'react';
import type { Form, FormValues } from '../../api/index.ts';
import { FormFields, useShownFaults } from '../../forms/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import styles from './item.module.css';

export interface PreviewedItem {
  name: string;
  summary: string | null;
  description: string | null;
  form: Form;
}

const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';

export function ItemPreview({ item }: { item: PreviewedItem }) {
  const [values, setValues] = useState<FormValues>({});
  const { form, description } = item;
  const shown = useShownFaults(form, values);
  return (
    <div className={styles.phone}>
      <h3>{item.name.trim() || 'Name of the item'}</h3>
      {!isEmpty(item.summary) && <p className={styles.summary}>{item.summary}</p>}
      {description !== null && !isEmpty(description) && <LazyMarkdown text={description} />}
      {form.length === 0 ? (
        <p className={styles.summary}>The form has no questions yet.</p>
      ) : (
        <FormFields
          form={form}
          values={values}
          faults={shown.faults}
          onLeave={shown.leave}
          onChange={(key, value) => setValues({ ...values, [key]: value })}
        />
      )}
      {Object.keys(values).length > 0 && (
        <div>
          <Button variant="quiet" onClick={() => setValues({})}>
            Empty the form
          </Button>
        </div>
      )}
    </div>
  );
}
