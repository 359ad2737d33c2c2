// Employees find articles by their words, without states, authors and versions.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ArticleSummary, faultOf, helpQuery, queryClient } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { WordsField } from '../../ui/forms/words-field.tsx';
import { NextIcon } from '../../ui/icons.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import portal from '../../ui/layout/portal.module.css';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Matches } from '../../ui/reading/matches.tsx';
import { plainSnippet } from '../../ui/reading/snippet.ts';
import styles from './help.module.css';

/** Shows where the words of a search are, or the summary. */
function FoundArticle({
  article: { title, summary, highlights = [] },
}: {
  article: ArticleSummary;
}) {
  const inTitle = highlights.find(({ field }) => field === 'title');
  const other = highlights.find(({ field }) => field !== 'title');
  return (
    <span>
      <b>{inTitle ? <Matches parts={inTitle.parts} /> : title}</b>
      <small>{other ? <Matches parts={plainSnippet(other.parts)} /> : summary}</small>
    </span>
  );
}

function Articles({ q }: { q: string }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    helpQuery(q),
  );
  const articles = data?.pages.flatMap(({ rows }) => rows);
  if (error)
    return (
      <ErrorPanel
        fault={faultOf(error)}
        onRetry={() => void queryClient.invalidateQueries({ queryKey: ['article', 'help'] })}
      />
    );
  if (!articles) return <SkeletonBar width="80%" />;
  if (articles.length === 0)
    return (
      <p className={portal.quietText} role="status">
        {q === '' ? 'There are no help articles yet.' : `No help article matches “${q}”.`}{' '}
        <Link to="/incidents/new">Report a problem</Link>
      </p>
    );
  return (
    <>
      <ul className={styles.articles} aria-label="Help articles">
        {articles.map((article) => (
          <li key={article.id}>
            <Link to="/knowledge/$id" params={{ id: article.id }}>
              <FoundArticle article={article} />
              <NextIcon aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          className={portal.large}
          unavailable={isFetchingNextPage ? 'More is being loaded.' : undefined}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </>
  );
}

export function HelpPage() {
  const navigate = useNavigate();
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const search = (words: string) =>
    void navigate({ to: '/knowledge', search: words === '' ? {} : { q: words }, replace: true });
  return (
    <div className={portal.page}>
      <title>Help articles – Signalbox</title>
      <h1 tabIndex={-1}>Help articles</h1>
      <WordsField label="Search the help articles" words={q} onSearch={search} />
      <Articles q={q} />
    </div>
  );
}
