// A group says how its rows and groups are joined.
import { useId } from 'react';
import {
  type CalendarNames,
  changeAt,
  changeGroup,
  type Fields,
  type GroupName,
  groupNames,
  type GroupValue,
  isRow,
  type Path,
  reasonAgainstGroup,
  reasonAgainstRow,
} from '../conditions/index.ts';
import { Button } from '../ui/forms/button.tsx';
import fields from '../ui/forms/fields.module.css';
import { AddIcon, CloseIcon } from '../ui/icons.ts';
import { ConditionRow } from './condition-row.tsx';
import styles from './conditions.module.css';

const groupLabels: Readonly<Record<GroupName, string>> = {
  all: 'All of these hold',
  any: 'Any of these holds',
  none: 'None of these holds',
};

/** Groups change the root, so that every edit is one step. */
export interface Editing {
  root: GroupValue;
  rows: number;
  fields: Fields;
  calendars: CalendarNames;
  /** Returns the message about the part with this JSON pointer, and none about the parts within a group. */
  faultAt: (pointer: string, isGroup: boolean) => string | undefined;
  onChange: (root: GroupValue) => void;
  onAddRow: (path: Path) => void;
  onAddGroup: (path: Path) => void;
  onRemove: (path: Path) => void;
}

interface GroupProps {
  group: GroupValue;
  path: Path;
  pointer: string;
  editing: Editing;
}

const numberOf = (path: Path): string => path.map((at) => at + 1).join('.');

function Nodes({ group, path, pointer, editing }: GroupProps) {
  const { root, fields: known, calendars, faultAt, onChange, onRemove } = editing;
  return (
    <ul className={styles.nodes}>
      {group.nodes.map((node, at) => {
        const place = [...path, at];
        const own = `${pointer}/${group.name}/${at}`;
        if (!isRow(node))
          return (
            <li key={node.key} data-key={node.key} className={styles.nested}>
              <ConditionGroup group={node} path={place} pointer={own} editing={editing} />
            </li>
          );
        return (
          <ConditionRow
            key={node.key}
            row={node}
            number={numberOf(place)}
            fields={known}
            calendars={calendars}
            fault={faultAt(own, false)}
            onChange={(row) => onChange(changeAt(root, place, () => row))}
            onRemove={() => onRemove(place)}
          />
        );
      })}
    </ul>
  );
}

function Tools({ path, editing }: Pick<GroupProps, 'path' | 'editing'>) {
  const { rows, onAddRow, onAddGroup } = editing;
  const within = path.length === 0 ? '' : ` to group ${numberOf(path)}`;
  return (
    <div className={styles.tools}>
      <Button
        icon={<AddIcon />}
        aria-description={within.trim() || undefined}
        unavailable={reasonAgainstRow(rows)}
        onClick={() => onAddRow(path)}
      >
        Add a condition
      </Button>
      <Button
        variant="quiet"
        aria-description={within.trim() || undefined}
        unavailable={reasonAgainstGroup(path, rows)}
        onClick={() => onAddGroup(path)}
      >
        Add a group
      </Button>
    </div>
  );
}

export function ConditionGroup(props: GroupProps) {
  const { group, path, pointer, editing } = props;
  const id = useId();
  const isRoot = path.length === 0;
  const name = isRoot ? 'the conditions' : `group ${numberOf(path)}`;
  const fault = editing.faultAt(pointer, true);
  const isEmpty = group.nodes.length === 0;
  return (
    <div
      className={styles.group}
      role="group"
      aria-label={isRoot ? 'Conditions' : `Group ${numberOf(path)}`}
    >
      {isRoot && isEmpty ? (
        <p className={styles.always}>No conditions: this always holds.</p>
      ) : (
        <div className={styles.head}>
          <select
            className={fields.input}
            aria-label={`How ${name} are joined`.replace('group', 'the parts of group')}
            aria-describedby={fault && id}
            value={group.name}
            onChange={({ currentTarget }) =>
              editing.onChange(
                changeGroup(editing.root, path, (one) => ({
                  ...one,
                  name: currentTarget.value as GroupName,
                })),
              )
            }
          >
            {groupNames.map((one) => (
              <option key={one} value={one}>
                {groupLabels[one]}
              </option>
            ))}
          </select>
          {!isRoot && (
            <Button
              variant="quiet"
              icon={<CloseIcon />}
              label={`Remove ${name}`}
              onClick={() => editing.onRemove(path)}
            />
          )}
        </div>
      )}
      {fault !== undefined && (
        <span id={id} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
      {!isEmpty && <Nodes {...props} />}
      {!isRoot && isEmpty && <p className={styles.always}>Add a condition, or remove the group.</p>}
      <Tools path={path} editing={editing} />
    </div>
  );
}
