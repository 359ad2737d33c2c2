// These settings of an inbound webhook are separate from its mapping.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  conflictOf,
  faultOf,
  inboundQuery,
  type InboundWebhook,
  inputFaultsOf,
  queryClient,
  updateInbound,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { SecretDialog } from '../../ui/code/secret-dialog.tsx';
import { Switch } from '../../ui/settings/switch.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from '../form.module.css';
import { inboundList } from './inbound.list.ts';

interface SettingsProps {
  webhook: InboundWebhook;
  mayManage: boolean;
}

type Edited = Partial<Pick<InboundWebhook, 'name' | 'active' | 'secret_enabled'>> & {
  description?: string;
};

export function InboundSettings({ webhook, mayManage }: SettingsProps) {
  const { queryKey } = inboundQuery(webhook.handle);
  const [edited, setEdited] = useState<Edited>({});
  const [secret, setSecret] = useState<string>();
  const shown = { ...webhook, ...edited };
  const isChanged = Object.keys(edited).length > 0;
  const save = useMutation({
    mutationFn: () => updateInbound(webhook.handle, edited, webhook.version),
    onSuccess: ({ secret: once, ...saved }) => {
      queryClient.setQueryData(queryKey, saved);
      for (const list of inboundList.all()) void list.reload();
      setEdited({});
      setSecret(once);
      toast('Saved.');
    },
    onError: (error) => {
      if (conflictOf(error)) void queryClient.invalidateQueries({ queryKey });
    },
  });
  const faults = inputFaultsOf(save.error);
  const set = (part: Edited) => {
    if (mayManage) setEdited({ ...edited, ...part });
    save.reset();
  };
  const unavailable = mayManage ? undefined : 'Your role may not manage webhooks.';
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <section className={styles.section} aria-label="Name">
        <div className={styles.pair}>
          <TextField
            label="Name"
            value={shown.name}
            maxLength={255}
            fault={faults.get('/name')}
            onChange={(name) => set({ name })}
          />
          <TextField
            label="Description"
            value={shown.description ?? ''}
            maxLength={4096}
            fault={faults.get('/description')}
            onChange={(description) => set({ description })}
          />
        </div>
      </section>
      <section className={styles.section} aria-label="Acceptance">
        <Switch
          label="Active"
          detail="An inactive webhook refuses events with 401."
          isOn={shown.active}
          unavailable={unavailable}
          onChange={(active) => set({ active })}
        />
        <Switch
          label="Events must be signed"
          detail="Without signatures, anyone who knows the address can open incidents on behalf of the owner."
          isOn={shown.secret_enabled}
          unavailable={unavailable}
          onChange={(secret_enabled) => set({ secret_enabled })}
        />
      </section>
      {save.error && (
        <p className={styles.fault} role="alert">
          {faultText(faultOf(save.error))}
        </p>
      )}
      <div className={styles.foot}>
        {mayManage && (
          <Button
            variant="primary"
            unavailable={isChanged ? undefined : 'Nothing was changed.'}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        )}
        <span className={styles.note}>
          Owned by {webhook.owner}, changed <Instant at={webhook.updated_at} />
        </span>
      </div>
      <SecretDialog
        title="The secret of the webhook"
        name="Secret"
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        <p>The sender signs its events with this secret.</p>
      </SecretDialog>
    </form>
  );
}
