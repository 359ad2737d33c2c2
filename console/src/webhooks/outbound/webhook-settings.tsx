// Only edited settings of a webhook are saved.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  conflictOf,
  type OutboundWebhook,
  queryClient,
  updateWebhook,
  webhookQuery,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { SecretDialog } from '../../ui/code/secret-dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from '../form.module.css';
import { webhookList } from './outbound.list.ts';
import { draftOf, editsOf, patchOf, type WebhookDraft } from './webhook.draft.ts';
import { WebhookForm } from './webhook-form.tsx';

interface SettingsProps {
  webhook: OutboundWebhook;
  mayManage: boolean;
}

export function WebhookSettings({ webhook, mayManage }: SettingsProps) {
  const { queryKey } = webhookQuery(webhook.id);
  // Only edited fields are kept, so that the others show the changes of other people.
  const [edits, setEdits] = useState<Partial<WebhookDraft>>({});
  const [secret, setSecret] = useState<string>();
  const draft = { ...draftOf(webhook), ...edits };
  const patch = patchOf(webhook, draft);
  const isChanged = Object.keys(patch).length > 0;
  const save = useMutation({
    mutationFn: () => updateWebhook(webhook.id, patch, webhook.version),
    onSuccess: ({ secret: shown, ...saved }) => {
      queryClient.setQueryData(queryKey, saved);
      for (const list of webhookList.all()) void list.reload();
      setEdits({});
      setSecret(shown);
      toast('Saved.');
    },
    onError: (error) => {
      // The next save is based on the other change, which the form shows where nothing was edited.
      if (conflictOf(error)) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <WebhookForm
      draft={draft}
      isReadOnly={!mayManage}
      error={save.error}
      onChange={(next) => {
        if (mayManage) setEdits(editsOf(webhook, next));
        save.reset();
      }}
    >
      {mayManage && (
        <>
          <Button
            variant="primary"
            unavailable={isChanged ? undefined : 'Nothing was changed.'}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
          <Button
            unavailable={isChanged ? undefined : 'Nothing was changed.'}
            onClick={() => {
              setEdits({});
              save.reset();
            }}
          >
            Discard
          </Button>
        </>
      )}
      <span className={styles.note}>
        Owned by {webhook.owner}, changed <Instant at={webhook.updated_at} />
      </span>
      <SecretDialog
        title="The secret of the webhook"
        name="Secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        <p>The receiver verifies the signature of each delivery with this secret.</p>
      </SecretDialog>
    </WebhookForm>
  );
}
