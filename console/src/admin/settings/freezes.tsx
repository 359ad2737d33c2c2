// Periods in which nothing should be changed.
import { useState } from 'react';
import type { Settings } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, DeleteIcon } from '../../ui/icons.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { Section } from './section.tsx';
import { type FreezeFields, freezeFields, freezesOf } from './settings.form.ts';
import styles from './settings.module.css';

type Row = FreezeFields & { key: number };

let lastKey = 0;
const keyed = (fields: FreezeFields): Row => ({ ...fields, key: (lastKey += 1) });

interface FreezeRowProps {
  row: Row;
  position: number;
  onChange: (part: Partial<FreezeFields>) => void;
  onRemove: () => void;
}

const FreezeRow = ({ row, position, onChange, onRemove }: FreezeRowProps) => (
  <fieldset className={styles.row}>
    <legend>{`Freeze ${position}`}</legend>
    <TextField
      label="Name"
      value={row.name}
      maxLength={100}
      onChange={(name) => onChange({ name })}
    />
    <TextField
      label="From"
      type="datetime-local"
      value={row.from}
      onChange={(from) => onChange({ from })}
    />
    <TextField
      label="To"
      type="datetime-local"
      value={row.to}
      onChange={(to) => onChange({ to })}
    />
    <TextField
      label="CI classes, or empty for all"
      value={row.classes}
      onChange={(classes) => onChange({ classes })}
    />
    <Button
      look="quiet"
      icon={<DeleteIcon />}
      label={`Remove ${row.name || `freeze ${position}`}`}
      onClick={onRemove}
    />
  </fieldset>
);

export function FreezesSection({ settings }: { settings: Settings }) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    settings.change_freezes.map((freeze) => keyed(freezeFields(freeze))),
  );
  const freezes = freezesOf(rows);
  return (
    <Section
      title="Freezes"
      text="Periods in which nothing should be changed: a planned window that overlaps one is a conflict. Emergency changes are exempt. Times are local."
      settings={settings}
      patch={freezes && { change_freezes: freezes }}
    >
      {rows.length === 0 && <p className={styles.none}>There are no freezes.</p>}
      {rows.map((row, index) => (
        <FreezeRow
          key={row.key}
          row={row}
          position={index + 1}
          onChange={(part) =>
            setRows(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
          }
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <div>
        <Button
          icon={<AddIcon />}
          onClick={() => setRows([...rows, keyed({ name: '', from: '', to: '', classes: '' })])}
        >
          Add a freeze
        </Button>
      </div>
    </Section>
  );
}
