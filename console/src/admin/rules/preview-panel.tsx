// A rule is tried on past creations and updates, before it is switched on. Nothing is changed.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeRule } from '../../actions/index.ts';
import { faultOf, inputFaultsOf, type PreviewedRun, previewRule } from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import fields from '../../ui/forms/fields.module.css';
import { faultText } from '../../ui/layout/fault.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { usePersonNames } from '../../words/index.ts';
import { isSame } from '../form/form-field.ts';
import {
  changedTexts,
  changesOf,
  faultTexts,
  noteLabel,
  type Period,
  periods,
  resultText,
  sentTexts,
  sinceOf,
  skippedTexts,
} from './preview.words.ts';
import {
  describedRule,
  type Known,
  namesFor,
  previewedRule,
  type RuleBody,
} from './rule.values.ts';
import styles from './rules.module.css';

type RecordType = RuleBody['record_type'];

function Run({ run, type }: { run: PreviewedRun; type: RecordType }) {
  const nameOf = usePersonNames();
  return (
    <tr>
      <th scope="row">
        <RecordLink type={type} id={run.record_id} name={run.record_id} />
        <small>
          <Instant at={run.at} />
        </small>
      </th>
      <td>
        <ul>
          {changesOf(run, type).map(({ label, before, after }) => (
            <li key={label}>
              {label} <i>{before}</i> <span aria-label="becomes">→</span> <b>{after}</b>
            </li>
          ))}
          {run.notes.map(({ visibility, body }, at) => (
            // eslint-disable-next-line react/no-array-index-key -- two notes may have the same text
            <li key={at}>
              {noteLabel(visibility)}: <q>{body}</q>
            </li>
          ))}
          {sentTexts(run, nameOf).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {skippedTexts(run).map((text) => (
            <li key={text} data-tone="amber">
              {text}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

const SHOWN = 10;

function Sample({
  runs,
  total,
  type,
}: {
  runs: readonly PreviewedRun[];
  total: number;
  type: RecordType;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? runs : runs.slice(0, SHOWN);
  return (
    <>
      <table className={styles.sample}>
        <caption>
          {shown.length < total ? `The newest ${shown.length} of ${total} runs` : 'These runs'}
        </caption>
        <thead>
          <tr>
            <th scope="col">Record</th>
            <th scope="col">Before and after</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((run, at) => (
            // eslint-disable-next-line react/no-array-index-key -- a record may have several runs at one time
            <Run key={`${run.record_id} ${run.at} ${at}`} run={run} type={type} />
          ))}
        </tbody>
      </table>
      {shown.length < runs.length && (
        <div>
          <Button onClick={() => setWhole(true)}>Show {runs.length - shown.length} more</Button>
        </div>
      )}
    </>
  );
}

interface PreviewPanelProps {
  /** Undefined while the form is not complete. */
  body: RuleBody | undefined;
  /** The saved rule that the edited one would replace. */
  id: string | undefined;
  known: Known;
}

const INCOMPLETE = 'Complete the condition and the actions first.';

export function PreviewPanel({ body, id, known }: PreviewPanelProps) {
  const [period, setPeriod] = useState<Period>('month');
  const preview = useMutation({
    mutationFn: (sent: { body: RuleBody; period: Period }) =>
      previewRule({
        rule: previewedRule(sent.body, id),
        since: sinceOf(sent.period, Date.now()),
      }),
  });
  const { data, error, isPending, variables } = preview;
  /** The name and the switch change no run. */
  const runsOf = ({ name: _, active: _on, ...rest }: RuleBody) => rest;
  const isStale =
    variables !== undefined &&
    (variables.period !== period || !body || !isSame(runsOf(body), runsOf(variables.body)));
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (data) result.current?.scrollIntoView({ block: 'center' });
  }, [data]);
  const messages = faultTexts(inputFaultsOf(error));
  const type = variables?.body.record_type ?? 'incident';
  return (
    <section className={styles.preview} aria-label="Try it">
      <p className={styles.whole} aria-live="polite">
        {body
          ? describeRule(describedRule(body), namesFor(known, body.record_type))
          : 'The sentence is not complete yet.'}
      </p>
      <div className={styles.ask}>
        <span>Try it on the</span>
        <select
          className={fields.input}
          aria-label="Period"
          value={period}
          onChange={({ currentTarget }) => setPeriod(currentTarget.value as Period)}
        >
          {Object.entries(periods).map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
        <Button
          unavailable={
            body === undefined ? INCOMPLETE : isPending ? 'It is being tried.' : undefined
          }
          onClick={() => body && preview.mutate({ body, period })}
        >
          {isPending ? 'Trying…' : 'Try it'}
        </Button>
        <small>Changes nothing.</small>
      </div>
      <div ref={result} role="status">
        {data && !isPending && <p data-stale={isStale || undefined}>{resultText(data)}</p>}
        {data && isStale && !isPending && <small>It was edited since. Try it again.</small>}
      </div>
      {error && (
        <div role="alert" className={styles.faults}>
          {(messages.length > 0 ? messages : [faultText(faultOf(error))]).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {data && data.runs > 0 && (
        <>
          <ul className={styles.counts} aria-label="Fields that would have changed">
            <li aria-hidden>Would change:</li>
            {changedTexts(data, type).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <Sample key={data.since} runs={data.sample} total={data.runs} type={type} />
        </>
      )}
    </section>
  );
}
