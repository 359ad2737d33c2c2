// Sections whose fields are numbers: SLA targets, approvals, retention, attachments.
import { useState } from 'react';
import type { Settings, SettingsUpdate } from '../../api/index.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { duration } from '../../ui/marks/time.ts';
import { Section } from './section.tsx';
import {
  bytesOf,
  megabytesOf,
  minutesOf,
  priorities,
  risks,
  secondsOf,
  wholeNumber,
} from './settings.form.ts';
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

/** One field for each number, in a grid. */
function NumberFields<Name extends string>({
  texts,
  labelOf,
  faultOf,
  onChange,
}: {
  texts: Texts<Name>;
  labelOf: (name: Name) => string;
  /** What is allowed, if the text is not. */
  faultOf: (text: string) => string | undefined;
  onChange: (texts: Texts<Name>) => void;
}) {
  return (
    <div className={styles.numbers}>
      {(Object.keys(texts) as Name[]).map((name) => (
        <TextField
          key={name}
          label={labelOf(name)}
          type="number"
          value={texts[name]}
          fault={faultOf(texts[name])}
          onChange={(text) => onChange({ ...texts, [name]: text })}
        />
      ))}
    </div>
  );
}

/** For a number that must be read, with what is allowed. */
const unless =
  (read: (text: string) => number | undefined, allowed: string) =>
  (text: string): string | undefined =>
    read(text) === undefined ? allowed : undefined;

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
      <NumberFields
        texts={texts}
        labelOf={(name) => targetLabel(name, texts[name])}
        faultOf={unless(secondsOf, 'A number above zero.')}
        onChange={setTexts}
      />
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
      <NumberFields
        texts={texts}
        labelOf={(name) => riskLabels[name]}
        faultOf={unless(read, 'A whole number from 1.')}
        onChange={setTexts}
      />
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
      <NumberFields
        texts={texts}
        labelOf={(name) => keptLabels[name]}
        faultOf={unless(read, 'A whole number from 1.')}
        onChange={setTexts}
      />
    </Section>
  );
}

const quotaLabels = {
  requesters: 'Each requester a day, MB',
  others: 'Each other caller a day, MB',
  record: 'Each record, MB',
} as const;
const quotas = Object.keys(quotaLabels) as (keyof typeof quotaLabels)[];

export function AttachmentsSection({ settings }: { settings: Settings }) {
  const saved = {
    ...settings.attachment_bytes_per_day,
    record: settings.attachment_bytes_per_record,
  };
  const [texts, setTexts] = useState(() => textsOf(quotas, (name) => megabytesOf(saved[name])));
  const numbers = numbersOf(texts, bytesOf);
  const patch: SettingsUpdate | undefined = numbers && {
    attachment_bytes_per_day: { requesters: numbers.requesters, others: numbers.others },
    attachment_bytes_per_record: numbers.record,
  };
  return (
    <Section
      title="Attachments"
      text="How much one person or integration may attach in a day (UTC), and how much one record may hold. Requesters see only their own records."
      settings={settings}
      patch={patch}
    >
      <NumberFields
        texts={texts}
        labelOf={(name) => quotaLabels[name]}
        faultOf={unless(bytesOf, 'A number from 0.')}
        onChange={setTexts}
      />
    </Section>
  );
}
