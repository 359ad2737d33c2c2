// Fields are listed in the order of forms, in which they are moved by buttons.
import type { Field } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AscendingIcon, DescendingIcon } from '../../ui/icons.ts';
import { Progress } from '../../ui/marks/progress.tsx';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { typeLabels } from './fields.form.ts';
import styles from './fields.module.css';

function Index({ index }: Pick<Field, 'index'>) {
  if (index === null) return null;
  if (index.state === 'ready') return <li>Filterable</li>;
  if (index.state === 'failed') return <li data-tone="red">The index failed</li>;
  return (
    <li className={styles.index}>
      <Progress label={`Index, ${index.percent} %`} value={index.percent} max={100} />
    </li>
  );
}

const Marks = ({ field }: { field: Field }) => (
  <ul className={styles.marks}>
    {field.required && <li>Required</li>}
    {field.visible_to === 'agents' && <li>Agents only</li>}
    {field.visible_to === 'everyone' && field.editable_by === 'agents' && <li>Set by agents</li>}
    <Index index={field.index} />
  </ul>
);

interface FieldRowsProps {
  label: string;
  fields: readonly Field[];
  current: string | undefined;
  onOpen: (id: string) => void;
  /** Retired fields have no order. */
  onMove?: (id: string, step: 1 | -1) => void;
}

interface MoveProps {
  field: Field;
  isFirst: boolean;
  isLast: boolean;
  onMove: (id: string, step: 1 | -1) => void;
}

const Move = ({ field: { id, label }, isFirst, isLast, onMove }: MoveProps) => (
  <span className={styles.tools}>
    <Button
      variant="quiet"
      icon={<AscendingIcon />}
      label={`Move ${label} up`}
      unavailable={isFirst ? 'This is the first field.' : undefined}
      onClick={() => onMove(id, -1)}
    />
    <Button
      variant="quiet"
      icon={<DescendingIcon />}
      label={`Move ${label} down`}
      unavailable={isLast ? 'This is the last field.' : undefined}
      onClick={() => onMove(id, 1)}
    />
  </span>
);

export function FieldRows({ label, fields, current, onOpen, onMove }: FieldRowsProps) {
  const restoring = useRestoredFocus(fields.map(({ id }) => id).join());
  return (
    <ol className={styles.rows} aria-label={label} {...restoring}>
      {fields.map((field, index) => (
        <li key={field.id} data-current={field.id === current || undefined}>
          <div className={styles.name}>
            <button type="button" onClick={() => onOpen(field.id)}>
              {field.label}
            </button>
            <small>
              {typeLabels[field.type]} · <code>{field.key}</code>
            </small>
          </div>
          <Marks field={field} />
          {onMove && (
            <Move
              field={field}
              isFirst={index === 0}
              isLast={index === fields.length - 1}
              onMove={onMove}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
