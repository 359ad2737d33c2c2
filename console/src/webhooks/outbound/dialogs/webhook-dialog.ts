// Every dialog of an outbound webhook has the same props.
import { type OutboundWebhook, queryClient, webhookQuery } from '../../../api/index.ts';

export interface WebhookDialogProps {
  webhook: OutboundWebhook;
  onClose: () => void;
}

export const refreshWebhook = (id: string): void => {
  void queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey });
};

const DAY_MS = 86_400_000;

/** Returns a local time to the minute, the format of form fields. */
const localTime = (at: number): string => {
  const offset = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offset).toISOString().slice(0, 16);
};

export const yesterday = (): string => localTime(Date.now() - DAY_MS);

/** Returns the time for the API; undefined for an empty or half-typed field. */
export const instantOf = (local: string): string | undefined => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};
