// A record that another one refers to is shown as a link with its name, and a card on hover and focus. A reader who may
// not open it sees the id.
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
  task: { to: '/tasks/$id', permission: 'tasks.read' },
} as const;

function useMayOpen(type: RecordType): boolean {
  const { data: me } = useQuery(meQuery);
  return me !== undefined && mayUse(me, pages[type].permission);
}

interface NamedLinkProps extends RecordRef {
  name: string;
}

function NamedLink({ type, id, name }: NamedLinkProps) {
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

const UnnamedLink = (ref: RecordRef) => <NamedLink {...ref} name={useRecordName(ref)} />;

/** The name is read unless `name` is given. */
export function RecordLink({ name, ...ref }: RecordRef & { name?: string | undefined }) {
  if (!useMayOpen(ref.type)) return name ?? ref.id;
  return name === undefined ? <UnnamedLink {...ref} /> : <NamedLink {...ref} name={name} />;
}

/** Further links are shown as a number. */
const MAX_LINKS = 8;

interface RecordLinksProps {
  type: RecordType;
  ids: readonly string[];
}

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
