// Every publication is a version, which never changes. Its form is shown as people had it.
import { useQuery } from '@tanstack/react-query';
import { faultOf, itemVersionsQuery } from '../../../api/index.ts';
import { PersonCell } from '../../../lists/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { ErrorPanel } from '../../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../../ui/layout/skeleton.tsx';
import { Instant } from '../../../ui/marks/instant.tsx';
import styles from './parts.module.css';

interface VersionsProps {
  id: string;
  /** The preview shows this version. */
  shown: number | undefined;
  onShow: (version: number) => void;
}

export function Versions({ id, shown, onShow }: VersionsProps) {
  const { data, error, refetch } = useQuery(itemVersionsQuery(id));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  if (data.length === 0) return <p className={styles.hint}>It was never published.</p>;
  return (
    <ol className={styles.versions} aria-label="Published versions, newest first">
      {data.map(({ version, name, published_by: by, created_at: at }) => (
        <li key={version} data-current={version === shown || undefined}>
          <b>{`Version ${version}`}</b>
          <span>{name}</span>
          <PersonCell email={by} />
          <Instant at={at} />
          <Button
            variant="quiet"
            aria-description={`Version ${version}`}
            aria-pressed={version === shown}
            onClick={() => onShow(version)}
          >
            Show the form
          </Button>
        </li>
      ))}
    </ol>
  );
}
