// A public note goes to the requester and to the people in copy. They are named where it is written, so that nobody
// writes to people whom they did not mean.
import { useQuery } from '@tanstack/react-query';
import { mayUse, meQuery, type Participant, type LinkedRef } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { usePersonName } from '../../words/index.ts';
import { PersonName } from '../links/person-name.tsx';
import { AddPerson } from './add-person.tsx';
import styles from './related.module.css';
import { attempt, isSamePart, usePeople } from './use-people.ts';

interface RecipientProps {
  person: Participant;
  onRemove: (() => void) | undefined;
}

function Recipient({ person: { email, kind }, onRemove }: RecipientProps) {
  const name = usePersonName(email);
  return (
    <li className={styles.recipient}>
      <span className={styles.kind}>{kind === 'requester' ? 'To' : 'Copy'}</span>
      <PersonName email={email} />
      {onRemove && (
        <Button
          variant="quiet"
          icon={<CloseIcon />}
          label={`Take ${name} out of copy`}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

export function Recipients({ record }: { record: LinkedRef }) {
  const { data: me } = useQuery(meQuery);
  const { data, replace } = usePeople(record);
  if (!data) return null;
  const { participants } = data;
  const mayChange = me !== undefined && mayUse(me, 'participants.write');
  const remove = (person: Participant) =>
    attempt(
      'The person is still in copy.',
      replace(participants.filter((one) => !isSamePart(one, person))),
    );
  return (
    <ul className={styles.recipients} aria-label="Recipients of the note">
      {participants
        .filter(({ kind }) => kind === 'requester' || kind === 'cc')
        .map((person) => (
          <Recipient
            key={`${person.kind} ${person.email}`}
            person={person}
            onRemove={mayChange && person.kind === 'cc' ? () => remove(person) : undefined}
          />
        ))}
      {mayChange && (
        <li>
          <AddPerson
            record={record.id}
            known={participants}
            kind="cc"
            text="Add in copy"
            onAdd={(kind, email) => replace([...participants, { kind, email, source: 'added' }])}
          />
        </li>
      )}
    </ul>
  );
}
