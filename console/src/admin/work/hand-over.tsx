// Hands the open records of somebody over, and shows the progress of the job.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  assigneesQuery,
  faultOf,
  handOver,
  isFinished,
  jobQuery,
  openWorkQuery,
  queryClient,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ChoiceField } from '../../ui/forms/choice-field.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { Initials } from '../../ui/marks/person.tsx';
import { Progress } from '../../ui/marks/progress.tsx';
import styles from './work.module.css';

interface HandOverProps {
  user: { id: string; name: string; email: string };
  /** Number of open records. */
  total: number;
}

/** No address is empty. */
const TO_GROUPS = '';

function HandOverJob({ id, userId }: { id: string; userId: string }) {
  const { data: job } = useQuery(jobQuery(id));
  const isOver = job !== undefined && isFinished(job);
  useEffect(() => {
    if (isOver) void queryClient.invalidateQueries(openWorkQuery(userId));
  }, [isOver, userId]);
  if (!job) return null;
  return (
    <div className={styles.job}>
      {!isOver && <Progress label="Handing over" value={job.processed} max={job.total} />}
      <p role="status">
        {isOver &&
          `${job.succeeded} of ${job.total} ${job.total === 1 ? 'record is' : 'records are'} handed over. `}
        <Link to="/jobs/$id" params={{ id }}>
          Show the job
        </Link>
      </p>
    </div>
  );
}

export function HandOver({ user, total }: HandOverProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [q, setQ] = useState('');
  const { data, isFetching } = useQuery({ ...assigneesQuery({ q }), enabled: isChoosing });
  const run = useMutation({
    mutationFn: (to: string) => handOver(user.id, to === TO_GROUPS ? {} : { to }),
    onSuccess: () => setIsChoosing(false),
  });
  const people = (data?.people ?? []).filter(({ email }) => email !== user.email);
  const isRunning = run.isPending ? 'The hand-over begins.' : undefined;
  const isEmpty = total === 0 ? `${user.name} has no open records.` : undefined;
  return (
    <>
      {isChoosing ? (
        <div className={styles.choice}>
          <ChoiceField
            label={`Hand the open records of ${user.name} over to`}
            placeholder="Name of a person"
            choices={[
              ...(q === '' ? [{ value: TO_GROUPS, label: 'Back to their groups' }] : []),
              ...people.map(({ name, email }) => ({
                value: email,
                label: name,
                detail: email,
                mark: <Initials name={name} />,
              })),
            ]}
            onSearch={setQ}
            onChoose={(to) => run.mutate(to)}
            onCancel={() => setIsChoosing(false)}
            emptyText={isFetching ? 'Searching…' : 'Nobody who can be assigned has this name.'}
          />
        </div>
      ) : (
        <Button
          variant="primary"
          unavailable={isRunning ?? isEmpty}
          onClick={() => setIsChoosing(true)}
        >
          Hand over…
        </Button>
      )}
      {run.error && (
        <p className={styles.fault} role="alert">
          {faultText(faultOf(run.error))}
        </p>
      )}
      {run.data && <HandOverJob id={run.data.job_id} userId={user.id} />}
    </>
  );
}
