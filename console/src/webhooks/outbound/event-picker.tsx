// A webhook sends all events, all of one group, or single types, which are listed with their meanings.
import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import type { EventName } from '../../api/index.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ALL_EVENTS, allOf, type EventScope, scopeOf } from '../event-groups.ts';
import { eventGroups } from '../event-names.ts';
import styles from './event-picker.module.css';

interface EventPickerProps {
  events: readonly EventName[];
  isReadOnly: boolean;
  fault: string | undefined;
  onChange: (events: EventName[]) => void;
}

interface ChoiceProps {
  type: 'radio' | 'checkbox';
  name?: string;
  isChosen: boolean;
  isReadOnly: boolean;
  detail: ReactNode;
  onChange: (event: ChangeEvent) => void;
  children: ReactNode;
}

const Choice = ({ type, name, isChosen, isReadOnly, detail, onChange, children }: ChoiceProps) => (
  <label className={styles.event}>
    <input type={type} name={name} checked={isChosen} disabled={isReadOnly} onChange={onChange} />
    <span>
      {children}
      {detail !== undefined && <small>{detail}</small>}
    </span>
  </label>
);

const [firstGroup] = eventGroups;

const scopes: readonly [scope: EventScope, label: string, detail: string][] = [
  ['all', 'All events', 'Types that are added later are included.'],
  ['type', 'All events of one group', 'Types that are added to it later are included.'],
  ['single', 'Single events', 'Only the types that you choose are sent.'],
];

const wildcards: Readonly<Record<string, string>> = Object.fromEntries(
  eventGroups.map(({ type, label }) => [allOf(type), `${label} (${allOf(type)})`]),
);

export function EventPicker({ events, isReadOnly, fault, onChange }: EventPickerProps) {
  const radios = useId();
  const scope = scopeOf(events);
  const [given = ''] = events;
  // Single events come back if a wildcard was tried and left again.
  const [singles, setSingles] = useState(scope === 'single' ? events : []);
  const choose = (next: readonly string[]) => onChange([...next] as EventName[]);
  const chooseScope = (next: EventScope) => {
    if (scope === 'single') setSingles(events);
    if (next === 'single') return choose(singles);
    choose([next === 'all' ? ALL_EVENTS : allOf(firstGroup?.type ?? '')]);
  };
  const toggle = (name: string) =>
    choose(
      (events as readonly string[]).includes(name)
        ? events.filter((one) => one !== name)
        : [...events, name],
    );
  return (
    <>
      <fieldset className={styles.scopes}>
        <legend>Which events are sent?</legend>
        {scopes.map(([one, label, detail]) => (
          <Choice
            key={one}
            type="radio"
            name={radios}
            isChosen={scope === one}
            isReadOnly={isReadOnly}
            detail={detail}
            onChange={() => chooseScope(one)}
          >
            {label} {one === 'all' && <code>{ALL_EVENTS}</code>}
          </Choice>
        ))}
      </fieldset>
      {scope === 'type' && (
        <div className={styles.type}>
          <SelectField
            label="Group"
            value={given}
            options={{ [given]: given, ...wildcards }}
            onChange={(pattern) => !isReadOnly && choose([pattern])}
          />
        </div>
      )}
      {scope === 'single' && (
        <div className={styles.groups}>
          {eventGroups.map((group) => (
            <fieldset key={group.type}>
              <legend>{group.label}</legend>
              {group.events.map(({ name, meaning }) => (
                <Choice
                  key={name}
                  type="checkbox"
                  isChosen={(events as readonly string[]).includes(name)}
                  isReadOnly={isReadOnly}
                  detail={meaning}
                  onChange={() => toggle(name)}
                >
                  <code>{name}</code>
                </Choice>
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
