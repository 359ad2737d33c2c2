// The text of an article begins at the passage of a citation, and ends with the vote of its reader.
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Article } from '../api/index.ts';
import { Contents } from '../ui/reading/contents.tsx';
import { PassageHighlight } from '../ui/reading/highlight.tsx';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import { ArticleVote } from './article-vote.tsx';
import styles from './article.module.css';
import { findPassage } from './passage.ts';
import { SentBackComment } from './sent-back.tsx';

const route = getRouteApi('/knowledge/$id');

export function ArticleText({ article, mayVote }: { article: Article; mayVote: boolean }) {
  const { passage } = route.useSearch();
  const text = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.columns}>
      <div className={styles.text} ref={text}>
        {!article.pending_revision && <SentBackComment article={article} />}
        {article.summary && <p className={styles.summary}>{article.summary}</p>}
        <PassageHighlight
          key={passage}
          find={(pieces) => (passage === undefined ? '' : findPassage(pieces, passage))}
        >
          <LazyMarkdown text={article.body} />
        </PassageHighlight>
        {mayVote && article.state === 'published' && <ArticleVote article={article} />}
      </div>
      <Contents root={text} />
    </div>
  );
}
