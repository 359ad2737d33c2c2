// The list is searched by typing and chosen from by arrows and Enter; it stays open, so that several can be chosen.
import { Combobox } from '@mantine/core';
import { useState } from 'react';
import fields from '../forms/fields.module.css';
import { DoneIcon } from '../icons.ts';
import { useOpenCombobox } from './open-combobox.ts';
import { KitProvider } from './provider.tsx';
import { firstField } from '../forms/first-field.ts';
import styles from './kit.module.css';

interface CheckItem {
  value: string;
  label: string;
  detail?: string | undefined;
  /** The title, such as the address of a person, is shown on hover. */
  title?: string | undefined;
  isChecked?: boolean;
}

interface CheckListProps {
  label: string;
  items: readonly CheckItem[];
  onToggle: (value: string) => void;
  onCancel: () => void;
}

export function CheckList({ label, items, onToggle, onCancel }: CheckListProps) {
  const [text, setText] = useState('');
  const { store: combobox, listId } = useOpenCombobox();
  const query = text.trim().toLowerCase();
  const shown = items.filter((item) => item.label.toLowerCase().includes(query));
  return (
    <KitProvider>
      <Combobox
        key={label}
        store={combobox}
        withinPortal={false}
        onOptionSubmit={onToggle}
        classNames={{ option: styles.item ?? '', options: styles.options ?? '' }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <input
            key={label}
            className={fields.input}
            aria-label={label}
            placeholder={label}
            value={text}
            {...firstField}
            autoFocus
            autoComplete="off"
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={listId} aria-label={label}>
          {shown.length === 0 && <Combobox.Empty>Nothing matches.</Combobox.Empty>}
          {shown.map(({ value, label: name, detail, title, isChecked }) => (
            <Combobox.Option key={value} value={value} title={title} active={isChecked ?? false}>
              <span className={styles.option}>
                <span className={styles.checked} data-checked={isChecked || undefined}>
                  {isChecked !== undefined && <DoneIcon />}
                  {name}
                </span>
                {detail !== undefined && <small>{detail}</small>}
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox>
    </KitProvider>
  );
}
