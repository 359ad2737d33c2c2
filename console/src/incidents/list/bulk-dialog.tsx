// A bulk change begins with a dry run; then the job shows its progress, then the rows that were refused.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  bulkUpdate,
  faultOf,
  followJob,
  type Job,
  type JobResult,
  type RecordPatch,
  warningTexts,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { Progress } from '../../ui/marks/progress.tsx';
import { describeOrder } from '../../records/index.ts';
import { faultWords } from '../../words/index.ts';
import type { IncidentListRow } from './incidents.list.ts';
import styles from './bulk.module.css';

export interface BulkChange {
  rows: readonly IncidentListRow[];
  patch: RecordPatch;
  /** The title of a change that the patch alone does not describe. */
  title?: string;
}

interface BulkDialogProps {
  isOpen: boolean;
  change: BulkChange | undefined;
  onClose: () => void;
  onDone: (succeeded: readonly string[]) => void;
}

async function runJob(
  { rows, patch }: BulkChange,
  isDryRun: boolean,
  onProgress: (job: Job) => void,
  signal: AbortSignal,
): Promise<Job> {
  const { job_id } = await bulkUpdate(rows, patch, isDryRun);
  return followJob(job_id, onProgress, signal);
}

const refusals = (job: Job): JobResult[] =>
  job.results.filter(({ status }) => status !== 'succeeded');
const plural = (count: number): string => (count === 1 ? '1 incident' : `${count} incidents`);

const Refusals = ({ title, results }: { title: string; results: readonly JobResult[] }) =>
  results.length === 0 ? null : (
    <section className={styles.refusals} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {results.map(({ index, id, error }) => (
          <li key={index}>
            <span className={styles.id}>{id}</span>
            <span>{error ? faultWords(error.detail).detail : 'Not processed.'}</span>
          </li>
        ))}
      </ul>
    </section>
  );

/** Returns each warning once, because all rows get the same values. */
const warningsIn = (job: Job, patch: RecordPatch): string[] => [
  ...new Set(job.results.flatMap((result) => warningTexts('incident', result, patch))),
];

function BulkSteps({
  change,
  onClose,
  onDone,
}: Omit<BulkDialogProps, 'isOpen'> & { change: BulkChange }) {
  const key = useId();
  const [progress, setProgress] = useState<Job>();
  const dryRun = useQuery({
    queryKey: ['bulk', 'dry-run', key],
    queryFn: ({ signal }) => runJob(change, true, () => undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const run = useMutation({
    mutationFn: () => runJob(change, false, setProgress, new AbortController().signal),
    onSuccess: (job) => {
      const succeeded = job.results.flatMap(({ id, status }) =>
        id !== null && status === 'succeeded' ? [id] : [],
      );
      onDone(succeeded);
    },
  });
  const fault = dryRun.error ?? run.error;
  if (fault) {
    const retry = () => (run.error ? run.mutate() : void dryRun.refetch());
    return <ErrorPanel fault={faultOf(fault)} onRetry={retry} />;
  }
  if (run.data) {
    const failed = refusals(run.data);
    return (
      <>
        <p role="status">
          {plural(run.data.succeeded)} changed
          {failed.length > 0 ? `, ${failed.length} refused. Refused incidents stay selected.` : '.'}
        </p>
        <Refusals title="Refused" results={failed} />
        <DialogFooter>
          <Button variant="primary" data-autofocus autoFocus onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </>
    );
  }
  if (run.isPending) {
    const { processed = 0, total = change.rows.length } = progress ?? {};
    return <Progress label="Changing incidents" value={processed} max={total} />;
  }
  if (!dryRun.data)
    return <Progress label={`Checking ${plural(change.rows.length)}`} value={0} max={1} />;
  const refused = refusals(dryRun.data);
  const { succeeded } = dryRun.data;
  return (
    <>
      <p role="status">
        <b>{succeeded}</b> will change
        {refused.length > 0 && (
          <>
            , <b>{refused.length}</b> cannot
          </>
        )}
        . Nothing has changed yet.
      </p>
      {warningsIn(dryRun.data, change.patch).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Refusals title="Cannot change" results={refused} />
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          data-autofocus
          autoFocus
          unavailable={
            succeeded === 0 ? 'None of the selected incidents can be changed this way.' : undefined
          }
          onClick={() => run.mutate()}
        >
          Change {plural(succeeded)}
        </Button>
      </DialogFooter>
    </>
  );
}

export const BulkDialog = ({ isOpen, change, onClose, onDone }: BulkDialogProps) => (
  <Dialog
    title={
      change && `${plural(change.rows.length)}: ${change.title ?? describeOrder(change.patch)}`
    }
    isOpen={isOpen}
    onClose={onClose}
    size={520}
  >
    {change && <BulkSteps change={change} onClose={onClose} onDone={onDone} />}
  </Dialog>
);
