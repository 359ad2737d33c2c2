// Somebody is put in copy, or made to watch the record.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQuery, faultOf, type Participant } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Initials } from '../../ui/marks/person.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { learnNames } from '../../words/index.ts';
import { type AddedKind, addedKinds } from './people.words.ts';
import styles from './related.module.css';

interface AddPersonProps {
  record: string;
  known: readonly Participant[];
  /** The kind is not asked for if it is given. */
  kind?: AddedKind;
  /** Is written on the button. */
  text?: string;
  onAdd: (kind: AddedKind, email: string) => Promise<void>;
}

const SEARCH_MS = 150;

function useChoices({ known }: AddPersonProps, kind: AddedKind, text: string) {
  const q = useDebounced(text, SEARCH_MS);
  const { data = [], isFetching } = useQuery(directoryQuery(q, 'person'));
  const taken = new Set(
    known.filter((one) => one.kind === kind).map(({ email }) => email.toLowerCase()),
  );
  const people = data.flatMap(({ name, email }) =>
    email === null || taken.has(email.toLowerCase()) ? [] : [{ name, email }],
  );
  // A person in copy may be a customer, whom the directory does not have.
  const isAddress = kind === 'cc' && text.includes('@');
  const isListed = people.some(({ email }) => email.toLowerCase() === text.toLowerCase());
  const choices = people.map(({ name, email }) => ({
    value: email,
    label: name,
    title: email,
    mark: <Initials name={name} />,
  }));
  return {
    people,
    isFetching,
    choices:
      isAddress && !isListed
        ? [...choices, { value: text, label: `Use “${text}”`, title: text }]
        : choices,
  };
}

function Fields(props: AddPersonProps & { onDone: () => void }) {
  const { onAdd, onDone } = props;
  const [kind, setKind] = useState<AddedKind>(props.kind ?? 'watcher');
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const { people, choices, isFetching } = useChoices(props, kind, text);
  const add = async (email: string) => {
    learnNames(people.map((one) => [one.email, one.name]));
    try {
      await onAdd(kind, email);
      onDone();
    } catch (error) {
      setFault(faultText(faultOf(error)));
    }
  };
  return (
    <div className={styles.form}>
      {props.kind === undefined && (
        <SelectField
          label="The person"
          value={kind}
          options={addedKinds}
          onChange={(next) => setKind(next as AddedKind)}
          takesFocus={false}
        />
      )}
      <ChoiceField
        label="Person"
        placeholder={kind === 'cc' ? 'Name or address' : 'Name'}
        choices={choices}
        onSearch={setText}
        onChoose={(email) => void add(email)}
        onCancel={onDone}
        emptyText={isFetching ? 'Searching…' : 'Nobody has this name.'}
      />
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

export function AddPerson(props: AddPersonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label={`${props.text ?? 'Add a person'} to ${props.record}`}
      isOpen={isOpen}
      onChange={setOpen}
      target={
        <Button icon={<AddIcon />} onClick={() => setOpen(!isOpen)}>
          {props.text ?? 'Add a person'}
        </Button>
      }
    >
      <Fields {...props} onDone={() => setOpen(false)} />
    </Popover>
  );
}
