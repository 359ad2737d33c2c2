// Messages that wait for somebody to decide are one click away, the oldest first.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { waitingMailQuery } from '../../api/index.ts';
import type { ListSearch } from '../../search/index.ts';
import styles from './mail.module.css';
import { WAITING_MAIL } from './mail.words.ts';

const search = { state: 'held,failed', order: 'asc' };

const isCurrent = (shown: ListSearch): boolean => shown['state'] === search.state;

export function WaitingMail({ shown }: { shown: ListSearch }) {
  const { data: count = 0 } = useQuery(waitingMailQuery);
  if (isCurrent(shown) || count === 0) return null;
  return (
    <Link to="/admin/mail" search={search} className={styles.waiting}>
      {WAITING_MAIL} <b>{count}</b>
    </Link>
  );
}
