// A record that another one refers to: its name as a link, with a card on hover and focus. A reader who may not open it
// sees the id.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayUse, meQuery, type RecordRef, type RecordType } from '../../api/index.ts';
import { useHoverCard } from '../../ui/overlays/hover-card.tsx';
import styles from './links.module.css';
import { RecordCard } from './record-card.tsx';
import { useCiNames, useRecordName } from './record-names.ts';

const pages = {
  incident: { to: '/incidents/$id', permission: 'incidents.read' },
  change: { to: '/changes/$id', permission: 'changes.read' },
  request: { to: '/requests/$id', permission: 'requests.read' },
  ci: { to: '/cmdb/$id', permission: 'cmdb.read' },
  article: { to: '/knowledge/$id', permission: 'articles.read' },
} as const;

function useMayOpen(type: RecordType): boolean {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && mayUse(me, pages[type].permission);
}

interface NamedProps extends RecordRef {
  name: string;
}

function Named({ type, id, name }: NamedProps) {
  const { link, card } = useHoverCard(() => <RecordCard type={type} id={id} />);
  return (
    <>
      <Link to={pages[type].to} params={{ id }} className={styles.link} {...link}>
        {name}
      </Link>
      {card}
    </>
  );
}

const Unnamed = (ref: RecordRef) => <Named {...ref} name={useRecordName(ref)} />;

/** With `name` where it is known already. */
export function RecordLink({ name, ...ref }: RecordRef & { name?: string | undefined }) {
  if (!useMayOpen(ref.type)) return name ?? ref.id;
  return name === undefined ? <Unnamed {...ref} /> : <Named {...ref} name={name} />;
}

/** More are counted. */
const MAX_LINKS = 8;

interface RecordLinksProps {
  type: RecordType;
  ids: readonly string[];
}

/** Several records of one type, below each other. */
export function RecordLinks({ type, ids }: RecordLinksProps) {
  const mayOpen = useMayOpen(type);
  const nameOf = useCiNames(mayOpen && type === 'ci' ? ids : []);
  const shown = ids.length > MAX_LINKS ? ids.slice(0, MAX_LINKS - 1) : ids;
  const others = ids.slice(shown.length);
  return (
    <ul className={styles.links}>
      {shown.map((id) => (
        <li key={id}>
          <RecordLink type={type} id={id} name={type === 'change' ? undefined : nameOf(id)} />
        </li>
      ))}
      {others.length > 0 && <li title={others.join(', ')}>{`and ${others.length} more`}</li>}
    </ul>
  );
}
