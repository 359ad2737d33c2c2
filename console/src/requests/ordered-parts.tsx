// A request from the catalog shows its answers beside its tasks and approvals.
import type { ReactNode } from 'react';
import type { Me, ServiceRequest } from '../api/index.ts';
import { AnswersTable, ApprovalStages } from '../records/index.ts';
import { Stages } from '../ui/marks/stages.tsx';
import { progressStages } from './request-progress.words.ts';
import styles from './request.module.css';
import { TaskList } from './tasks/task-list.tsx';

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={label}>
    <h2>{label}</h2>
    {children}
  </section>
);

interface OrderedPartsProps {
  request: ServiceRequest;
  me: Me | undefined;
}

export function OrderedParts({ request, me }: OrderedPartsProps) {
  const { questions, answers, stages, progress } = request;
  const tasks = me && (
    <Part key="tasks" label="Tasks">
      <TaskList request={request} me={me} />
    </Part>
  );
  const approvals = stages.length > 0 && (
    <Part key="approvals" label="Approvals">
      <ApprovalStages stages={stages} />
    </Part>
  );
  return (
    <>
      {progress.length > 0 && (
        <Stages label="Progress of the request" stages={progressStages(progress)} />
      )}
      <div className={styles.order}>
        <div className={styles.columns}>
          <Part label="Answers">
            {questions.length === 0 ? (
              <p className={styles.none}>The item asks no questions.</p>
            ) : (
              <AnswersTable questions={questions} answers={answers} />
            )}
          </Part>
          <div className={styles.work}>
            {request.state === 'submitted' ? [approvals, tasks] : [tasks, approvals]}
          </div>
        </div>
      </div>
    </>
  );
}
