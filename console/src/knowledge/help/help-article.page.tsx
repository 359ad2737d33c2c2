// Employees read an article and say whether it helped; if it did not, the next step is a report.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { mayUse, meQuery } from '../../api/index.ts';
import { useLiveRecord } from '../../records/index.ts';
import { PreviousIcon } from '../../ui/icons.ts';
import portal from '../../ui/layout/portal.module.css';
import { ArticleText } from '../article-text.tsx';
import styles from './help.module.css';

const route = getRouteApi('/knowledge/$id');

export function HelpArticlePage() {
  const { id } = route.useParams();
  const { data: me } = useQuery(meQuery);
  const article = useLiveRecord({ type: 'article', id });
  if (!article || !me) return null;
  return (
    <div className={portal.page}>
      <title>{`${article.title} – Signalbox`}</title>
      <Link to="/knowledge" className={portal.back}>
        <PreviousIcon aria-hidden />
        Help articles
      </Link>
      <h1 tabIndex={-1}>{article.title}</h1>
      <div className={styles.article}>
        <ArticleText article={article} mayVote={mayUse(me, 'articles.vote')} />
      </div>
      {mayUse(me, 'incidents.create') && (
        <p className={portal.quietText}>
          It did not help? <Link to="/incidents/new">Report a problem</Link>
        </p>
      )}
    </div>
  );
}
