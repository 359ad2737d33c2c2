// The assistant suggests a resolution, finds similar cases and the probable cause, and answers questions from articles.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Analysis,
  faultOf,
  findRootCause,
  type Incident,
  mayUse,
  refreshParts,
  similarQuery,
} from '../../api/index.ts';
import { Ask, type RecordState } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AssistantIcon } from '../../ui/icons.ts';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { LinkedText } from '../../ui/reading/record-links.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { duration } from '../../ui/marks/time.ts';
import styles from './assistant.module.css';

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function Failure({ error }: { error: unknown }) {
  return (
    <p className={styles.fault} role="alert">
      {faultText(faultOf(error))}
    </p>
  );
}

type Page = RecordState<'incident'>;

function Suggestion({ page }: { page: Page }) {
  const incident = page.record;
  const text = incident.ai_suggested_resolution;
  // The form offers the same text.
  if (text === '' || page.asked?.id === 'resolved') return null;
  const canResolve = page.steps.some(({ id }) => id === 'resolved');
  return (
    <section className={styles.part} aria-label="Suggested resolution">
      <h3>Suggested resolution</h3>
      <div className={styles.text}>
        <LazyMarkdown text={text} />
      </div>
      {canResolve && (
        <Button
          onClick={() => {
            page.drafts.transition.write({ text });
            page.onStep('resolved');
          }}
        >
          Use as resolution
        </Button>
      )}
    </section>
  );
}

/** A longer text adds nothing to the search. */
const MAX_DESCRIPTION = 2000;

function SimilarCases({ incident }: { incident: Incident }) {
  const { id, short_description, description } = incident;
  const text = `${short_description}\n${description ?? ''}`.trim().slice(0, MAX_DESCRIPTION);
  const { data, error } = useQuery(similarQuery(text));
  const cases = data?.filter(({ incident_id }) => incident_id !== id);
  return (
    <section className={styles.part} aria-label="Similar cases">
      <h3>Similar cases</h3>
      {error && <Failure error={error} />}
      {!data && !error && <SkeletonBar width="80%" />}
      {cases?.length === 0 && <p className={styles.none}>No similar case was resolved before.</p>}
      <ul className={styles.cases}>
        {cases?.map((one) => (
          <li key={one.incident_id}>
            <details>
              <summary>
                <span className={styles.case}>{one.description.split('\n', 1)[0]}</span>
                <span className={styles.share}>{percent(one.similarity_score)}</span>
              </summary>
              <p>
                <LinkedText text={one.resolution} />
              </p>
              <p className={styles.none}>
                <Link to="/incidents/$id" params={{ id: one.incident_id }}>
                  {one.incident_id}
                </Link>
                {` · resolved in ${duration(one.resolution_time_min * 60)}`}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Findings = ({ findings }: { findings: Analysis['findings'] }) =>
  findings.probable_root_cause === '' ? (
    <p className={styles.none}>No similar case shows a cause.</p>
  ) : (
    <>
      <p>
        <LinkedText text={findings.probable_root_cause} />{' '}
        <span className={styles.none}>{`(confidence ${percent(findings.confidence)})`}</span>
      </p>
      {findings.resolution_steps.length > 0 && (
        <ol className={styles.steps}>
          {findings.resolution_steps.map((text) => (
            <li key={text}>
              <LinkedText text={text} />
            </li>
          ))}
        </ol>
      )}
      {findings.estimated_resolution_minutes > 0 && (
        <p className={styles.none}>
          {`Similar cases took ${duration(findings.estimated_resolution_minutes * 60)} (median).`}
        </p>
      )}
    </>
  );

function RootCause({ id }: { id: string }) {
  const analysis = useMutation({
    mutationFn: () => findRootCause(id),
    onSuccess: () => void refreshParts(id),
  });
  return (
    <section className={styles.part} aria-label="Probable cause">
      <h3>Probable cause</h3>
      {analysis.data && <Findings findings={analysis.data.findings} />}
      {analysis.error && <Failure error={analysis.error} />}
      {!analysis.data && (
        <Button
          icon={<AssistantIcon />}
          unavailable={analysis.isPending ? 'The analysis is running.' : undefined}
          onClick={() => analysis.mutate()}
        >
          {analysis.isPending ? 'Analyzing…' : 'Find the probable cause'}
        </Button>
      )}
    </section>
  );
}

export function Assistant({ page }: { page: Page }) {
  const { me, record: incident } = page;
  if (!me || !mayUse(me, 'ai.ask'))
    return <p className={styles.none}>Your role has no access to the assistant.</p>;
  const isFull = mayUse(me, 'ai.use');
  return (
    <div className={styles.assistant}>
      <Suggestion page={page} />
      {isFull && <SimilarCases incident={incident} />}
      {isFull && <RootCause id={incident.id} />}
      <section className={styles.part} aria-label="Ask">
        <Ask about={{ type: 'incident', id: incident.id }} />
      </section>
    </div>
  );
}
