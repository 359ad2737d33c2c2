// A citation opens an article at its passage.
import { getRouteApi } from '@tanstack/react-router';
import type { Article } from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { PersonCell } from '../lists/index.ts';
import {
  Facts,
  RelatedPanel,
  RecordBody,
  recordCommands,
  RecordFrame,
  type RecordPanel,
  RecordTop,
  useLiveRecord,
} from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { EditIcon } from '../ui/icons.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { State } from '../ui/marks/record-marks.tsx';
import { useMedia } from '../ui/use-media.ts';
import { ArticleHistory } from './article-history.tsx';
import { ArticleText } from './article-text.tsx';
import styles from './article.module.css';
import { waitsFor } from './article.steps.ts';
import { PendingRevision } from './pending-revision.tsx';
import { useArticlePage } from './use-article-page.ts';

const route = getRouteApi('/knowledge/$id');

/** On a narrow screen the title needs the room that words on buttons would take. */
const NARROW = '(width < 768px)';

const factsOf = (article: Article) =>
  [
    ['Category', article.category ?? 'None'],
    ['Tags', article.tags.length > 0 ? article.tags.join(', ') : 'None'],
    ['Language', article.language],
    ['Author', <PersonCell key="author" email={article.author} />],
    ['Created', <Instant key="created" at={article.created_at} />],
    ['Updated', <Instant key="updated" at={article.updated_at} />],
  ] as const;

const useOf = ({ view_count, helpful_count, citation_count }: Article) =>
  [
    ['Views', view_count],
    ['Helpful', helpful_count],
    ['Cited by', citation_count === 1 ? '1 answer' : `${citation_count} answers`],
  ] as const;

function History({ id }: { id: string }) {
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ArticleHistory
      id={id}
      chosen={{
        ...(from !== undefined && { from: Number(from) }),
        ...(to !== undefined && { to: Number(to) }),
      }}
      onChoose={(chosen) =>
        void navigate({
          search: { tab: 'history', from: String(chosen.from), to: String(chosen.to) },
          replace: true,
        })
      }
    />
  );
}

type Page = ReturnType<typeof useArticlePage>;

const partsOf = (article: Article, { mayVote, mayReadHistory }: Page): RecordPanel[] => [
  { id: 'text', label: 'Article', content: <ArticleText article={article} mayVote={mayVote} /> },
  ...(article.pending
    ? [
        {
          id: 'revision',
          label: 'Pending revision',
          content: <PendingRevision article={article} />,
        },
      ]
    : []),
  ...(mayReadHistory
    ? [{ id: 'history', label: 'History', content: <History id={article.id} /> }]
    : []),
];

const panelsOf = (article: Article, mayLink: boolean): RecordPanel[] => [
  { id: 'details', label: 'Properties', content: <Facts facts={factsOf(article)} /> },
  ...(article.state === 'published' || article.state === 'retired'
    ? [{ id: 'use', label: 'Usage', content: <Facts facts={useOf(article)} /> }]
    : []),
  ...(mayLink
    ? [
        {
          id: 'related',
          label: 'People and links',
          content: <RelatedPanel type="article" id={article.id} />,
        },
      ]
    : []),
];

function ArticleRecord({ article }: { article: Article }) {
  const page = useArticlePage(article);
  const { rights } = page;
  useCommands(recordCommands, rights.mayWrite ? { 'record.edit': page.openEditor } : {});
  const waiting = waitsFor(article, rights);
  const isNarrow = useMedia(NARROW);
  return (
    <RecordFrame
      top={
        <RecordTop
          page={page}
          facts={
            <>
              <State value={article.state} />
              {article.pending_revision && page.mayReadHistory && (
                <span className={styles.flag}>Revision pending</span>
              )}
              {waiting !== undefined && <span className={styles.meta}>{waiting}</span>}
            </>
          }
          end={
            rights.mayWrite && (
              <Button
                icon={<EditIcon />}
                label="Edit the article"
                keys={['e']}
                onClick={page.openEditor}
              >
                {isNarrow ? undefined : 'Edit'}
              </Button>
            )
          }
        />
      }
    >
      <RecordBody main={partsOf(article, page)} panels={panelsOf(article, rights.mayWrite)} />
    </RecordFrame>
  );
}

export function ArticlePage() {
  const { id } = route.useParams();
  const article = useLiveRecord({ type: 'article', id });
  return article ? <ArticleRecord key={id} article={article} /> : null;
}
