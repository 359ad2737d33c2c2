// A question to the knowledge base is answered with citations of the passages that support the answer.
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, ask, faultOf, type RecordRef } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { faultText } from '../ui/layout/fault.ts';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import styles from './ask.module.css';
import { NoAnswer } from './no-answer.tsx';
import { passageKey, quotationOf } from './quotation.ts';

const MAX_QUESTION = 1000;

interface AnswerTextProps {
  answer: Answer;
  /** The question got this answer, whatever is in the field now. */
  question: string;
  canReport: boolean;
  onReport: AskProps['onReport'];
}

const AnswerText = ({ answer, question, canReport, onReport }: AnswerTextProps) => (
  <div className={styles.answer} role="status">
    {answer.grounded ? (
      <LazyMarkdown text={answer.answer} />
    ) : (
      <NoAnswer answer={answer} question={canReport && !onReport ? question : undefined} />
    )}
    {answer.citations.length > 0 && (
      <ol className={styles.citations} aria-label="Sources">
        {answer.citations.map(({ article_id, title, passage }) => (
          <li key={article_id}>
            <Link
              to="/knowledge/$id"
              params={{ id: article_id }}
              search={{ passage: passageKey(passage) }}
            >
              {title}
            </Link>
            <blockquote>{quotationOf(passage)}</blockquote>
          </li>
        ))}
      </ol>
    )}
    {onReport && (
      <Button className={styles.report} onClick={() => onReport(question)}>
        {answer.grounded ? 'That did not help: report it' : 'Report it'}
      </Button>
    )}
  </div>
);

interface AskProps {
  /** The question is about this record, if any. Otherwise an incident can be reported about it. */
  about?: RecordRef<'incident' | 'change'> | undefined;
  label?: string;
  /** The field begins with this question. */
  initial?: string;
  /** Takes the question if its answer did not help. */
  onReport?: ((question: string) => void) | undefined;
}

export function Ask({ about, label = 'Ask the knowledge base', initial = '', onReport }: AskProps) {
  const [question, setQuestion] = useState(initial);
  const answer = useMutation({ mutationFn: (text: string) => ask(text, about) });
  const send = () => {
    if (question.trim() !== '' && !answer.isPending) answer.mutate(question.trim());
  };
  const fault = answer.error && faultOf(answer.error);
  return (
    <>
      <div className={styles.ask}>
        <TextField
          label={label}
          value={question}
          maxLength={MAX_QUESTION}
          onChange={setQuestion}
          onEnter={send}
        />
        <Button
          unavailable={question.trim() === '' ? 'Write a question first.' : undefined}
          onClick={send}
        >
          {answer.isPending ? 'Asking…' : 'Ask'}
        </Button>
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {faultText(fault)}
        </p>
      )}
      {answer.data && (
        <AnswerText
          answer={answer.data}
          question={answer.variables}
          canReport={about === undefined}
          onReport={onReport}
        />
      )}
    </>
  );
}
