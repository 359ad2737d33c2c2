// A field that searches a list of choices as one types: people, groups, states.
import { Combobox, useCombobox } from '@mantine/core';
import { useState } from 'react';
import fields from '../forms/fields.module.css';
import { KitProvider } from './provider.tsx';
import { firstField } from '../forms/first-field.ts';
import styles from './kit.module.css';

interface Choice {
  value: string;
  label: string;
  detail?: string | undefined;
}

interface ChoiceFieldProps {
  label: string;
  choices: readonly Choice[];
  onSearch?: (text: string) => void;
  onChoose: (value: string) => void;
  onCancel: () => void;
  placeholder?: string;
  emptyText?: string | undefined;
}

/** Open from the start: the first key press already searches. */
export function ChoiceField({
  label,
  choices,
  onSearch,
  onChoose,
  onCancel,
  placeholder,
  emptyText = 'Nothing matches.',
}: ChoiceFieldProps) {
  const [text, setText] = useState('');
  const combobox = useCombobox({ defaultOpened: true });
  const shown = onSearch
    ? choices
    : choices.filter((choice) => choice.label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <KitProvider>
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={onChoose}
        classNames={{ option: styles.item ?? '', options: styles.options ?? '' }}
      >
        <Combobox.EventsTarget>
          <input
            className={fields.input}
            aria-label={label}
            placeholder={placeholder ?? label}
            value={text}
            autoFocus
            {...firstField}
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value);
              onSearch?.(event.currentTarget.value.trim());
              combobox.openDropdown();
              combobox.selectFirstOption();
            }}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          />
        </Combobox.EventsTarget>
        <Combobox.Options aria-label={label}>
          {shown.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
          {shown.map(({ value, label: name, detail }) => (
            <Combobox.Option key={value} value={value}>
              <span className={styles.option}>
                <span>{name}</span>
                {detail !== undefined && <small>{detail}</small>}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
    </KitProvider>
  );
}
