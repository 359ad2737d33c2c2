// What every dialog of a webhook is given.
import { type OutboundWebhook, queryClient, webhookQuery } from '../../../api/index.ts';

export interface WebhookDialogProps {
  webhook: OutboundWebhook;
  onClose: () => void;
}

export const refreshWebhook = (id: string): void => {
  void queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey });
};

const DAY_MS = 86_400_000;

/** A local time as a field of a form has it, to the minute. */
const localTime = (at: number): string => {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offset).toISOString().slice(0, 16);
};

export const yesterday = (): string => localTime(Date.now() - DAY_MS);

/** As the API takes it; undefined for an empty or half-typed field. */
export const instantOf = (local: string): string | undefined => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};
