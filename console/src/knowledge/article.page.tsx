// An article: its text with contents, votes and use; a revision that waits; its history. A citation opens it at its
// passage.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Article, articleQuery } from '../api/index.ts';
import { PersonCell } from '../lists/index.ts';
import { Contents } from '../ui/record/contents.tsx';
import { Highlighted } from '../ui/highlighted.tsx';
import { Instant } from '../ui/instant.tsx';
import { LazyMarkdown } from '../ui/lazy-markdown.tsx';
import { State } from '../ui/marks.tsx';
import { Facts, RecordFrame } from '../ui/record/record-frame.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ArticleHistory } from './article-history.tsx';
import { ArticleSteps } from './article-steps.tsx';
import { ArticleVote } from './article-vote.tsx';
import styles from './article.module.css';
import type { ArticleSearch } from './article.route.ts';
import { findPassage } from './passage.ts';
import { PendingRevision } from './pending-revision.tsx';
import { useArticle } from './use-article.ts';

const route = getRouteApi('/knowledge/$id');

/** As long as an article may be before its parser would take noticeable time. */
const MAX_MARKDOWN = 40_000;

const Text = ({ article, passage }: { article: Article; passage: string | undefined }) => (
  <Highlighted key={passage} find={(pieces) => passage && findPassage(pieces, passage)}>
    <LazyMarkdown text={article.body} maxLength={MAX_MARKDOWN} />
  </Highlighted>
);

const facts = (article: Article) =>
  [
    ['Category', article.category],
    ['Tags', article.tags.length > 0 ? article.tags.join(', ') : null],
    ['Language', article.language],
    ['Author', <PersonCell key="author" email={article.author} />],
    ['Created', <Instant key="created" at={article.created_at} />],
    ['Updated', <Instant key="updated" at={article.updated_at} />],
  ] as const;

const use = ({ view_count, helpful_count, citation_count }: Article) =>
  [
    ['Views', view_count],
    ['Helpful', helpful_count],
    ['Cited by', citation_count === 1 ? '1 answer' : `${citation_count} answers`],
  ] as const;

type Tab = 'text' | 'revision' | 'history';

function ArticleRecord({ article }: { article: Article }) {
  const { passage, tab = 'text', from, to } = route.useSearch();
  const navigate = useNavigate();
  const router = useRouter();
  const page = useArticle(article);
  const text = useRef<HTMLDivElement>(null);
  const navigateHere = route.useNavigate();
  const go = (search: ArticleSearch) => void navigateHere({ search, replace: true });
  const tabs: { id: Tab; label: string }[] = [
    { id: 'text', label: 'Article' },
    ...(article.pending ? [{ id: 'revision' as const, label: 'Pending revision' }] : []),
    ...(page.mayReadHistory ? [{ id: 'history' as const, label: 'History' }] : []),
  ];
  const shown = tabs.find(({ id }) => id === tab)?.id ?? 'text';
  const parts: Record<Tab, () => React.ReactNode> = {
    text: () => (
      <div className={styles.text} ref={text}>
        {article.summary && <p className={styles.summary}>{article.summary}</p>}
        <Text article={article} passage={passage} />
        {page.mayVote && article.state === 'published' && <ArticleVote article={article} />}
      </div>
    ),
    revision: () => <PendingRevision article={article} />,
    history: () => (
      <ArticleHistory
        id={article.id}
        chosen={{
          ...(from !== undefined && { from: Number(from) }),
          ...(to !== undefined && { to: Number(to) }),
        }}
        onChoose={(chosen) =>
          go({ tab: 'history', from: String(chosen.from), to: String(chosen.to) })
        }
      />
    ),
  };
  const content = parts[shown]();
  return (
    <RecordFrame
      id={article.id}
      title={article.title}
      onBack={() => {
        if (router.history.canGoBack()) router.history.back();
        else void navigate({ to: '/knowledge' });
      }}
      facts={
        <>
          <State value={article.state} />
          {article.pending_revision && <span className={styles.flag}>Revision pending</span>}
          <span>
            <PersonCell email={article.author} />
          </span>
        </>
      }
      actions={<ArticleSteps article={article} page={page} />}
      aside={shown === 'text' && <Contents root={text} />}
      side={[
        { id: 'facts', label: 'Properties', content: <Facts rows={facts(article)} /> },
        ...(article.state === 'published' || article.state === 'retired'
          ? [{ id: 'use', label: 'Use', content: <Facts rows={use(article)} /> }]
          : []),
      ]}
    >
      {tabs.length > 1 ? (
        <Tabs
          label="Parts of the article"
          tabs={tabs}
          value={shown}
          onChange={(next) => go(next === 'text' ? {} : { tab: next })}
        >
          {content}
        </Tabs>
      ) : (
        content
      )}
    </RecordFrame>
  );
}

export function ArticlePage() {
  const { id } = route.useParams();
  const { data: article } = useQuery(articleQuery(id));
  return article ? <ArticleRecord key={id} article={article} /> : null;
}
