// A reviewer sends an article, or its revision, back with a comment.
import type { Article } from '../api/index.ts';
import { PersonCell } from '../lists/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import styles from './article.module.css';

export const SentBackComment = ({ article: { sent_back } }: { article: Article }) =>
  sent_back ? (
    <section className={styles.sentBack} aria-label="Sent back">
      <h2>
        Sent back by <PersonCell email={sent_back.by} /> <Instant at={sent_back.at} />
      </h2>
      <LazyMarkdown text={sent_back.comment} />
    </section>
  ) : null;
