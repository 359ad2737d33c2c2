// A bulk job shows its progress and the result of each row, and can be cancelled.
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import {
  cancelJob,
  faultOf,
  isFinished,
  type Job,
  jobQuery,
  mayUse,
  meQuery,
  queryClient,
} from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { RecordBody, recordCommands, RecordFrame, RecordHeader } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { State } from '../ui/marks/record-marks.tsx';
import { Progress } from '../ui/marks/progress.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './job.module.css';
import { jobName, outcome, type ResultFilter } from './job.words.ts';
import { Results } from './results.tsx';

const route = getRouteApi('/jobs/$id');

const labels: Record<ResultFilter, string> = {
  all: 'All',
  succeeded: 'Succeeded',
  failed: 'Failed',
  skipped: 'Skipped',
};

function CancelButton({ job }: { job: Job }) {
  const { data: me } = useQuery(meQuery);
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.job_id),
    onSuccess: (next) => {
      queryClient.setQueryData(jobQuery(next.job_id).queryKey, next);
      toast('The remaining rows are skipped; processed rows stay as they are.');
    },
    onError: (error) => {
      const { title, detail } = faultOf(error);
      toast(`${title}: ${detail}`, { tone: 'red' });
      void queryClient.invalidateQueries({ queryKey: jobQuery(job.job_id).queryKey });
    },
  });
  if (!me || !mayUse(me, 'jobs.cancel')) return null;
  return (
    <Button
      variant="danger"
      unavailable={isFinished(job) ? 'The job has finished.' : undefined}
      onClick={() => cancel.mutate()}
    >
      Cancel the job
    </Button>
  );
}

function JobRecord({ job }: { job: Job }) {
  const { rows = 'all' } = route.useSearch();
  const navigate = useNavigate();
  const navigateHere = route.useNavigate();
  const router = useRouter();
  const counts = Map.groupBy(job.results, ({ status }) => status);
  const tabs = (Object.keys(labels) as ResultFilter[])
    .map((id) => ({
      id,
      count: id === 'all' ? job.results.length : (counts.get(id)?.length ?? 0),
    }))
    .filter(({ id, count }) => id === 'all' || count > 0)
    .map(({ id, count }) => ({ id, label: `${labels[id]} ${count}` }));
  const shown = tabs.find(({ id }) => id === rows)?.id ?? 'all';
  const back = () => {
    if (router.history.canGoBack()) router.history.back();
    else void navigate({ to: '/jobs' });
  };
  useCommands(recordCommands, { 'record.back': back });
  const results = shown === 'all' ? job.results : (counts.get(shown) ?? []);
  return (
    <RecordFrame
      top={
        <RecordHeader
          id="Job"
          title={
            <h1 tabIndex={-1} className={styles.title}>
              {jobName(job)}
            </h1>
          }
          onBack={back}
          facts={
            <>
              <title>{`${jobName(job)} – Signalbox`}</title>
              <State value={job.status} />
              {job.dry_run && <span className={styles.dry}>Dry run: nothing is changed</span>}
              <span>
                created <Instant at={job.created_at} />
              </span>
              {job.finished_at !== null && (
                <span>
                  finished <Instant at={job.finished_at} />
                </span>
              )}
            </>
          }
          end={<CancelButton job={job} />}
        />
      }
    >
      <RecordBody
        panels={[]}
        main={
          <div className={styles.job}>
            {!isFinished(job) && (
              <Progress label={labelOf(job)} value={job.processed} max={job.total} />
            )}
            <p role="status">{outcome(job)}</p>
            {job.results.length > 0 && (
              <Tabs
                label="Rows"
                variant="pill"
                tabs={tabs}
                value={shown}
                onChange={(next) =>
                  void navigateHere({ search: next === 'all' ? {} : { rows: next }, replace: true })
                }
              >
                <Results job={job} results={results} />
              </Tabs>
            )}
          </div>
        }
      />
    </RecordFrame>
  );
}

const labelOf = ({ status }: Job): string => (status === 'queued' ? 'Waiting' : 'Processing rows');

export function JobPage() {
  const { id } = route.useParams();
  const { data: job } = useQuery(jobQuery(id));
  return job ? <JobRecord key={id} job={job} /> : null;
}
