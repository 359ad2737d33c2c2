// The stages of approval of a request, in their order, with who decides and what was decided.
import type { RequestStage, StageDecision } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { personName, usePersonNames } from '../../words/index.ts';
import { PersonName } from '../links/person-name.tsx';
import { needText, NOBODY_LEFT, roleText } from './approvals.words.ts';
import styles from './approvals.module.css';

function Decision({ decision }: { decision: StageDecision }) {
  usePersonNames();
  const role = roleText(decision, personName);
  return (
    <li className={styles.decision} data-rejected={decision.decision === 'rejected' || undefined}>
      <span className={styles.line}>
        <PersonName email={decision.by} isLink />
        <span>
          {decision.decision}
          {role !== undefined && ` ${role}`}
        </span>
        <span className={styles.when}>
          <Instant at={decision.at} />
        </span>
      </span>
      {decision.comment && <LazyMarkdown text={decision.comment} />}
    </li>
  );
}

const stateLabels: Readonly<Record<RequestStage['state'], string>> = {
  waiting: 'Not yet',
  open: 'Waits for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
};

function Stage({ stage }: { stage: RequestStage }) {
  const { name, state, decisions, nobody_left, waiting_for, decided_at } = stage;
  const need = decided_at === null ? needText(stage) : undefined;
  const waiting = state === 'open' ? waiting_for : [];
  return (
    <li className={styles.stage} aria-current={state === 'open' ? 'step' : undefined}>
      <div className={styles.line}>
        <b>{name}</b>
        <State value={state === 'open' ? 'submitted' : state} label={stateLabels[state]} />
        {need !== undefined && <span className={styles.when}>{need}</span>}
      </div>
      {decisions.length > 0 && (
        <ul className={styles.decisions} aria-label={`Decisions of ${name}`}>
          {decisions.map((decision) => (
            <Decision key={`${decision.by} ${decision.at}`} decision={decision} />
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <ul className={styles.people} aria-label={`${name} waits for`}>
          {waiting.map((email) => (
            <li key={email}>
              <PersonName email={email} isLink />
            </li>
          ))}
        </ul>
      )}
      {nobody_left && state === 'open' && <p className={styles.notice}>{NOBODY_LEFT}</p>}
    </li>
  );
}

export const ApprovalStages = ({ stages }: { stages: readonly RequestStage[] }) => (
  <ol className={styles.stages} aria-label="Stages of approval">
    {stages.map((stage, index) => (
      <Stage key={`${index} ${stage.name}`} stage={stage} />
    ))}
  </ol>
);
