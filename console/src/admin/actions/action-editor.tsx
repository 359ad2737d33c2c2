// The actions of a rule or macro are rows, which are applied from the top down.
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  type ActionKind,
  actionKinds,
  type ActionRow,
  kinds,
  MAX_ACTIONS,
  moveRow,
  newAction,
} from '../../actions/index.ts';
import type { AutomatedType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { AddIcon, AscendingIcon, CloseIcon, DescendingIcon } from '../../ui/icons.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { actionForms } from './action-forms.tsx';
import type { FormProps } from './form-props.ts';
import styles from './actions.module.css';

interface ActionEditorProps {
  value: readonly ActionRow[];
  type: AutomatedType;
  /** Macros cannot apply macros. */
  isMacro?: boolean;
  /** Messages by JSON pointers within the actions, such as `/0/assign/group`. */
  faults: ReadonlyMap<string, string>;
  onChange: (value: readonly ActionRow[]) => void;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

interface RowProps extends Omit<ActionEditorProps, 'value' | 'onChange'> {
  row: ActionRow;
  at: number;
  count: number;
  onChange: (row: ActionRow) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

const isWithin = (pointer: string, part: string): boolean =>
  pointer === part || pointer.startsWith(`${part}/`);

/** Returns the messages that the form of the row does not show. */
function remainingFaults(kind: ActionKind, faults: ReadonlyMap<string, string>, own: string) {
  const { shows } = actionForms[kind];
  return [...faults].flatMap(([pointer, message]) => {
    if (!isWithin(pointer, own)) return [];
    const rest = pointer.slice(`${own}/${kind}`.length);
    const isShown = rest !== '' && (shows === true || shows.some((part) => isWithin(rest, part)));
    return isShown ? [] : [message];
  });
}

function Tools({ at, count, onMove, onRemove }: Omit<RowProps, 'row' | 'onChange'>) {
  const name = `action ${at + 1}`;
  return (
    <span className={styles.tools}>
      {count > 1 && (
        <>
          <Button
            variant="quiet"
            icon={<AscendingIcon />}
            label={`Move ${name} up`}
            aria-keyshortcuts="Alt+ArrowUp"
            unavailable={at === 0 ? 'This action is applied first.' : undefined}
            onClick={() => onMove(-1)}
          />
          <Button
            variant="quiet"
            icon={<DescendingIcon />}
            label={`Move ${name} down`}
            aria-keyshortcuts="Alt+ArrowDown"
            unavailable={at === count - 1 ? 'This action is applied last.' : undefined}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <Button
        variant="quiet"
        icon={<CloseIcon />}
        label={`Remove ${name}`}
        unavailable={count === 1 ? 'At least one action is needed.' : undefined}
        onClick={onRemove}
      />
    </span>
  );
}

function Row(props: RowProps) {
  const { row, at, type, isMacro = false, faults, onChange, onMove } = props;
  const { kind, value } = row;
  const Form = actionForms[kind].Form as ComponentType<FormProps<ActionKind>>;
  const own = `/${at}`;
  const faultAt = (part: string): string | undefined =>
    [...faults].find(([pointer]) => isWithin(pointer, `${own}/${kind}${part}`))?.[1];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <li data-key={row.key}>
      <div
        className={styles.action}
        role="group"
        aria-label={`Action ${at + 1}`}
        onKeyDown={onKeyDown}
      >
        <div className={styles.head}>
          <select
            className={fields.input}
            aria-label={`Kind of action ${at + 1}`}
            value={kind}
            onChange={({ currentTarget }) =>
              onChange({ ...newAction(currentTarget.value as ActionKind), key: row.key })
            }
          >
            {actionKinds
              .filter((one) => !isMacro || one !== 'apply_macro')
              .map((one) => (
                <option key={one} value={one}>
                  {kinds[one].label}
                </option>
              ))}
          </select>
          <Tools {...props} />
        </div>
        <div className={styles.form}>
          <Form
            key={kind}
            value={value}
            type={type}
            faultAt={faultAt}
            onChange={(next) => onChange({ ...row, value: next } as ActionRow)}
          />
        </div>
        {remainingFaults(kind, faults, own).map((message) => (
          <span key={message} className={fields.fault} role="alert">
            {message}
          </span>
        ))}
      </div>
    </li>
  );
}

export function ActionEditor({ value: rows, onChange, ...rest }: ActionEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ key: string | undefined }>();
  useEffect(() => {
    if (!focus) return;
    const row = list.current?.querySelector(`[data-key="${focus.key}"]`);
    row?.querySelector<HTMLElement>('select')?.focus();
  }, [focus]);
  const add = () => {
    const row = newAction('add_note');
    onChange([...rows, row]);
    setFocus({ key: row.key });
  };
  const move = (at: number, step: 1 | -1) => {
    const moved = moveRow(rows, at, step);
    if (moved === rows) return;
    onChange(moved);
    announce(`The action is number ${at + step + 1} of ${rows.length}.`);
    setFocus({ key: rows[at]?.key });
  };
  return (
    <div className={styles.editor}>
      <ol ref={list} className={styles.actions} aria-label="Actions in their order">
        {rows.map((row, at) => (
          <Row
            key={row.key}
            row={row}
            at={at}
            count={rows.length}
            {...rest}
            onChange={(next) => onChange(rows.with(at, next))}
            onMove={(step) => move(at, step)}
            onRemove={() => {
              onChange(rows.toSpliced(at, 1));
              setFocus({ key: (rows[at + 1] ?? rows[at - 1])?.key });
            }}
          />
        ))}
      </ol>
      <div>
        <Button
          icon={<AddIcon />}
          unavailable={
            rows.length >= MAX_ACTIONS ? `At most ${MAX_ACTIONS} actions are possible.` : undefined
          }
          onClick={add}
        >
          Add an action
        </Button>
      </div>
    </div>
  );
}
