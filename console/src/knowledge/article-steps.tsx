// The steps of an article as buttons. One that cannot be undone asks first, in place.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Article } from '../api/index.ts';
import { Button } from '../ui/button.tsx';
import { EditIcon } from '../ui/icons.ts';
import styles from './article.module.css';
import { type Step, stepsOf, waitsFor } from './article.steps.ts';
import type { useArticle } from './use-article.ts';

interface ArticleStepsProps {
  article: Article;
  page: ReturnType<typeof useArticle>;
}

export function ArticleSteps({ article, page: { step, rights } }: ArticleStepsProps) {
  const [asked, setAsked] = useState<Step>();
  const run = ({ id }: Step) => {
    setAsked(undefined);
    step.mutate(id);
  };
  const waiting = waitsFor(article, rights);
  if (asked)
    return (
      <div className={styles.question} role="group" aria-label={asked.label}>
        <span>{asked.question}</span>
        <Button onClick={() => setAsked(undefined)}>Keep it</Button>
        <Button look="danger" autoFocus onClick={() => run(asked)}>
          {asked.label}
        </Button>
      </div>
    );
  return (
    <>
      {waiting !== undefined && <span className={styles.waiting}>{waiting}</span>}
      {stepsOf(article, rights).map((one) => (
        <Button
          key={one.id}
          look={one.isPrimary ? 'primary' : 'plain'}
          unavailable={step.isPending ? 'The last step is being saved.' : undefined}
          onClick={() => (one.question === undefined ? run(one) : setAsked(one))}
        >
          {one.label}
        </Button>
      ))}
      {rights.mayWrite && (
        <Link to="/knowledge/$id/edit" params={{ id: article.id }} className={styles.edit}>
          <EditIcon />
          Edit
        </Link>
      )}
    </>
  );
}
