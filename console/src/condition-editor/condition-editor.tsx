// The editor of a condition knows its fields and its value, and nothing about the record that has the condition.
import { useEffect, useRef, useState } from 'react';
import {
  addGroup,
  addRow,
  type CalendarNames,
  changeAt,
  type ConditionField,
  countRows,
  describeCondition,
  fieldsByName,
  type GroupValue,
  neighbourOf,
  printCondition,
} from '../conditions/index.ts';
import { ConditionGroup, type Editing } from './condition-group.tsx';
import styles from './conditions.module.css';

interface ConditionEditorProps {
  value: GroupValue;
  fields: readonly ConditionField[];
  calendars: CalendarNames;
  /** New rows name this field. */
  firstField?: string;
  /** Messages by JSON pointers within the condition, such as `/all/0/value`. */
  faults: ReadonlyMap<string, string>;
  onChange: (value: GroupValue) => void;
}

interface Focus {
  key: string;
  selector: string;
}

/** Focuses the part that was added, or one beside that which was removed. */
function useFocus() {
  const box = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<Focus>();
  useEffect(() => {
    if (!focus) return;
    const part = box.current?.querySelector(`[data-key="${focus.key}"]`) ?? box.current;
    part?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);
  return { box, setFocus };
}

const reader =
  (faults: ReadonlyMap<string, string>): Editing['faultAt'] =>
  (pointer, isGroup) => {
    const name = /^\/(all|any|none)$/;
    for (const [at, message] of faults) {
      if (!at.startsWith(pointer)) continue;
      const rest = at.slice(pointer.length);
      if (rest === '' || (isGroup ? name.test(rest) : rest.startsWith('/'))) return message;
    }
    return undefined;
  };

export function ConditionEditor({
  value: root,
  fields,
  calendars,
  firstField,
  faults,
  onChange,
}: ConditionEditorProps) {
  const { box, setFocus } = useFocus();
  const known = fieldsByName(fields);
  const first = known.get(firstField ?? '') ?? fields[0];
  const printed = printCondition(root, known);
  if (!first) return null;
  const add = (added: ReturnType<typeof addRow>) => {
    onChange(added.root);
    setFocus({ key: added.key, selector: 'select' });
  };
  return (
    <div ref={box} className={styles.editor}>
      <ConditionGroup
        group={root}
        path={[]}
        pointer=""
        editing={{
          root,
          rows: countRows(root),
          fields: known,
          calendars,
          faultAt: reader(faults),
          onChange,
          onAddRow: (path) => add(addRow(root, path, first)),
          onAddGroup: (path) => add(addGroup(root, path, first)),
          onRemove: (path) => {
            onChange(changeAt(root, path, () => undefined));
            const key = neighbourOf(root, path);
            setFocus({ key, selector: key === root.key ? 'button' : 'select' });
          },
        }}
      />
      <p className={styles.sentence} aria-live="polite">
        {printed
          ? describeCondition(printed, known, calendars)
          : 'Some conditions have no value yet.'}
      </p>
    </div>
  );
}
