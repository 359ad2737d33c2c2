// Chooses or enters the values of one filter.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQuery } from '../api/index.ts';
import { valuesOf } from '../search/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { CheckList } from '../ui/forms/check-list.tsx';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import type { FilterValueProps } from './filter-row.ts';
import { usePersonChoices } from './people/use-person-choices.tsx';
import styles from './filters.module.css';
import { isoOf, localDay } from '../ui/region/zone.ts';

function Entry({ row: { label, from }, value = '', onSet }: FilterValueProps) {
  const isDay = from === 'day';
  const [text, setText] = useState(isDay && value !== '' ? localDay(Date.parse(value)) : value);
  // The API takes times; a day begins at midnight of the reader.
  const set = () => {
    const chosen = isDay ? isoOf(text) : text.trim();
    if (chosen) onSet(chosen);
  };
  return (
    <div className={styles.entry}>
      <TextField
        label={label}
        type={isDay ? 'date' : 'text'}
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

function FromPeople({ row: { label }, onSet, onCancel }: FilterValueProps) {
  const [q, setQ] = useState('');
  const { choices, emptyText } = usePersonChoices(q);
  return (
    <ChoiceField
      label={label}
      choices={choices}
      onSearch={setQ}
      onChoose={onSet}
      onCancel={onCancel}
      emptyText={emptyText}
    />
  );
}

function FromGroups({ row: { label }, onSet, onCancel }: FilterValueProps) {
  const [q, setQ] = useState('');
  const { data = [] } = useQuery(directoryQuery(q, 'group'));
  return (
    <ChoiceField
      label={label}
      choices={data.map(({ name, email }) => ({
        value: name,
        label: name,
        detail: email ?? undefined,
      }))}
      onSearch={setQ}
      onChoose={onSet}
      onCancel={onCancel}
    />
  );
}

export function FilterValue(props: FilterValueProps) {
  const { row, value, onToggle, onCancel } = props;
  if (row.Value) return <row.Value {...props} />;
  if (row.from === 'person') return <FromPeople {...props} />;
  if (row.from === 'group') return <FromGroups {...props} />;
  if (!row.values) return <Entry {...props} />;
  const chosen = valuesOf(value);
  return (
    <CheckList
      label={row.label}
      items={Object.entries(row.values).map(([name, label]) => ({
        value: name,
        label,
        isChecked: chosen.includes(name),
      }))}
      onToggle={onToggle}
      onCancel={onCancel}
    />
  );
}
