// A planned window that overlaps a freeze is a conflict, unless the change is an emergency.
import { TextField } from '../../ui/forms/text-field.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { zoneName } from '../../ui/region/zone.ts';
import { type RowProps, RowsField } from './rows-field.tsx';
import { settingsSection } from './section.tsx';
import { type FreezeFields, freezeFields, freezesOf } from './settings.form.ts';
import styles from './settings.module.css';

const FreezeRow = ({ row, position, onChange, remove }: RowProps<FreezeFields>) => (
  <fieldset className={styles.row}>
    <legend>{`Freeze ${position}`}</legend>
    <TextField
      label="Name"
      value={row.name}
      maxLength={100}
      onChange={(name) => onChange({ name })}
    />
    <TimeField
      label="From"
      value={row.from}
      onChange={(from) => onChange({ from })}
      isZoneNamed={false}
    />
    <TimeField label="To" value={row.to} onChange={(to) => onChange({ to })} isZoneNamed={false} />
    <TextField
      label="CI classes, or empty for all"
      value={row.classes}
      onChange={(classes) => onChange({ classes })}
    />
    {remove}
  </fieldset>
);

export const freezes = settingsSection<{ change_freezes: readonly FreezeFields[] }>({
  title: 'Freezes',
  text: `Nothing should be changed during a freeze: a change planned to overlap one is marked as a conflict. Emergency changes are exempt. Times are in your time zone (${zoneName(Date.now())}).`,
  valuesOf: ({ change_freezes }) => ({ change_freezes: change_freezes.map(freezeFields) }),
  bodyOf: ({ change_freezes }) => {
    const complete = freezesOf(change_freezes);
    return complete && { change_freezes: complete };
  },
  fields: [
    {
      name: 'change_freezes',
      kind: 'own',
      label: 'Freezes',
      render: (value, onChange) => (
        <RowsField
          noun="freeze"
          value={value}
          blank={{ name: '', from: '', to: '', classes: '' }}
          onChange={onChange}
          Row={FreezeRow}
        />
      ),
    },
  ],
});
