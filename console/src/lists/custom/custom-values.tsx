// A value of a custom field is typed as on the page of a record, or is a CI that is searched for.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relatedSearchQuery } from '../../api/index.ts';
import { escapeComma, unescapeComma } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn } from '../../ui/forms/time-text.ts';
import { localInput } from '../../ui/marks/time.ts';
import type { FilterValueProps } from '../filter-row.ts';
import styles from '../filters.module.css';

export function CiValue({ row: { label }, onSet, onCancel }: FilterValueProps) {
  const [q, setQ] = useState('');
  const { data = [] } = useQuery(relatedSearchQuery('ci', q));
  return (
    <ChoiceField
      label={label}
      choices={data.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
      onSearch={setQ}
      onChoose={onSet}
      onCancel={onCancel}
    />
  );
}

function TimeValue({ row: { label }, value, onSet }: FilterValueProps) {
  const [local, setLocal] = useState(value === undefined ? '' : localInput(value));
  const set = () => {
    const chosen = instantIn(local);
    if (chosen) onSet(chosen);
  };
  return (
    <div className={styles.entry}>
      <TimeField label={label} value={local} onChange={setLocal} onEnter={set} />
      <Button variant="primary" onClick={set}>
        Apply
      </Button>
    </div>
  );
}

function TextValue({ row: { label, entry }, value = '', onSet }: FilterValueProps) {
  const [text, setText] = useState(unescapeComma(value));
  const set = () => {
    const chosen = text.trim();
    if (chosen !== '') onSet(escapeComma(chosen));
  };
  return (
    <div className={styles.entry}>
      <TextField
        label={label}
        type={entry === 'date' ? 'date' : 'text'}
        value={text}
        onChange={setText}
        onEnter={set}
      />
      <Button variant="primary" onClick={set}>
        Apply
      </Button>
    </div>
  );
}

export const TypedValue = (props: FilterValueProps) =>
  props.row.entry === 'datetime' ? <TimeValue {...props} /> : <TextValue {...props} />;
