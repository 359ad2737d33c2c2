// The name of a person shows a card on hover and focus. A reader who may not read the directory sees the name alone.
import { useQuery } from '@tanstack/react-query';
import { mayUse, meQuery } from '../../api/index.ts';
import { PersonMark } from '../../ui/marks/person.tsx';
import { useHoverCard } from '../../ui/overlays/hover-card.tsx';
import { usePersonName } from '../../words/index.ts';
import styles from './links.module.css';
import { PersonCard } from './person-card.tsx';

interface PersonNameProps {
  email: string;
  /** If true, the name is a link to write to the person, so that keys reach its card as well. */
  isLink?: boolean;
}

function CardedName({ email, isLink = false }: PersonNameProps) {
  const { link, card } = useHoverCard(() => <PersonCard email={email} />);
  const mark = <PersonMark name={usePersonName(email)} />;
  return (
    <>
      {isLink ? (
        <a href={`mailto:${email}`} className={styles.link} {...link}>
          {mark}
        </a>
      ) : (
        <span {...link}>{mark}</span>
      )}
      {card}
    </>
  );
}

export function PersonName(props: PersonNameProps) {
  const { data: me } = useQuery(meQuery);
  const name = usePersonName(props.email);
  if (!me || !mayUse(me, 'directory.read')) return <PersonMark email={props.email} name={name} />;
  return <CardedName {...props} />;
}
