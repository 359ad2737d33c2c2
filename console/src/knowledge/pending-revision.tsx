// A pending revision says who wrote it, and what it changes.
import type { Article } from '../api/index.ts';
import { PersonCell } from '../lists/index.ts';
import { Diff } from '../ui/diff/diff.tsx';
import { FieldDiff } from '../ui/diff/field-diff.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { lineDiff } from '../ui/diff/line-diff.ts';
import styles from './article.module.css';
import { fieldLabels, textFields } from './article.steps.ts';
import { SentBackComment } from './sent-back.tsx';

export function PendingRevision({ article }: { article: Article }) {
  const { pending } = article;
  if (!pending) return null;
  const changes = textFields
    .filter((field) => field in pending)
    .map((field) => ({ field, from: article[field], to: pending[field] }));
  return (
    <section className={styles.pending} aria-label="Pending revision">
      <h2>Pending revision</h2>
      <p className={styles.meta}>
        By <PersonCell email={pending.by} />, <Instant at={pending.at} />. Readers and answers see
        the published text until this revision is published.
      </p>
      <SentBackComment article={article} />
      {changes.length > 0 && (
        <FieldDiff changes={changes} labelOf={(field) => fieldLabels[field] ?? field} />
      )}
      {pending.body !== undefined && (
        <Diff label="Changes of the text" parts={lineDiff(article.body, pending.body)} />
      )}
    </section>
  );
}
