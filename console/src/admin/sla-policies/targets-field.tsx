// Targets are a grid: a row for each clock, a column for each priority. Each shows how it was understood.
import { targetText } from '../../ui/charts/target-text.ts';
import { useId } from 'react';
import fields from '../../ui/forms/fields.module.css';
import { type SlaMetric, slaMetrics } from '../../words/index.ts';
import { DURATION_FAULT, DURATION_HELP, readDuration } from './durations.ts';
import styles from './policies.module.css';
import { type PolicyType, priorities, type Priority, type TargetTexts } from './policies.values.ts';
import { metricLabel } from './policies.words.ts';

const details: Readonly<Record<SlaMetric, string>> = {
  first_response: 'until the first public note of an agent',
  update: 'between public notes of agents',
  resolution: 'until it is resolved',
};

interface CellProps {
  label: string;
  text: string;
  hasCalendar: boolean;
  fault: string | undefined;
  onChange: (text: string) => void;
}

function Cell({ label, text, hasCalendar, fault, onChange }: CellProps) {
  const id = useId();
  const seconds = readDuration(text);
  const shown = fault ?? (seconds === undefined ? DURATION_FAULT : undefined);
  return (
    <span className={styles.cell}>
      <input
        className={fields.input}
        aria-label={label}
        aria-describedby={id}
        aria-invalid={shown !== undefined || undefined}
        value={text}
        placeholder="–"
        maxLength={20}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <small id={id} data-fault={shown !== undefined || undefined}>
        {shown ?? (typeof seconds === 'number' && targetText(seconds, hasCalendar))}
      </small>
    </span>
  );
}

interface TargetsFieldProps {
  value: TargetTexts;
  type: PolicyType;
  hasCalendar: boolean;
  /** Messages by JSON pointers such as `/resolution/P1`. */
  faults: ReadonlyMap<string, string>;
  onChange: (value: TargetTexts) => void;
}

export function TargetsField({ value, type, hasCalendar, faults, onChange }: TargetsFieldProps) {
  const change = (metric: SlaMetric, priority: Priority, text: string) =>
    onChange({ ...value, [metric]: { ...value[metric], [priority]: text } });
  const whole = faults.get('');
  return (
    <div className={styles.targets}>
      <div className={styles.grid}>
        <span className={styles.heads} aria-hidden>
          {priorities.map((priority) => (
            <b key={priority}>{priority}</b>
          ))}
        </span>
        {slaMetrics.map((metric) => (
          <div key={metric} role="group" aria-label={metricLabel(metric, type)}>
            <span className={styles.metric}>
              {metricLabel(metric, type)}
              <small>
                {metric === 'resolution' && type === 'request'
                  ? 'until it is fulfilled'
                  : details[metric]}
              </small>
            </span>
            {priorities.map((priority) => (
              <Cell
                key={priority}
                label={`${metricLabel(metric, type)}, ${priority}`}
                text={value[metric][priority]}
                hasCalendar={hasCalendar}
                fault={faults.get(`/${metric}/${priority}`)}
                onChange={(text) => change(metric, priority, text)}
              />
            ))}
          </div>
        ))}
      </div>
      {whole !== undefined && (
        <p className={fields.fault} role="alert">
          {whole}
        </p>
      )}
      <p className={styles.hint}>
        {DURATION_HELP}
        {hasCalendar && ' Only the open hours of the calendar count.'}
      </p>
    </div>
  );
}
