// The answers to the form of a catalog item, one row for each question that was asked.
import type { ReactNode } from 'react';
import type { AskedQuestion } from '../../api/index.ts';
import layout from '../../ui/layout/layout.module.css';
import { PersonName } from '../links/person-name.tsx';
import { RecordLink } from '../links/record-link.tsx';
import { answerText, isWebAddress } from './answer-text.ts';
import styles from './answers.module.css';

const link = (address: string): ReactNode =>
  isWebAddress(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {address.replace(/^https?:\/\//i, '')}
    </a>
  ) : (
    address
  );

/** These answers are more than text. */
const marks: Readonly<Record<string, (answer: string) => ReactNode>> = {
  person: (answer) => <PersonName email={answer} isLink />,
  ci: (answer) => <RecordLink type="ci" id={answer} />,
  url: link,
  long_text: (answer) => <p className={styles.long}>{answer}</p>,
};

function Answer({ question, answer }: { question: AskedQuestion; answer: unknown }) {
  const text = answerText(question, answer);
  if (text === undefined) return <span className={styles.none}>No answer</span>;
  return typeof answer === 'string' ? (marks[question.type]?.(answer) ?? text) : text;
}

interface AnswersTableProps {
  questions: readonly AskedQuestion[];
  answers: Readonly<Record<string, unknown>> | null;
}

export const AnswersTable = ({ questions, answers }: AnswersTableProps) => (
  <table className={styles.answers}>
    <thead className={layout.hidden}>
      <tr>
        <th scope="col">Question</th>
        <th scope="col">Answer</th>
      </tr>
    </thead>
    <tbody>
      {questions.map((question) => (
        <tr key={question.key}>
          <th scope="row">{question.label}</th>
          <td>
            <Answer question={question} answer={answers?.[question.key]} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
