// Every dialog of an outbound webhook has the same props.
import { type OutboundWebhook, queryClient, webhookQuery } from '../../../api/index.ts';
import { localTime } from '../../../ui/region/zone.ts';

export interface WebhookDialogProps {
  webhook: OutboundWebhook;
  onClose: () => void;
}

export const refreshWebhook = (id: string): void => {
  void queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey });
};

const DAY_MS = 86_400_000;

export const yesterday = (): string => localTime(Date.now() - DAY_MS);

export { isoOf as instantOf } from '../../../ui/region/zone.ts';
