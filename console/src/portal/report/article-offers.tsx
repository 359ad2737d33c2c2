// Articles that may already solve it appear beneath the question. One is read inside the form, so that the text stays.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { articleQuery, type Me, mayUse, voteOnArticle } from '../../api/index.ts';
import { useArticleHints } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CloseIcon, HelpfulIcon, KnowledgeIcon, NextIcon } from '../../ui/icons.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import portal from '../../ui/layout/portal.module.css';
import styles from './report.module.css';

interface ReaderProps {
  id: string;
  me: Me;
  /** The button names what is sent, such as "No, send my report". */
  sendLabel: string;
  onSolved: () => void;
  onSend: () => void;
  onClose: () => void;
}

function Reader({ id, me, sendLabel, onSolved, onSend, onClose }: ReaderProps) {
  const { data: article, error } = useQuery(articleQuery(id));
  // The problem is solved even if the vote cannot be counted.
  const vote = useMutation({ mutationFn: () => voteOnArticle(id, true), onSettled: onSolved });
  const sayYes = () => (mayUse(me, 'articles.vote') ? vote.mutate() : onSolved());
  return (
    <article className={styles.reader} aria-labelledby="offered-article">
      <header>
        <h2 id="offered-article" tabIndex={-1} ref={(heading) => heading?.focus()}>
          {article?.title ?? 'Help article'}
        </h2>
        <Button variant="quiet" icon={<CloseIcon />} label="Close the article" onClick={onClose} />
      </header>
      {!article && !error && <SkeletonBar width="80%" />}
      {error && <p role="alert">This article cannot be opened now.</p>}
      {article?.summary && <p className={styles.summary}>{article.summary}</p>}
      {article && <LazyMarkdown text={article.body} />}
      <footer>
        <b>Did this solve it?</b>
        <Button
          variant="primary"
          className={portal.large}
          icon={<HelpfulIcon />}
          unavailable={vote.isPending ? 'Your answer is being sent.' : undefined}
          onClick={sayYes}
        >
          Yes, it did
        </Button>
        <Button className={portal.large} onClick={onSend}>
          {sendLabel}
        </Button>
      </footer>
    </article>
  );
}

interface ArticleOffersProps extends Omit<ReaderProps, 'id' | 'onClose'> {
  text: string;
}

export function ArticleOffers({ text, ...rest }: ArticleOffersProps) {
  const articles = useArticleHints(text, rest.me);
  const [openId, setOpenId] = useState<string>();
  if (openId !== undefined)
    return <Reader key={openId} id={openId} {...rest} onClose={() => setOpenId(undefined)} />;
  if (articles.length === 0) return null;
  return (
    <section className={styles.offers} aria-labelledby="offers">
      <h2 id="offers">Maybe this helps</h2>
      <ul>
        {articles.map(({ id, title, summary }) => (
          <li key={id}>
            <button type="button" onClick={() => setOpenId(id)}>
              <KnowledgeIcon aria-hidden />
              <span>
                <b>{title}</b>
                {summary && <small>{summary}</small>}
              </span>
              <NextIcon aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
