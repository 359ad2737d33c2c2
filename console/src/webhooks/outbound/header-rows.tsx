// Deliveries can have extra headers, such as a key of the receiver.
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon, CloseIcon } from '../../ui/icons.ts';
import styles from '../form.module.css';
import type { HeaderRow } from './webhook.draft.ts';

interface HeaderRowsProps {
  headers: readonly HeaderRow[];
  isReadOnly: boolean;
  onChange: (headers: HeaderRow[]) => void;
}

export function HeaderRows({ headers, isReadOnly, onChange }: HeaderRowsProps) {
  const edit = (index: number, part: Partial<HeaderRow>) =>
    onChange(headers.map((one, at) => (at === index ? { ...one, ...part } : one)));
  return (
    <div className={styles.headers}>
      {headers.map(({ name, value }, index) => (
        // Headers are identified by their place while their name is typed.
        // eslint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.header}>
          <input
            aria-label={`Name of header ${index + 1}`}
            placeholder="authorization"
            value={name}
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => edit(index, { name: event.currentTarget.value })}
          />
          <input
            aria-label={`Value of header ${index + 1}`}
            placeholder="Bearer …"
            value={value}
            readOnly={isReadOnly}
            autoComplete="off"
            onChange={(event) => edit(index, { value: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <Button
              variant="quiet"
              icon={<CloseIcon />}
              label={`Remove header ${index + 1}`}
              onClick={() => onChange(headers.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button icon={<AddIcon />} onClick={() => onChange([...headers, { name: '', value: '' }])}>
          Add a header
        </Button>
      )}
    </div>
  );
}
