// Each person has one vote on whether the article helped, which can be changed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Article, articleQuery, faultOf, voteOnArticle } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { faultText } from '../ui/layout/fault.ts';
import { HelpfulIcon, UnhelpfulIcon } from '../ui/icons.ts';
import styles from './article.module.css';

const people = (count: number): string =>
  count === 1 ? '1 person found it helpful.' : `${count} people found it helpful.`;

export function ArticleVote({
  article: { id, helpful: mine, helpful_count: count },
}: {
  article: Article;
}) {
  const queryClient = useQueryClient();
  const vote = useMutation({
    mutationFn: (helpful: boolean) => voteOnArticle(id, helpful),
    onSuccess: ({ helpful, helpful_count }) =>
      queryClient.setQueryData(
        articleQuery(id).queryKey,
        (article) => article && { ...article, helpful, helpful_count },
      ),
  });
  const fault = vote.error && faultOf(vote.error);
  return (
    <section className={styles.vote} aria-label="Your vote">
      <span>Did this help you?</span>
      <Button icon={<HelpfulIcon />} aria-pressed={mine === true} onClick={() => vote.mutate(true)}>
        Yes
      </Button>
      <Button
        icon={<UnhelpfulIcon />}
        aria-pressed={mine === false}
        onClick={() => vote.mutate(false)}
      >
        No
      </Button>
      <span className={styles.meta} role="status">
        {mine !== null && 'Your vote is counted. '}
        {count > 0 && people(count)}
      </span>
      {fault && (
        <span className={styles.fault} role="alert">
          {faultText(fault)}
        </span>
      )}
    </section>
  );
}
