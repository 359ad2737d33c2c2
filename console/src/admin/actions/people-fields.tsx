// Groups and people are named by searching the directory.
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { directoryQuery } from '../../api/index.ts';
import { usePersonChoices } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { usePersonNames } from '../../words/index.ts';
import styles from './actions.module.css';

interface NameFieldProps {
  label: string;
  value: string;
  fault?: string | undefined;
  onChange: (value: string) => void;
}

const ignore = () => undefined;

type Found = Pick<ComponentProps<typeof SearchField>, 'choices' | 'isSearching' | 'emptyText'> & {
  learn?: (value: string) => void;
};

function useGroupChoices(q: string): Found {
  const { data = [], isPending, isPlaceholderData } = useQuery(directoryQuery(q, 'group'));
  const isSearching = isPending || isPlaceholderData;
  return {
    choices: data.map(({ name }) => ({ value: name, label: name })),
    isSearching,
    emptyText: isSearching ? 'Searching…' : 'No group has this name.',
  };
}

export function GroupField({ value, onChange, ...rest }: NameFieldProps) {
  const [q, setQ] = useState('');
  const { choices, isSearching, emptyText } = useGroupChoices(q);
  return (
    <SearchField
      {...rest}
      text={value}
      choices={choices}
      isSearching={isSearching}
      emptyText={emptyText}
      onSearch={setQ}
      onChoose={onChange}
      onClear={() => onChange('')}
      onTyping={ignore}
    />
  );
}

export function PersonField({ value, onChange, ...rest }: NameFieldProps) {
  const nameOf = usePersonNames();
  const [q, setQ] = useState('');
  const { choices, isSearching, emptyText, learn } = usePersonChoices(q);
  return (
    <SearchField
      {...rest}
      text={value === '' ? '' : nameOf(value)}
      choices={choices}
      isSearching={isSearching}
      emptyText={emptyText}
      onSearch={setQ}
      onChoose={(email) => {
        learn(email);
        onChange(email);
      }}
      onClear={() => onChange('')}
      onTyping={ignore}
    />
  );
}

interface NamesFieldProps {
  label: string;
  value: readonly string[];
  /** Returns the words of a chosen value. */
  nameOf: (value: string) => string;
  /** Returns the choices for a typed text. */
  useChoices: (q: string) => Found;
  fault?: string | undefined;
  onChange: (value: readonly string[]) => void;
}

function NamesField({ label, value, nameOf, useChoices, fault, onChange }: NamesFieldProps) {
  const [q, setQ] = useState('');
  const { choices, isSearching, emptyText, learn } = useChoices(q);
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className={styles.names}>
      <SearchField
        key={value.length}
        label={label}
        text=""
        choices={choices.filter((choice) => !value.includes(choice.value))}
        isSearching={isSearching}
        emptyText={emptyText}
        fault={fault}
        onSearch={setQ}
        onChoose={(chosen) => {
          learn?.(chosen);
          onChange([...value, chosen]);
        }}
        onClear={ignore}
        onTyping={ignore}
      />
      {value.length > 0 && (
        <ul aria-label={`Chosen: ${label.toLowerCase()}`}>
          {value.map((one) => (
            <li key={one}>
              {nameOf(one)}
              <Button
                variant="quiet"
                icon={<CloseIcon />}
                label={`Remove ${nameOf(one)}`}
                onClick={() => {
                  onChange(value.filter((other) => other !== one));
                  box.current?.querySelector('input')?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type ListFieldProps = Omit<NamesFieldProps, 'nameOf' | 'useChoices'>;

export const PeopleField = (props: ListFieldProps) => (
  <NamesField {...props} nameOf={usePersonNames()} useChoices={usePersonChoices} />
);

const sameName = (name: string): string => name;

export const GroupsField = (props: ListFieldProps) => (
  <NamesField {...props} nameOf={sameName} useChoices={useGroupChoices} />
);

interface RolesOrPeopleProps extends ListFieldProps {
  /** The API names the roles by these keys. */
  roles: Readonly<Record<string, string>>;
}

/** A mail goes to people by their role in the record, or by their address. */
export function RolesOrPeopleField({ roles, ...props }: RolesOrPeopleProps) {
  const nameOf = usePersonNames();
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const useChoices = (q: string): Found => {
    const people = usePersonChoices(q);
    const matching = Object.entries(roles)
      .filter(([, words]) => words.includes(q.toLowerCase()))
      .map(([value, words]) => ({ value, label: capital(words), detail: 'of the record' }));
    return { ...people, choices: [...matching, ...people.choices] };
  };
  return (
    <NamesField
      {...props}
      nameOf={(value) => capital(roles[value] ?? nameOf(value))}
      useChoices={useChoices}
    />
  );
}
