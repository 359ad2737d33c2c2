// Shows which open records would have other targets, when somebody asks. Nothing is changed.
import { useMutation } from '@tanstack/react-query';
import { Fragment } from 'react';
import { faultOf, inputFaultsOf, type SlaPolicyPreviewResult } from '../../api/index.ts';
import { RecordLink } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { isSame } from '../form/form-field.ts';
import styles from './policies.module.css';
import { changesOf, effectText, metricLabel } from './policies.words.ts';

type SampleRecord = SlaPolicyPreviewResult['sample'][number];

function Changes({
  record: { id, short_description: title, before, after },
}: {
  record: SampleRecord;
}) {
  const type = id.startsWith('REQ') ? 'request' : 'incident';
  const changes = changesOf(before, after);
  return changes.map(({ metric, before: was, after: is, isAtOnce }, at) => (
    <tr key={metric}>
      {at === 0 && (
        <th scope="row" rowSpan={changes.length}>
          <RecordLink type={type} id={id} name={id} />
          <small>{title}</small>
        </th>
      )}
      <td>{metricLabel(metric, type)}</td>
      <td>
        <span className={styles.times}>
          <span>
            {was} <span aria-label="becomes">→</span>
          </span>
          <b data-tone={isAtOnce ? 'red' : undefined}>{is}</b>
        </span>
        {isAtOnce && <small data-tone="red">breached at once</small>}
      </td>
    </tr>
  ));
}

const Sample = ({ effect: { sample, changed } }: { effect: SlaPolicyPreviewResult }) => (
  <table className={styles.sample}>
    <caption>
      {sample.length < changed ? `${sample.length} of the ${changed} records` : 'These records'}
    </caption>
    <thead>
      <tr>
        <th scope="col">Record</th>
        <th scope="col">Clock</th>
        <th scope="col">Breach, before and after</th>
      </tr>
    </thead>
    <tbody>
      {sample.map((record) => (
        <Fragment key={record.id}>
          <Changes record={record} />
        </Fragment>
      ))}
    </tbody>
  </table>
);

interface EffectPanelProps<B> {
  /** Undefined while the form is not complete. */
  body: B | undefined;
  run: (body: B) => Promise<SlaPolicyPreviewResult>;
}

const INCOMPLETE = 'Complete the form first.';

export function EffectPanel<B extends object>({ body, run }: EffectPanelProps<B>) {
  const preview = useMutation({ mutationFn: run });
  const { data, error, isPending, variables } = preview;
  const isStale = !isSame(body, variables);
  const messages = [...inputFaultsOf(error).values()];
  return (
    <section className={styles.effect} aria-label="Effect on open records">
      <div className={styles.ask}>
        <Button
          unavailable={
            body === undefined
              ? INCOMPLETE
              : isPending
                ? 'The effect is being computed.'
                : undefined
          }
          onClick={() => body && preview.mutate(body)}
        >
          {isPending ? 'Computing…' : 'Preview effect'}
        </Button>
        <small>Computes open records as if this were saved. Changes nothing.</small>
      </div>
      <div role="status">
        {data && !isPending && <p data-stale={isStale || undefined}>{effectText(data)}</p>}
        {data && isStale && !isPending && (
          <small>The form was edited since. Preview the effect again.</small>
        )}
      </div>
      {error && (
        <div role="alert" className={styles.faults}>
          {(messages.length > 0 ? messages : [faultText(faultOf(error))]).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
      {data && data.sample.length > 0 && <Sample effect={data} />}
    </section>
  );
}
