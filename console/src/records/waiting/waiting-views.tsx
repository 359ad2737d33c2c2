// People who may decide find the records that wait for their approval beneath the page in the rail and beside its heading.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import {
  type DecidedType,
  mayUse,
  meQuery,
  refreshWaiting,
  waitingCountQuery,
} from '../../api/index.ts';
import { RailView } from '../../lists/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { useRecordEvents } from '../use-record-events.ts';
import styles from './waiting-views.module.css';

export const WAITING = 'Waits for my approval';

const search = { decidable: 'true' };

const pages = {
  change: { to: '/changes', permission: 'changes.decide' },
  request: { to: '/requests', permission: 'requests.decide' },
} as const;

/** Tells whether the search of a list shows only records that wait for the reader. */
export const isOfWaiting = ({ decidable }: ListSearch): boolean => decidable === 'true';

/** The count is undefined until it is known, and for people who may not decide. */
function useWaiting(type: DecidedType) {
  const { to, permission } = pages[type];
  const { data: me } = useQuery(meQuery);
  const mayDecide = me !== undefined && mayUse(me, permission);
  const { data: count } = useQuery({ ...waitingCountQuery(type), enabled: mayDecide });
  const location = useLocation();
  const isCurrent = location.pathname === to && isOfWaiting(location.search);
  return { to, search, count, mayDecide, isCurrent };
}

const COUNTS_MS = 5000;

export function WaitingInRail({ type }: { type: DecidedType }) {
  useRecordEvents(type, () => void refreshWaiting(type), COUNTS_MS);
  const { mayDecide, ...view } = useWaiting(type);
  return mayDecide ? <RailView name={WAITING} {...view} /> : null;
}

export function WaitingBeside({ type }: { type: DecidedType }) {
  const { to, count, mayDecide, isCurrent } = useWaiting(type);
  if (!mayDecide || isCurrent || count === undefined || count === 0) return null;
  return (
    <Link to={to} search={search} className={styles.link}>
      {WAITING} <b>{count}</b>
    </Link>
  );
}

export const waitingEmpty = {
  title: 'Nothing waits for your approval',
  text: 'Records appear here when somebody else submits them.',
  isOfFilters: true,
};
