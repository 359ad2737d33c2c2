// Theme, density, single-letter keys and desktop notifications are stored in this browser.
import { useState, useSyncExternalStore } from 'react';
import { letterKeys } from '../keys/index.ts';
import { type Density, density } from '../ui/settings/density.ts';
import { desktopNotices } from '../ui/settings/desktop-notices.ts';
import { toast } from '../ui/overlays/toast.tsx';
import { type Scheme, useScheme } from '../ui/scheme.ts';
import { Switch } from '../ui/settings/switch.tsx';
import styles from './profile.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  name: string;
  value: Value;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

const Choices = <Value extends string>(props: ChoiceProps<Value>) => (
  <fieldset className={styles.choices}>
    <legend>{props.label}</legend>
    {props.choices.map(({ value, label }) => (
      <label key={value}>
        <input
          type="radio"
          name={props.name}
          checked={props.value === value}
          onChange={() => props.onChange(value)}
        />
        {label}
      </label>
    ))}
  </fieldset>
);

const schemes: readonly { value: Scheme; label: string }[] = [
  { value: 'auto', label: 'Match the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const densities: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'standard', label: 'Standard' },
  { value: 'comfortable', label: 'Comfortable' },
];

/** The browser asks for its permission only after this click. */
async function setDesktopNotices(isOn: boolean): Promise<void> {
  if (!isOn) desktopNotices.switchOff();
  else if (!(await desktopNotices.switchOn()))
    toast('The browser does not allow notifications of this site.', { tone: 'red' });
}

const AGENT_NOTICES =
  'While you look at something else: when an incident is assigned to you, somebody replies, 75 % of the SLA time is used, or an incident of your group becomes a P1.';
const OWN_NOTICES = 'While you look at something else: when we answer you or need your answer.';

function DesktopNotices({ isOwn }: { isOwn: boolean }) {
  const isOn = useSyncExternalStore(desktopNotices.subscribe, desktopNotices.areOn);
  return (
    <Switch
      label="Desktop notifications"
      detail={isOwn ? OWN_NOTICES : AGENT_NOTICES}
      isOn={isOn}
      unavailable={isOn ? undefined : desktopNotices.refusal()}
      onChange={(next) => void setDesktopNotices(next)}
    />
  );
}

/** Requesters have no lists with rows, and no keys. */
export function OwnAppearance() {
  const { scheme, setScheme } = useScheme();
  return (
    <section className={styles.section} aria-labelledby="appearance">
      <h2 id="appearance">This browser</h2>
      <Choices label="Theme" name="theme" value={scheme} choices={schemes} onChange={setScheme} />
      <DesktopNotices isOwn />
    </section>
  );
}

export function Appearance() {
  const { scheme, setScheme } = useScheme();
  const chosen = useSyncExternalStore(density.subscribe, density.get);
  const [lettersAreOn, setLetters] = useState(letterKeys.areOn);
  return (
    <section className={styles.section} aria-labelledby="appearance">
      <h2 id="appearance">This browser</h2>
      <div className={styles.pair}>
        <Choices label="Theme" name="theme" value={scheme} choices={schemes} onChange={setScheme} />
        <Choices
          label="Row height in lists"
          name="density"
          value={chosen}
          choices={densities}
          onChange={density.set}
        />
      </div>
      <Switch
        label="Single-letter keys"
        detail="For example, j and k move through a list. They do nothing while you type in a field. Every command is also in the search box."
        isOn={lettersAreOn}
        onChange={(isOn) => {
          letterKeys.set(isOn);
          setLetters(isOn);
        }}
      />
      <DesktopNotices isOwn={false} />
    </section>
  );
}
