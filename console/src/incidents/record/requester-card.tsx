// The card says who has the trouble, and what else this person waits for.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  faultOf,
  type Incident,
  isMissing,
  mayUse,
  meQuery,
  personQuery,
} from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { RecordLink, startDraftWith } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { usePersonName } from '../../words/index.ts';
import { recordsToShow } from './requester-records.ts';
import styles from './requester-card.module.css';

const MAX_CIS = 5;

function NewFor({ email }: { email: string }) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const [first] = usePersonName(email).split(' ');
  if (!me || !mayUse(me, 'incidents.edit_all_fields')) return null;
  const create = () => {
    startDraftWith(me, 'incident', { requester: email });
    void navigate({ to: '/incidents/new' });
  };
  return (
    <Button icon={<AddIcon />} onClick={create}>
      New for {first}
    </Button>
  );
}

function Details({ email, except }: { email: string; except: string }) {
  const { data, error } = useQuery(personQuery(email));
  if (error)
    return (
      <p className={styles.meta}>
        {isMissing(error) ? 'This person is not in the directory.' : faultText(faultOf(error))}
      </p>
    );
  if (!data) return <SkeletonBar width="80%" />;
  const { groups, cis } = data;
  const { records, hasMore } = recordsToShow(data.open_records, except);
  return (
    <>
      {groups.length > 0 && <p className={styles.meta}>{groups.join(', ')}</p>}
      {records.length > 0 && (
        <div>
          <h3>Other open records</h3>
          <ul>
            {records.map(({ type, id, title, state }) => (
              <li key={id}>
                <span className={styles.title}>
                  <RecordLink type={type} id={id} name={title} />
                </span>
                <State value={state} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasMore && (
        <Link to="/incidents" search={{ requester: email }}>
          All their incidents
        </Link>
      )}
      {cis.length > 0 && (
        <div>
          <h3>CIs</h3>
          <ul>
            {cis.slice(0, MAX_CIS).map(({ id, title }) => (
              <li key={id}>
                <RecordLink type="ci" id={id} name={title} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Anybody can write a mail with the address of somebody else. */
const UNVERIFIED =
  'Reported by a mail whose sender is not verified. Ask back before you give anything away.';

export function RequesterCard({
  incident: { id, requester, sender_verified: isVerified },
}: {
  incident: Incident;
}) {
  const { data: me } = useQuery(meQuery);
  if (requester === null || !me || !mayUse(me, 'directory.read')) return null;
  return (
    <section className={styles.card} aria-label="Requester">
      <div className={styles.head}>
        <span className={styles.who}>
          <Person email={requester} />
          <a href={`mailto:${requester}`}>{requester}</a>
        </span>
        <NewFor email={requester} />
      </div>
      {isVerified === false && <p className={styles.unverified}>{UNVERIFIED}</p>}
      <Details email={requester} except={id} />
    </section>
  );
}
