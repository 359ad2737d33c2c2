// The settings of an outbound webhook are a draft while they are edited.
import type { EventName, Filter, OutboundWebhook, OutboundWebhookCreate } from '../../api/index.ts';

export interface HeaderRow {
  name: string;
  value: string;
}

export interface WebhookDraft {
  name: string;
  url: string;
  events: EventName[];
  filters: Filter[];
  headers: HeaderRow[];
  sign_payloads: boolean;
  active: boolean;
  timeout_seconds: number;
}

export const emptyDraft: WebhookDraft = {
  name: '',
  url: '',
  events: [],
  filters: [],
  headers: [],
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
};

export const draftOf = (webhook: OutboundWebhook): WebhookDraft => ({
  name: webhook.name,
  url: webhook.url,
  events: webhook.events,
  filters: webhook.filters,
  headers: Object.entries(webhook.headers).map(([name, value]) => ({ name, value })),
  sign_payloads: webhook.sign_payloads,
  active: webhook.active,
  timeout_seconds: webhook.timeout_seconds,
});

/** Header rows without a name are left out: they were added and not filled in. */
export const bodyOf = ({ headers, ...rest }: WebhookDraft): OutboundWebhookCreate => ({
  ...rest,
  headers: Object.fromEntries(
    headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  ),
});

/** Returns the fields that were edited: the others follow the changes of other people. */
export const editsOf = (webhook: OutboundWebhook, draft: WebhookDraft): Partial<WebhookDraft> => {
  const before = draftOf(webhook);
  return Object.fromEntries(
    Object.entries(draft).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof WebhookDraft]),
    ),
  );
};

/** Returns only the fields that differ, so that changes by others to the rest are kept. */
export function patchOf(
  webhook: OutboundWebhook,
  draft: WebhookDraft,
): Partial<OutboundWebhookCreate> {
  const [before, after] = [bodyOf(draftOf(webhook)), bodyOf(draft)];
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof OutboundWebhookCreate]),
    ),
  );
}
