// Configuration items by name, as links. All that a record has are read in one request.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ciNamesQuery } from '../../api/index.ts';
import styles from './cis.module.css';

/** The name of each, and its id until the name is known. */
export function useCiNames(ids: readonly string[]): (id: string) => string {
  const { data = {} } = useQuery(ciNamesQuery([...new Set(ids)].toSorted()));
  return (id) => data[id] ?? id;
}

export const CiLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/cmdb/$id" params={{ id }} title={id}>
    {name}
  </Link>
);

export function CiLinks({ ids }: { ids: readonly string[] }) {
  const nameOf = useCiNames(ids);
  return (
    <ul className={styles.links}>
      {ids.map((id) => (
        <li key={id}>
          <CiLink id={id} name={nameOf(id)} />
        </li>
      ))}
    </ul>
  );
}
