// Health says whether mail arrives: with its time, and with the reason and the correction if it does not.
import type { Mailbox } from '../../api/index.ts';
import { HealthMark } from '../../ui/marks/delivery-marks.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import styles from './mailboxes.module.css';
import { markOf } from './mailboxes.words.ts';

export function MailboxHealth({ mailbox }: { mailbox: Mailbox }) {
  const { active, health } = mailbox;
  const { status, last_error: error, failing_since: since, last_message_at: at } = health;
  const isFailing = active && status === 'failed';
  return (
    <section
      className={styles.health}
      data-state={active ? status : 'inactive'}
      aria-label="Health"
    >
      <HealthMark {...markOf(mailbox)} />
      {isFailing && error !== null && <p>{error}</p>}
      <small>
        {isFailing && since !== null && (
          <>
            Failing since <Instant at={since} kind="clock" />.{' '}
          </>
        )}
        {at === null ? (
          'No mail has arrived yet.'
        ) : (
          <>
            Last mail: <Instant at={at} />.
          </>
        )}
      </small>
    </section>
  );
}
