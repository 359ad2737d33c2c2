// Changes the owner of an outbound webhook.
import { updateWebhook } from '../../../api/index.ts';
import { OwnerForm } from '../../owner-form.tsx';
import { webhookList } from '../outbound.list.ts';
import { refreshWebhook, type WebhookDialogProps } from './webhook-dialog.ts';

export const OwnerDialog = ({ webhook, onClose }: WebhookDialogProps) => (
  <OwnerForm
    webhook={webhook}
    meaning={
      webhook.status === 'suspended'
        ? 'This webhook is suspended because its owner was deactivated. A new owner resumes it, and it then also sends the events that it missed.'
        : 'The owner is notified of failed deliveries. A webhook whose owner is deactivated is suspended.'
    }
    save={(owner) => updateWebhook(webhook.id, { owner }, webhook.version)}
    onDone={() => {
      refreshWebhook(webhook.id);
      for (const list of webhookList.all()) void list.reload();
    }}
    onClose={onClose}
  />
);
