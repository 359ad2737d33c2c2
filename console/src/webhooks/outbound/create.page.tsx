// After an outbound webhook is created, its secret is shown once, then its page.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createWebhook, type OutboundWebhook } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { BackIcon } from '../../ui/icons.ts';
import { SecretDialog } from '../../ui/code/secret-dialog.tsx';
import page from '../page.module.css';
import { bodyOf, emptyDraft, type WebhookDraft } from './webhook.draft.ts';
import { webhookList } from './outbound.list.ts';
import { WebhookForm } from './webhook-form.tsx';

const missing = ({ name, url, events }: WebhookDraft): string | undefined => {
  if (name.trim() === '') return 'Enter a name.';
  if (url.trim() === '') return 'Enter the URL of the receiver.';
  return events.length === 0 ? 'Choose at least one event.' : undefined;
};

export function WebhookCreatePage() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(emptyDraft);
  // An edit needs another key, because requests with one key must have the same content.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [created, setCreated] = useState<OutboundWebhook>();
  const open = (id: string) =>
    void navigate({
      to: '/webhooks/outbound/$id',
      params: { id },
      search: { tab: 'deliveries' },
      replace: true,
    });
  const creation = useMutation({
    mutationFn: () => createWebhook(bodyOf(draft), key),
    onSuccess: (webhook) => {
      for (const list of webhookList.all()) void list.reload();
      if (webhook.secret === undefined) open(webhook.id);
      else setCreated(webhook);
    },
  });
  return (
    <div className={page.page}>
      <title>New webhook – Signalbox</title>
      <header className={page.bar}>
        <Button
          variant="quiet"
          icon={<BackIcon />}
          label="Back to the list"
          onClick={() => void navigate({ to: '/webhooks/outbound' })}
        />
        <h1 tabIndex={-1}>New webhook</h1>
      </header>
      <WebhookForm
        draft={draft}
        error={creation.error}
        onChange={(next) => {
          setDraft(next);
          setKey(crypto.randomUUID());
          creation.reset();
        }}
      >
        <Button
          variant="primary"
          unavailable={creation.isPending ? 'The webhook is being created.' : missing(draft)}
          onClick={() => creation.mutate()}
        >
          Create webhook
        </Button>
        <Button onClick={() => void navigate({ to: '/webhooks/outbound' })}>Cancel</Button>
      </WebhookForm>
      <SecretDialog
        title="The secret of the webhook"
        name="Secret"
        secret={created?.secret}
        onClose={() => created && open(created.id)}
      >
        <p>The receiver verifies the signature of each delivery with this secret.</p>
      </SecretDialog>
    </div>
  );
}
