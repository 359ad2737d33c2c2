// A question without an answer leads on: to the articles that come nearest, and to a new incident with the question.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, mayUse, meQuery } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { IncidentsIcon } from '../ui/icons.ts';
import styles from './ask.module.css';
import { startDraft } from './create/start-draft.ts';

interface NoAnswerProps {
  answer: Answer;
  /** An incident is offered with this question as its title. */
  question: string | undefined;
}

function ReportIncident({ question }: { question: string }) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  if (!me || !mayUse(me, 'incidents.create')) return null;
  const report = () => {
    startDraft(me, 'incident', question);
    void navigate({ to: '/incidents/new' });
  };
  return (
    <Button icon={<IncidentsIcon />} onClick={report}>
      Report an incident
    </Button>
  );
}

export const NoAnswer = ({ answer: { index, related = [] }, question }: NoAnswerProps) => (
  <div className={styles.none}>
    <p>No article answers this question.</p>
    {!index.ready && (
      <p>
        Articles are still being indexed, {index.indexed} of {index.total} so far. Ask again later.
      </p>
    )}
    {related.length > 0 && (
      <>
        <p>These may be related:</p>
        <ul aria-label="Related articles">
          {related.map(({ article_id: id, title }) => (
            <li key={id}>
              <Link to="/knowledge/$id" params={{ id }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </>
    )}
    {question !== undefined && <ReportIncident question={question} />}
  </div>
);
