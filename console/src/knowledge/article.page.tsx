// An article to read; a citation opens it at its passage.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Article, articleQuery } from '../api/index.ts';
import { Highlighted } from '../ui/highlighted.tsx';
import { Instant } from '../ui/instant.tsx';
import { LazyMarkdown } from '../ui/lazy-markdown.tsx';
import styles from './article.module.css';
import { findPassage } from './passage.ts';

const route = getRouteApi('/knowledge/$id');

const ArticleText = ({ article, passage }: { article: Article; passage: string | undefined }) => (
  <Highlighted key={passage} find={(pieces) => passage && findPassage(pieces, passage)}>
    <LazyMarkdown text={article.body} />
  </Highlighted>
);

export function ArticlePage() {
  const { id } = route.useParams();
  const { passage } = route.useSearch();
  const { data: article } = useQuery(articleQuery(id));
  if (!article) return null;
  return (
    <article className={styles.article}>
      <header>
        <p className={styles.meta}>
          {article.id} · {article.state} · {article.author} · updated{' '}
          <Instant at={article.updated_at} />
        </p>
        <h1 tabIndex={-1}>{article.title}</h1>
        {article.summary && <p className={styles.summary}>{article.summary}</p>}
      </header>
      <ArticleText article={article} passage={passage} />
    </article>
  );
}
