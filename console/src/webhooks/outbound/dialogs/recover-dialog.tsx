// Sends events that have no delivery, for example because the webhook was inactive.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, recoverWebhook } from '../../../api/index.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { ErrorPanel } from '../../../ui/layout/error-panel.tsx';
import { TimeField } from '../../../ui/forms/time-field.tsx';
import { reloadDeliveries } from '../../deliveries/deliveries.list.ts';
import { instantOf, refreshWebhook, type WebhookDialogProps, yesterday } from './webhook-dialog.ts';

export function RecoverDialog({ webhook, onClose }: WebhookDialogProps) {
  const [since, setSince] = useState(yesterday);
  const from = instantOf(since);
  const run = useMutation({
    mutationFn: () => recoverWebhook(webhook.id, from ?? ''),
    onSuccess: () => {
      reloadDeliveries();
      refreshWebhook(webhook.id);
    },
  });
  let unavailable = from === undefined ? 'Enter a time.' : undefined;
  if (run.isPending) unavailable = 'The event log is being searched.';
  return (
    <Dialog title={`Recover missed events of ${webhook.name}`} isOpen onClose={onClose}>
      <DialogFields>
        {run.error && <ErrorPanel fault={faultOf(run.error)} onRetry={() => run.mutate()} />}
        {run.data ? (
          <p role="status">
            {run.data.queued} of {run.data.matched} matching events had no delivery and are sent
            now.
          </p>
        ) : (
          <>
            <p>
              The event log is searched for events that this webhook missed. Events that already
              have a delivery, even a failed one, are not sent again.
            </p>
            <TimeField label="Events since" value={since} onChange={setSince} />
          </>
        )}
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>{run.data ? 'Done' : 'Cancel'}</Button>
        {!run.data && (
          <Button variant="primary" unavailable={unavailable} onClick={() => run.mutate()}>
            Recover
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
