// The card says who a person is: the work, the groups, and whether they are away.
import { useQuery } from '@tanstack/react-query';
import { faultOf, isMissing, personQuery } from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { dateTime } from '../../ui/marks/time.ts';
import { usePersonName } from '../../words/index.ts';
import styles from './links.module.css';

const MAX_GROUPS = 3;

function groupsText(groups: readonly string[]): string {
  const others = groups.length - MAX_GROUPS;
  const shown = groups.slice(0, MAX_GROUPS).join(', ');
  return others > 0 ? `${shown} and ${others} more` : shown;
}

const Row = ({ label, value }: { label: string; value: string | null | undefined }) =>
  value ? (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;

function Details({ email }: { email: string }) {
  const { data, error } = useQuery(personQuery(email));
  if (isMissing(error)) return <p className={styles.none}>Not in the directory.</p>;
  if (error) return <p className={styles.none}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const isAway = data.away_until !== null && Date.parse(data.away_until) > Date.now();
  const open = data.open_records.length;
  return (
    <dl className={styles.cardRows}>
      <Row label="Work" value={data.title} />
      <Row label="Department" value={data.department} />
      <Row label="Site" value={data.site} />
      <Row label="Groups" value={groupsText(data.groups)} />
      <Row label="Away until" value={isAway ? dateTime(data.away_until ?? '') : undefined} />
      <Row label="Waits for" value={`${open} open ${open === 1 ? 'record' : 'records'}`} />
    </dl>
  );
}

export function PersonCard({ email }: { email: string }) {
  const name = usePersonName(email);
  return (
    <>
      <p className={styles.cardHead}>
        <b>{name}</b> <span>{email}</span>
      </p>
      <Details email={email} />
    </>
  );
}
