// Chooses several records, such as the CIs of a change.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relatedSearchQuery } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { useCiNames } from '../links/record-names.ts';
import type { PropertyValue } from './property-field.ts';
import styles from './properties.module.css';

interface IdsEditorProps {
  label: string;
  of: 'ci' | 'incident';
  value: PropertyValue;
  onSave: (value: PropertyValue) => void;
  onCancel: () => void;
}

export function IdsEditor({ label, of, value, onSave, onCancel }: IdsEditorProps) {
  const [ids, setIds] = useState<readonly string[]>(Array.isArray(value) ? value : []);
  const [q, setQ] = useState('');
  const { data = [] } = useQuery(relatedSearchQuery(of, q));
  const nameOf = useCiNames(of === 'ci' ? ids : []);
  // Next to records that are chosen already, the first twenty of all would only be in the way.
  const isSearching = q !== '' || ids.length === 0;
  return (
    <div className={styles.ids}>
      {ids.length > 0 && (
        <ul aria-label={`Chosen ${label}`}>
          {ids.map((id) => (
            <li key={id}>
              {nameOf(id)}
              <Button
                variant="quiet"
                icon={<CloseIcon />}
                label={`Remove ${nameOf(id)}`}
                onClick={() => setIds(ids.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ChoiceField
        key={ids.length}
        label={label}
        choices={(isSearching ? data : [])
          .filter(({ id }) => !ids.includes(id))
          .map(({ id, name }) => ({ value: id, label: name, detail: id }))}
        emptyText={isSearching ? undefined : 'Type to search for another one.'}
        onSearch={setQ}
        onChoose={(id) => {
          setIds([...ids, id]);
          setQ('');
        }}
        onCancel={onCancel}
      />
      <div className={styles.idsFoot}>
        <Button variant="primary" onClick={() => onSave(ids)}>
          Save
        </Button>
      </div>
    </div>
  );
}
