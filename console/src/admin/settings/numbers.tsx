// Sections whose fields are numbers: SLA targets, approvals, retention.
import { useState } from 'react';
import type { Settings, SettingsUpdate } from '../../api/index.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { duration } from '../../ui/time.ts';
import { Section } from './section.tsx';
import { minutesOf, priorities, risks, secondsOf, wholeNumber } from './settings.form.ts';
import styles from './settings.module.css';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

const textsOf = <Name extends string>(
  names: readonly Name[],
  textOf: (name: Name) => string,
): Texts<Name> => Object.fromEntries(names.map((name) => [name, textOf(name)])) as Texts<Name>;

/** The numbers, if all of them are valid. */
function numbersOf<Name extends string>(
  texts: Texts<Name>,
  read: (text: string) => number | undefined,
): Record<Name, number> | undefined {
  const entries = (Object.keys(texts) as Name[]).map((name) => [name, read(texts[name])] as const);
  return entries.some(([, value]) => value === undefined)
    ? undefined
    : (Object.fromEntries(entries) as Record<Name, number>);
}

const targetLabel = (priority: string, minutes: string): string => {
  const seconds = secondsOf(minutes);
  return `${priority}, minutes${seconds === undefined ? '' : ` (${duration(seconds).replace(/ 0 [hm]$/, '')})`}`;
};

export function SlaSection({ settings }: { settings: Settings }) {
  const [texts, setTexts] = useState(() =>
    textsOf(priorities, (name) => minutesOf(settings.sla_target_seconds[name])),
  );
  const [matrix, setMatrix] = useState(settings.priority_matrix);
  const targets = numbersOf(texts, secondsOf);
  const patch: SettingsUpdate | undefined = targets && {
    sla_target_seconds: targets,
    priority_matrix: matrix,
  };
  return (
    <Section
      title="SLA targets"
      text="How quickly an incident must be fixed, by its priority. Existing records keep the target they were given."
      settings={settings}
      patch={patch}
    >
      <div className={styles.numbers}>
        {priorities.map((name) => (
          <TextField
            key={name}
            label={targetLabel(name, texts[name])}
            type="number"
            value={texts[name]}
            fault={secondsOf(texts[name]) === undefined ? 'A number above zero.' : undefined}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
      </div>
      <CheckField
        label="Derive the priority from impact and urgency"
        detail="For records without a priority of their own."
        isChecked={matrix}
        onChange={setMatrix}
      />
    </Section>
  );
}

const riskLabels = { low: 'Low risk', medium: 'Medium risk', high: 'High risk' };

export function ApprovalsSection({ settings }: { settings: Settings }) {
  const [texts, setTexts] = useState(() =>
    textsOf(risks, (name) => String(settings.change_required_approvals[name])),
  );
  const read = (text: string) => wholeNumber(text, 1);
  const approvals = numbersOf(texts, read);
  return (
    <Section
      title="Approvals"
      text="How many different people must approve a change, by its risk. An emergency change needs one."
      settings={settings}
      patch={approvals && { change_required_approvals: approvals }}
    >
      <div className={styles.numbers}>
        {risks.map((name) => (
          <TextField
            key={name}
            label={riskLabels[name]}
            type="number"
            value={texts[name]}
            fault={read(texts[name]) === undefined ? 'A whole number from 1.' : undefined}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
      </div>
    </Section>
  );
}

const keptLabels = {
  retention_days: 'Events and deliveries, days',
  job_retention_days: 'Finished jobs, days',
} as const;
const kept = Object.keys(keptLabels) as (keyof typeof keptLabels)[];

export function RetentionSection({ settings }: { settings: Settings }) {
  const [texts, setTexts] = useState(() => textsOf(kept, (name) => String(settings[name])));
  const read = (text: string) => wholeNumber(text, 1);
  return (
    <Section
      title="Retention"
      text="How long the service keeps what is not a record. Audit entries are kept for ever."
      settings={settings}
      patch={numbersOf(texts, read)}
    >
      <div className={styles.numbers}>
        {kept.map((name) => (
          <TextField
            key={name}
            label={keptLabels[name]}
            type="number"
            value={texts[name]}
            fault={read(texts[name]) === undefined ? 'A whole number from 1.' : undefined}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
      </div>
    </Section>
  );
}
