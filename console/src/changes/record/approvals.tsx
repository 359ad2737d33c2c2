// Decisions are shown since the change was last submitted.
import type { Change } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { ApprovedIcon, RejectedIcon } from '../../ui/icons.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import styles from './change.module.css';

const words = { approved: 'approved', rejected: 'rejected' };

const pendingText = ({ state, approvals, type }: Change): string | undefined => {
  if (state === 'draft') return 'Approvers decide once the change is submitted.';
  if (state !== 'submitted')
    return approvals.length > 0
      ? undefined
      : type === 'standard'
        ? 'Approved by its template.'
        : 'Nobody has decided.';
  return approvals.length === 0 ? 'Waiting for a decision.' : 'Waiting for another approval.';
};

export const Approvals = ({ change }: { change: Change }) => (
  <>
    <ul className={styles.approvals}>
      {change.approvals.map(({ approver, decision, comment, at }) => (
        <li key={approver} data-decision={decision}>
          {decision === 'approved' ? <ApprovedIcon /> : <RejectedIcon />}
          <div>
            <p>
              <b>
                <Person email={approver} />
              </b>{' '}
              {words[decision]}{' '}
              <span className={styles.meta}>
                <Instant at={at} />
              </span>
            </p>
            {comment && <LazyMarkdown text={comment} />}
          </div>
        </li>
      ))}
    </ul>
    {pendingText(change) !== undefined && <p className={styles.meta}>{pendingText(change)}</p>}
  </>
);
