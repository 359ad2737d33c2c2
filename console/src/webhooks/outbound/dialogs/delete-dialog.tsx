// Asks before it deletes a webhook.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteWebhook, faultOf } from '../../../api/index.ts';
import { faultText } from '../../../ui/layout/fault.ts';
import { Button } from '../../../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { webhookList } from '../outbound.list.ts';
import styles from './dialogs.module.css';
import type { WebhookDialogProps } from './webhook-dialog.ts';

export function DeleteDialog({ webhook, onClose }: WebhookDialogProps) {
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: () => deleteWebhook(webhook.id, webhook.version),
    onSuccess: () => {
      for (const list of webhookList.all()) void list.reload();
      toast(`${webhook.name} was deleted.`);
      void navigate({ to: '/webhooks/outbound' });
    },
  });
  return (
    <Dialog title={`Delete ${webhook.name}?`} isOpen onClose={onClose}>
      <p>
        No more events are sent, and pending deliveries fail. This cannot be undone. To stop the
        webhook for a while, make it inactive instead.
      </p>
      {run.error && (
        <p className={styles.fault} role="alert">
          {faultText(faultOf(run.error))}
        </p>
      )}
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => run.mutate()}>
          Delete
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
