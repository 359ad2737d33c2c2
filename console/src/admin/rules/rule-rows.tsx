// Rules are listed in the order in which they run. They are moved by dragging, by buttons and by keys.
import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import { describeRule } from '../../actions/index.ts';
import type { RuleSummary } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AscendingIcon, DescendingIcon, DragIcon } from '../../ui/icons.ts';
import { Switch } from '../../ui/settings/switch.tsx';
import { useRestoredFocus } from '../use-restored-focus.ts';
import { describedRule, type Known, namesFor } from './rule.values.ts';
import styles from './rules.module.css';

interface Handlers {
  onOpen: (id: string) => void;
  /** Moves a rule to the place of another; the first is 0. */
  onPlace: (id: string, to: number) => void;
  onSwitch: (rule: RuleSummary, active: boolean) => void;
}

interface RowProps extends Handlers {
  rule: RuleSummary;
  at: number;
  count: number;
  isCurrent: boolean;
  mayManage: boolean;
  known: Known;
  dragged: { current: string | undefined };
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };
const DRAGGED = 'application/x-signalbox-rule';

const keysOf =
  ({ rule, at, onPlace }: RowProps) =>
  (event: KeyboardEvent): void => {
    const step = event.altKey ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    onPlace(rule.id, at + step);
  };

/** A row on which another is dropped gives it its place. */
function dropOf({ rule, at, dragged, onPlace }: RowProps) {
  const unmark = (event: DragEvent<HTMLElement>) => delete event.currentTarget.dataset['drop'];
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (dragged.current === undefined || dragged.current === rule.id) return;
      event.preventDefault();
      event.currentTarget.dataset['drop'] = 'here';
    },
    onDragLeave: unmark,
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      unmark(event);
      if (dragged.current !== undefined) onPlace(dragged.current, at);
    },
  };
}

const dragOf = ({ rule, dragged }: RowProps) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    dragged.current = rule.id;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData(DRAGGED, rule.id);
  },
  onDragEnd: () => {
    dragged.current = undefined;
  },
});

function Tools({ rule, at, count, onPlace, onSwitch }: RowProps) {
  const { id, name, active } = rule;
  return (
    <span className={styles.tools}>
      <Switch
        label={<span className={styles.hidden}>{name} is switched on</span>}
        isOn={active}
        onChange={(isOn) => onSwitch(rule, isOn)}
      />
      <Button
        variant="quiet"
        icon={<AscendingIcon />}
        label={`Move ${name} up`}
        aria-keyshortcuts="Alt+ArrowUp"
        unavailable={at === 0 ? 'This rule runs first.' : undefined}
        onClick={() => onPlace(id, at - 1)}
      />
      <Button
        variant="quiet"
        icon={<DescendingIcon />}
        label={`Move ${name} down`}
        aria-keyshortcuts="Alt+ArrowDown"
        unavailable={at === count - 1 ? 'This rule runs last.' : undefined}
        onClick={() => onPlace(id, at + 1)}
      />
    </span>
  );
}

function Row(props: RowProps) {
  const { rule, at, isCurrent, mayManage, known, onOpen } = props;
  const { id, name, active, stop } = rule;
  return (
    <li
      data-current={isCurrent || undefined}
      data-off={!active || undefined}
      {...(mayManage && { onKeyDown: keysOf(props), ...dropOf(props) })}
    >
      {mayManage && (
        <span
          className={styles.handle}
          aria-hidden
          title="Drag to another place"
          {...dragOf(props)}
        >
          <DragIcon />
        </span>
      )}
      <span className={styles.number} aria-hidden>
        {at + 1}
      </span>
      <div className={styles.rule}>
        <div className={styles.name}>
          <button type="button" onClick={() => onOpen(id)}>
            {name}
          </button>
          {!active && <small className={styles.mark}>Off</small>}
          {stop && (
            <small className={styles.mark} data-tone="amber">
              Stops
            </small>
          )}
        </div>
        <p>{describeRule(describedRule(rule), namesFor(known, rule.record_type))}</p>
      </div>
      {mayManage && <Tools {...props} />}
    </li>
  );
}

interface RuleRowsProps extends Handlers {
  rules: readonly RuleSummary[];
  current: string | undefined;
  mayManage: boolean;
  known: Known;
}

export function RuleRows({ rules, current, ...rest }: RuleRowsProps) {
  const dragged = useRef<string>(undefined);
  const restoring = useRestoredFocus(rules.map(({ id }) => id).join());
  return (
    <ol className={styles.rows} aria-label="Rules in their order" {...restoring}>
      {rules.map((rule, at) => (
        <Row
          key={rule.id}
          rule={rule}
          at={at}
          count={rules.length}
          isCurrent={rule.id === current}
          dragged={dragged}
          {...rest}
        />
      ))}
    </ol>
  );
}
