// Rotates the secret of an outbound webhook.
import { rotateSecret } from '../../../api/index.ts';
import { RotateForm } from '../../rotate-form.tsx';
import { refreshWebhook, type WebhookDialogProps } from './webhook-dialog.ts';

export const RotateDialog = ({ webhook, onClose }: WebhookDialogProps) => (
  <RotateForm
    name={webhook.name}
    meaning="Deliveries are signed with the new secret at once. The header webhook-signature also has a signature with the old secret for as long as you choose."
    rotate={(grace) => rotateSecret(webhook.id, grace, webhook.version)}
    onDone={() => refreshWebhook(webhook.id)}
    onClose={onClose}
  />
);
