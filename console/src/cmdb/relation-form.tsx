// The form reads as a sentence: the name of the CI, a verb and another CI.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relatedSearchQuery } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { AddIcon } from '../ui/icons.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import styles from './ci.module.css';
import { type RelationKey, relationVerbs } from './ci.words.ts';
import { relate } from './relate.ts';
import type { CiName } from './relation.ts';

interface RelationFormProps {
  ci: CiName;
  hasRelation: (key: RelationKey, other: CiName) => boolean;
  onDone: () => void;
}

const SEARCH_MS = 150;

function Fields({ ci, hasRelation, onDone }: RelationFormProps) {
  const [key, setKey] = useState<RelationKey>('depends_on out');
  const [q, setQ] = useState('');
  const [fault, setFault] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const { data = [] } = useQuery(relatedSearchQuery('ci', useDebounced(q, SEARCH_MS)));
  const found = data.filter((one) => one.id !== ci.id && !hasRelation(key, one));
  const add = async (id: string) => {
    const other = found.find((one) => one.id === id);
    if (!other || isSaving) return;
    setSaving(true);
    const refused = await relate({ ci, key, other }, 'add');
    setSaving(false);
    setFault(refused);
    if (refused === undefined) onDone();
  };
  return (
    <div className={styles.relationForm}>
      <b>{ci.name}</b>
      <SelectField
        label="Relation"
        value={key}
        options={relationVerbs}
        onChange={(next) => setKey(next as RelationKey)}
      />
      <ChoiceField
        label="Other CI"
        placeholder="Name, address or id of the other CI"
        choices={found.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
        onSearch={setQ}
        onChoose={(id) => void add(id)}
        onCancel={onDone}
        emptyText="No other CI has this name."
      />
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export function AddRelation(props: Omit<RelationFormProps, 'onDone'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="New relation"
      isOpen={isOpen}
      onChange={setOpen}
      target={
        <Button icon={<AddIcon />} onClick={() => setOpen(!isOpen)}>
          Add relation
        </Button>
      }
    >
      <Fields {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}
