// The last public note of an incident is by its requester, who waits for an answer, or by somebody who works on it.
import { TextCell } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { type IncidentRow } from '../../api/index.ts';
import { valueText } from '../../words/index.ts';
import styles from './last-reply.module.css';

const REPLIED = 'The last reply is by the requester';

/** Marks a row whose requester waits for an answer. */
export const ReplyDot = () => (
  <span className={styles.dot} role="img" aria-label={REPLIED} title={REPLIED} />
);

interface LastReplyProps {
  by: IncidentRow['last_reply_by'];
  at: IncidentRow['last_reply_at'];
}

export const LastReply = ({ by, at }: LastReplyProps) =>
  by === null || at === null ? (
    <TextCell text={null} />
  ) : (
    <span className={styles.reply}>
      {valueText('last_reply_by', by)} <Instant at={at} />
    </span>
  );
