// The name, category and texts that people see in the catalog.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import { categoriesQuery } from '../../../api/index.ts';
import fields from '../../../ui/forms/fields.module.css';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { type Faults, firstFault } from '../item.faults.ts';
import type { ItemValues } from '../item.values.ts';
import { iconLabels } from '../item.words.ts';
import styles from './parts.module.css';

const MAX_DESCRIPTION = 65_536;

interface BasicsProps {
  values: ItemValues;
  faults: Faults;
  onChange: (part: Partial<ItemValues>) => void;
  /** Enter in the category goes on to the questions. */
  onEnd: () => void;
}

const isPlainEnter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey;

function CategoryField({ values, faults, onChange, onEnd }: BasicsProps) {
  const id = useId();
  const { data = [] } = useQuery(categoriesQuery);
  const fault = firstFault(faults, '/category');
  return (
    <div className={fields.field}>
      <label htmlFor={id}>Category</label>
      <input
        id={id}
        className={fields.input}
        list={`${id}-list`}
        value={values.category}
        maxLength={255}
        autoComplete="off"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ currentTarget }) => onChange({ category: currentTarget.value })}
        onKeyDown={(event) => {
          if (isPlainEnter(event) && values.category.trim() !== '') onEnd();
        }}
      />
      <datalist id={`${id}-list`}>
        {data.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      {fault !== undefined && (
        <span id={`${id}-fault`} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

function DescriptionField({ values, faults, onChange }: BasicsProps) {
  const id = useId();
  const fault = firstFault(faults, '/description');
  return (
    <div className={fields.field}>
      <label htmlFor={id}>Description above the form, in Markdown</label>
      <textarea
        id={id}
        className={fields.text}
        rows={3}
        value={values.description}
        maxLength={MAX_DESCRIPTION}
        aria-invalid={fault === undefined ? undefined : true}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
      {fault !== undefined && (
        <span className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

export function Basics(props: BasicsProps) {
  const { values, faults, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles.basics}>
      <div>
        <TextField
          label="Name"
          value={values.name}
          maxLength={255}
          fault={firstFault(faults, '/name')}
          onChange={(name) => onChange({ name })}
          onEnter={() => box.current?.querySelector<HTMLElement>('input[list]')?.focus()}
        />
      </div>
      <CategoryField {...props} />
      <SelectField
        label="Icon"
        value={values.icon}
        options={iconLabels}
        fault={firstFault(faults, '/icon')}
        onChange={(icon) => onChange({ icon })}
      />
      <div className={styles.wide}>
        <TextField
          label="Summary, which the catalog shows below the name"
          value={values.summary}
          maxLength={1000}
          fault={firstFault(faults, '/summary')}
          onChange={(summary) => onChange({ summary })}
        />
      </div>
      <div className={styles.wide}>
        <DescriptionField {...props} />
      </div>
    </div>
  );
}
