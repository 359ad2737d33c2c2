// A job replays the deliveries of a period; the dialog shows its progress.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  faultOf,
  followJob,
  type Job,
  type ReplayAll,
  replayDeliveries,
} from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/layout/error-panel.tsx';
import { Progress } from '../../../ui/marks/progress.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TimeField } from '../../../ui/forms/time-field.tsx';
import { UNREADABLE } from '../../../ui/forms/time-text.ts';
import { reloadDeliveries } from '../../deliveries/deliveries.list.ts';
import { coveredLabels } from '../../event-names.ts';
import { instantOf, refreshWebhook, type WebhookDialogProps, yesterday } from './webhook-dialog.ts';

const ALL = '';
const plural = (count: number): string => (count === 1 ? '1 delivery' : `${count} deliveries`);

const Outcome = ({ job, onClose }: { job: Job; onClose: () => void }) => {
  const refused = job.results.find(({ error }) => error)?.error?.detail;
  return (
    <>
      <p role="status">
        {job.total === 0 ? 'No delivery matches.' : `${plural(job.succeeded)} replayed`}
        {job.total > 0 && (job.failed > 0 ? `, ${job.failed} refused: ${refused}` : '.')}
      </p>
      <DialogFooter>
        <Button variant="primary" data-autofocus autoFocus onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
};

export function ReplayDialog({ webhook, onClose }: WebhookDialogProps) {
  const [status, setStatus] = useState<ReplayAll['status']>('failed');
  const [since, setSince] = useState(yesterday);
  const [until, setUntil] = useState('');
  const [event, setEvent] = useState(ALL);
  const [progress, setProgress] = useState<Job>();
  const run = useMutation({
    mutationFn: async () => {
      const accepted = await replayDeliveries(webhook.id, {
        status,
        since: instantOf(since) ?? '',
        ...(instantOf(until) !== undefined && { until: instantOf(until) }),
        ...(event !== ALL && { event: event as NonNullable<ReplayAll['event']> }),
      });
      return followJob(accepted.job_id, setProgress, new AbortController().signal);
    },
    onSuccess: () => {
      reloadDeliveries();
      refreshWebhook(webhook.id);
    },
  });
  return (
    <Dialog title={`Replay deliveries of ${webhook.name}`} isOpen onClose={onClose}>
      {run.error && <ErrorPanel fault={faultOf(run.error)} onRetry={() => run.mutate()} />}
      {run.data && <Outcome job={run.data} onClose={onClose} />}
      {run.isPending && (
        <Progress
          label="Replaying deliveries"
          value={progress?.processed ?? 0}
          max={progress?.total ?? 1}
        />
      )}
      {run.isIdle && (
        <DialogFields>
          <p>Each matching delivery is sent again with the same content, in up to five attempts.</p>
          <SelectField
            label="Status"
            value={status}
            options={{ failed: 'Failed', delivered: 'Delivered' }}
            onChange={(value) => setStatus(value as ReplayAll['status'])}
          />
          <SelectField
            label="Event"
            value={event}
            options={{ [ALL]: 'All events', ...coveredLabels(webhook.events) }}
            onChange={setEvent}
          />
          <TimeField label="Created since" value={since} onChange={setSince} isZoneNamed={false} />
          <TimeField label="Created before (optional)" value={until} onChange={setUntil} />
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="primary"
              unavailable={
                instantOf(since) === undefined || until === UNREADABLE ? 'Enter a time.' : undefined
              }
              onClick={() => run.mutate()}
            >
              Replay
            </Button>
          </DialogFooter>
        </DialogFields>
      )}
    </Dialog>
  );
}
