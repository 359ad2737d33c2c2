// Any two versions of the text can be compared.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { articleDiffQuery, faultOf, versionsQuery } from '../api/index.ts';
import { PersonCell } from '../lists/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Diff } from '../ui/diff/diff.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { FieldDiff } from '../ui/diff/field-diff.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import styles from './history.module.css';
import { fieldLabels } from './article.steps.ts';

interface VersionPair {
  from: number;
  to: number;
}

function Difference({ id, from, to }: VersionPair & { id: string }) {
  const { data, error, refetch } = useQuery(articleDiffQuery(id, from, to));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  const fields = Object.entries(data.fields).map(([field, change]) => ({ field, ...change }));
  return (
    <>
      {fields.length > 0 && (
        <FieldDiff changes={fields} labelOf={(field) => fieldLabels[field] ?? field} />
      )}
      <Diff label="Changes of the text" parts={data.body} />
    </>
  );
}

interface ArticleHistoryProps {
  id: string;
  /** The address names the versions to compare. */
  chosen: Partial<VersionPair>;
  onChoose: (chosen: VersionPair) => void;
}

export function ArticleHistory({ id, chosen, onChoose }: ArticleHistoryProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(versionsQuery(id));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  const versions = data.pages.flatMap((page) => page.versions);
  const [newest, second] = versions;
  const to = chosen.to ?? newest?.version;
  const from = chosen.from ?? second?.version;
  const isEarlier = (version: number) => to === undefined || version < to;
  return (
    <div className={styles.history}>
      <table className={styles.versions}>
        <caption>Versions of the text</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Version</th>
            <th scope="col">Title</th>
            <th scope="col">By</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, title, edited_by, created_at }) => (
            <tr key={version}>
              <td>
                <input
                  type="radio"
                  name="from"
                  aria-label={`Compare from version ${version}`}
                  checked={version === from}
                  disabled={!isEarlier(version)}
                  onChange={() => onChoose({ from: version, to: to ?? version })}
                />
              </td>
              <td>
                <input
                  type="radio"
                  name="to"
                  aria-label={`Compare to version ${version}`}
                  checked={version === to}
                  onChange={() => {
                    const before = versions.find((one) => one.version < version)?.version;
                    const earlier = from !== undefined && from < version ? from : before;
                    onChoose({ from: earlier ?? version, to: version });
                  }}
                />
              </td>
              <td className={styles.number}>{version}</td>
              <td className={styles.title}>{title}</td>
              <td>
                <PersonCell email={edited_by} />
              </td>
              <td>
                <Instant at={created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Show older versions</Button>}
      {from !== undefined && to !== undefined && from < to ? (
        <section className={styles.difference} aria-label="Difference">
          <h2>
            Version {from} to {to}
          </h2>
          <Difference id={id} from={from} to={to} />
        </section>
      ) : (
        <p className={styles.none}>
          There is only one version of the text. After the next edit, you can compare the two.
        </p>
      )}
    </div>
  );
}
