// Asks for a decision about a request: who asks for what, the answers, a comment, and two buttons.
import { type ReactNode, useId, useRef, useState } from 'react';
import type { ServiceRequest } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ApprovedIcon, RejectedIcon } from '../../ui/icons.ts';
import { usePersonNames } from '../../words/index.ts';
import { AnswersTable } from '../answers/answers-table.tsx';
import styles from './approval-panel.module.css';

export type ApprovalDecision = 'approved' | 'rejected';

type Asked = Pick<
  ServiceRequest,
  'short_description' | 'requested_by' | 'requested_for' | 'questions' | 'answers' | 'stages'
>;

interface ApprovalPanelProps {
  request: Asked;
  comment: string;
  onComment: (comment: string) => void;
  /** The decision that is being sent. */
  pending: ApprovalDecision | undefined;
  /** Says why the decision was not taken. */
  fault: string | undefined;
  onDecide: (decision: ApprovalDecision) => void;
}

function Asking({ request }: { request: Asked }) {
  const nameOf = usePersonNames();
  const { requested_by: by, requested_for: whom, short_description: title, stages } = request;
  const stage = stages.find(({ state }) => state === 'open')?.name;
  const other = whom !== null && whom !== by ? whom : undefined;
  return (
    <p>
      <b>{nameOf(by)}</b> asks for <b>{title}</b>
      {other !== undefined && (
        <>
          {' '}
          for <b>{nameOf(other)}</b>
        </>
      )}
      .{stage !== undefined && ` Your decision is part of “${stage}”.`}
    </p>
  );
}

interface DecideProps {
  decision: ApprovalDecision;
  pending: ApprovalDecision | undefined;
  icon: ReactNode;
  words: { action: string; progress: string };
  onClick: () => void;
}

const Decide = ({ decision, pending, icon, words, onClick }: DecideProps) => (
  <Button
    variant={decision === 'approved' ? 'primary' : 'plain'}
    className={styles.large}
    icon={icon}
    unavailable={pending === undefined ? undefined : 'Your decision is being sent.'}
    onClick={onClick}
  >
    {pending === decision ? words.progress : words.action}
  </Button>
);

export function ApprovalPanel(props: ApprovalPanelProps) {
  const { request, comment, onComment, pending, fault, onDecide } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);
  const isAsked = isMissing && comment.trim() === '';
  /** The person who asked must be able to read why. */
  const reject = () => {
    if (comment.trim() !== '') return onDecide('rejected');
    setMissing(true);
    field.current?.focus();
  };
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Waits for your decision</h2>
      <Asking request={request} />
      {request.questions.length > 0 && (
        <AnswersTable questions={request.questions} answers={request.answers} />
      )}
      <label htmlFor={id}>Comment (needed to reject)</label>
      <textarea
        id={id}
        ref={field}
        rows={2}
        value={comment}
        aria-invalid={isAsked || undefined}
        aria-describedby={isAsked ? `${id}-fault` : undefined}
        onChange={({ currentTarget }) => onComment(currentTarget.value)}
      />
      {isAsked && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          Write why you reject it.
        </p>
      )}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={styles.actions}>
        <Decide
          decision="approved"
          pending={pending}
          icon={<ApprovedIcon />}
          words={{ action: 'Approve', progress: 'Approving…' }}
          onClick={() => onDecide('approved')}
        />
        <Decide
          decision="rejected"
          pending={pending}
          icon={<RejectedIcon />}
          words={{ action: 'Reject', progress: 'Rejecting…' }}
          onClick={reject}
        />
      </div>
    </section>
  );
}
