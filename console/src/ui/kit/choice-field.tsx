// The field searches a list of choices, such as people, groups or states, while somebody types.
import { Combobox } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import fields from '../forms/fields.module.css';
import { useOpenCombobox } from './open-combobox.ts';
import { KitProvider } from './provider.tsx';
import { firstField } from '../forms/first-field.ts';
import styles from './kit.module.css';

interface Choice {
  value: string;
  label: string;
  detail?: string | undefined;
  /** Choices of one group follow each other under its heading. */
  group?: string | undefined;
  /** The mark, such as initials, appears before the label. */
  mark?: ReactNode;
  /** The title, such as the address of a person, is shown on hover. */
  title?: string | undefined;
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

/** Groups choices under their headings, in the order given. */
function groupChoices(
  choices: readonly Choice[],
): { group: string | undefined; members: Choice[] }[] {
  const groups: { group: string | undefined; members: Choice[] }[] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && last.group === choice.group) last.members.push(choice);
    else groups.push({ group: choice.group, members: [choice] });
  }
  return groups;
}

const Option = ({ value, label, detail, mark, title }: Choice) => (
  <Combobox.Option value={value} title={title}>
    <span className={styles.option}>
      <span className={styles.marked}>
        {mark}
        {label}
      </span>
      {detail !== undefined && <small>{detail}</small>}
    </span>
  </Combobox.Option>
);

/** The list is open from the start, so that the first key press already searches. */
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
  const { store: combobox, listId } = useOpenCombobox();
  const shown = onSearch
    ? choices
    : choices.filter((choice) => choice.label.toLowerCase().includes(text.trim().toLowerCase()));
  const first = shown[0]?.value;
  // Enter takes the first match, even if it arrives after the last letter.
  useEffect(() => {
    if (text !== '') combobox.selectFirstOption();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store is created again and does the same
  }, [text, first]);
  return (
    <KitProvider>
      <Combobox
        store={combobox}
        withinPortal={false}
        onOptionSubmit={onChoose}
        classNames={{
          option: styles.item ?? '',
          options: styles.options ?? '',
          groupLabel: styles.groupLabel ?? '',
        }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
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
            }}
            onKeyDown={(event) => event.key === 'Escape' && onCancel()}
          />
        </Combobox.EventsTarget>
        <Combobox.Options id={listId} aria-label={label}>
          {shown.length === 0 && <Combobox.Empty>{emptyText}</Combobox.Empty>}
          {groupChoices(shown).map(({ group, members }, index) =>
            group === undefined ? (
              members.map((choice) => <Option key={choice.value} {...choice} />)
            ) : (
              <Combobox.Group key={`${group} ${index}`} label={group}>
                {members.map((choice) => (
                  <Option key={choice.value} {...choice} />
                ))}
              </Combobox.Group>
            ),
          )}
        </Combobox.Options>
      </Combobox>
    </KitProvider>
  );
}
