// Members of a group are searched in the directory, and added and removed one by one.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { directoryQuery } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { AddIcon, CloseIcon } from '../../ui/icons.ts';
import { Initials } from '../../ui/marks/person.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { learnNames, usePersonNames } from '../../words/index.ts';
import styles from './members.module.css';

interface MembersFieldProps {
  value: readonly string[];
  onChange: (members: readonly string[]) => void;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An address needs no account here: other systems may know the person. */
const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function MemberPicker({
  members,
  onAdd,
  onClose,
}: {
  members: readonly string[];
  onAdd: (email: string) => void;
  onClose: () => void;
}) {
  const [q, setQ] = useState('');
  const { data: people = [], isFetching } = useQuery(directoryQuery(q, 'person'));
  const isMember = (email: string) => members.some((member) => isSame(member, email));
  const found = people.flatMap(({ name, email }) =>
    email === null || isMember(email) ? [] : [{ name, email }],
  );
  const isNew = isAddress(q) && !isMember(q) && !found.some(({ email }) => isSame(email, q));
  return (
    <ChoiceField
      label="Add a member"
      placeholder="Name or e-mail address"
      choices={[
        ...found.map(({ name, email }) => ({
          value: email,
          label: name,
          detail: email,
          mark: <Initials name={name} />,
        })),
        ...(isNew ? [{ value: q, label: q, detail: 'not in the directory' }] : []),
      ]}
      onSearch={setQ}
      onChoose={(email) => {
        const person = found.find((one) => one.email === email);
        if (person) learnNames([[person.email, person.name]]);
        onAdd(email);
      }}
      onCancel={onClose}
      emptyText={isFetching ? 'Searching…' : 'Nobody else has this name.'}
    />
  );
}

export function MembersField({ value, onChange }: MembersFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  /** The button gets the focus back from the search. */
  const [hasSearched, setHasSearched] = useState(false);
  const search = (isOpen: boolean) => {
    setIsAdding(isOpen);
    setHasSearched(true);
  };
  const nameOf = usePersonNames();
  // An undo applies to the members of then, when other fields may have been edited since.
  const latest = useRef({ value, onChange });
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    latest.current = { value, onChange };
  });
  const change = (to: (members: readonly string[]) => readonly string[]) =>
    latest.current.onChange(to(latest.current.value));
  const without = (email: string) => (members: readonly string[]) =>
    members.filter((member) => !isSame(member, email));
  const add = (email: string) => {
    change((members) => [...members, email]);
    search(false);
    toast(`${nameOf(email)} is added when you save.`, {
      action: { label: 'Undo', run: () => change(without(email)) },
    });
  };
  const remove = (email: string, at: number) => {
    change(without(email));
    // The focus stays in the list, so that several can be removed by the keyboard.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
    toast(`${nameOf(email)} is removed when you save.`, {
      action: {
        label: 'Undo',
        run: () => change((members) => [...members.slice(0, at), email, ...members.slice(at)]),
      },
    });
  };
  return (
    <div className={styles.members}>
      <span id="members" className={styles.label}>
        Members {value.length > 0 && <small>{value.length}</small>}
      </span>
      {value.length === 0 && <p className={styles.none}>Nobody is a member yet.</p>}
      <ul ref={list} aria-labelledby="members">
        {value.map((email, at) => (
          <li key={email}>
            <Initials name={nameOf(email)} />
            <span className={styles.name}>
              {nameOf(email)}
              {nameOf(email) !== email && <small>{email}</small>}
            </span>
            <Button
              variant="quiet"
              icon={<CloseIcon />}
              label={`Remove ${nameOf(email)}`}
              onClick={() => remove(email, at)}
            />
          </li>
        ))}
      </ul>
      {isAdding ? (
        <MemberPicker members={value} onAdd={add} onClose={() => search(false)} />
      ) : (
        <Button icon={<AddIcon />} autoFocus={hasSearched} onClick={() => search(true)}>
          Add a member
        </Button>
      )}
    </div>
  );
}
