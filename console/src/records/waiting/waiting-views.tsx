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
  change: { to: '/changes', permission: 'changes.decide', decides: 'changes.decide' },
  // The catalog names the approvers of its items, whatever their role.
  request: { to: '/requests', permission: 'requests.read', decides: 'requests.decide' },
} as const;

/** Tells whether the search of a list shows only records that wait for the reader. */
export const isOfWaiting = ({ decidable }: ListSearch): boolean => decidable === 'true';

/** The count is undefined until it is known, and for people who may not decide. */
function useWaiting(type: DecidedType) {
  const { to, permission, decides } = pages[type];
  const { data: me } = useQuery(meQuery);
  const mayDecide = me !== undefined && mayUse(me, permission);
  const { data: count } = useQuery({ ...waitingCountQuery(type), enabled: mayDecide });
  const location = useLocation();
  const isCurrent = location.pathname === to && isOfWaiting(location.search);
  /** Others are named as approvers now and then. */
  const isUsual = me !== undefined && mayUse(me, decides);
  return { to, search, count, mayDecide, isUsual, isCurrent };
}

const COUNTS_MS = 5000;

export function WaitingInRail({ type }: { type: DecidedType }) {
  useRecordEvents(type, () => void refreshWaiting(type), COUNTS_MS);
  const { mayDecide, isUsual, ...view } = useWaiting(type);
  return mayDecide && (isUsual || view.isCurrent || (view.count ?? 0) > 0) ? (
    <RailView name={WAITING} {...view} />
  ) : null;
}

interface CountLinkProps {
  to: '/incidents' | '/changes' | '/requests';
  search: ListSearch;
  name: string;
  count: number;
}

/** Leads to a list from beside a heading. */
export const CountLink = ({ to, search: found, name, count }: CountLinkProps) => (
  <Link to={to} search={found} className={styles.link}>
    {name} <b>{count}</b>
  </Link>
);

interface WaitingBesideProps {
  type: DecidedType;
  /** The name says which records wait, where both types stand beside each other. */
  name?: string;
}

export function WaitingBeside({ type, name = WAITING }: WaitingBesideProps) {
  const { to, count, mayDecide, isCurrent } = useWaiting(type);
  if (!mayDecide || isCurrent || count === undefined || count === 0) return null;
  return <CountLink to={to} search={search} name={name} count={count} />;
}

export const waitingEmpty = {
  title: 'Nothing waits for your approval',
  text: 'Records appear here when somebody else submits them.',
  isOfFilters: true,
};
