// A record shows its participants: who asked, who is in copy, and who watches it.
import { useQuery } from '@tanstack/react-query';
import { faultOf, mayUse, meQuery, type Participant, type LinkedRef } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon, WatchIcon } from '../../ui/icons.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { usePersonName } from '../../words/index.ts';
import { PersonName } from '../links/person-name.tsx';
import { AddPerson } from './add-person.tsx';
import { kindText, orderPeople, sourceText } from './people.words.ts';
import { followCommands } from './related.keys.ts';
import styles from './related.module.css';
import { attempt, isSamePart, usePeople } from './use-people.ts';

interface PersonItemProps {
  person: Participant;
  onRemove: (() => void) | undefined;
}

function PersonItem({ person, onRemove }: PersonItemProps) {
  const { email, kind } = person;
  const name = usePersonName(email);
  return (
    <li className={styles.link}>
      <span className={styles.name}>
        <PersonName email={email} isLink />
      </span>
      <span className={styles.kind} title={sourceText(person)}>
        {kindText(person)}
      </span>
      {onRemove && (
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={kind === 'cc' ? `Take ${name} out of copy` : `Remove the watcher ${name}`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

function Watch({ isWatching, onChange }: { isWatching: boolean; onChange: (is: boolean) => void }) {
  useCommands(followCommands, { 'record.watch': () => onChange(!isWatching) });
  return (
    <Button
      icon={<WatchIcon />}
      keys={['w']}
      label={isWatching ? 'Stop watching this record' : 'Watch this record'}
      aria-pressed={isWatching}
      onClick={() => onChange(!isWatching)}
    >
      {isWatching ? 'Watching' : 'Watch'}
    </Button>
  );
}

export function PeoplePanel(ref: LinkedRef) {
  const { data: me } = useQuery(meQuery);
  const { data, error, replace, watch } = usePeople(ref);
  const mayChange = me !== undefined && mayUse(me, 'participants.write');
  if (error) return <p className={styles.none}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const { participants, watching } = data;
  const remove = (person: Participant) =>
    attempt(
      'The person was not removed.',
      replace(participants.filter((one) => !isSamePart(one, person))),
    );
  return (
    <section aria-label="People">
      <h3>People</h3>
      {participants.length === 0 && <p className={styles.none}>Nobody follows this record yet.</p>}
      <ul className={styles.list}>
        {orderPeople(participants).map((person) => (
          <PersonItem
            key={`${person.kind} ${person.email}`}
            person={person}
            onRemove={mayChange && person.kind !== 'requester' ? () => remove(person) : undefined}
          />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Watch
          isWatching={watching}
          onChange={(is) =>
            attempt(is ? 'You do not watch it yet.' : 'You still watch it.', watch(is))
          }
        />
        {mayChange && (
          <AddPerson
            record={ref.id}
            known={participants}
            onAdd={(kind, email) => replace([...participants, { kind, email, source: 'added' }])}
          />
        )}
      </div>
    </section>
  );
}
