// Suggests up to three published articles while somebody writes a title, which may answer it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { articleHintsQuery, mayUse, type Me } from '../../api/index.ts';
import { KnowledgeIcon, OpenIcon } from '../../ui/icons.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import styles from './article-hints.module.css';

const SEARCH_MS = 500;
/** Shorter texts match too many articles. */
const MIN_LENGTH = 6;

/** Returns up to three articles for the text, once its writer pauses. */
export function useArticleHints(text: string, me: Me) {
  const words = useDebounced(text.trim(), SEARCH_MS);
  const isLong = words.length >= MIN_LENGTH;
  const { data = [] } = useQuery({
    ...articleHintsQuery(words),
    enabled: isLong && mayUse(me, 'articles.read'),
  });
  return isLong ? data : [];
}

export function ArticleHints({ text, me }: { text: string; me: Me }) {
  const data = useArticleHints(text, me);
  if (data.length === 0) return null;
  return (
    <section className={styles.hints} aria-label="Articles that may help">
      <h2>These articles may help</h2>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>
            <KnowledgeIcon />
            <span>{title}</span>
            <Link
              to="/knowledge/$id"
              params={{ id }}
              target="_blank"
              rel="noopener"
              aria-label={`Open “${title}” in a new tab`}
            >
              Open
              <OpenIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
