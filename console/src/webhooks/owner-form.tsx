// Names another owner of a webhook, which also resumes one that was suspended or ends.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, inputFaultsOf, mayUse, type Me } from '../api/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../ui/overlays/dialog.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './outbound/dialogs/dialogs.module.css';

/** Why the caller may not name another owner. */
export const reasonAgainstOwner = (me: Me | undefined): string | undefined =>
  me && mayUse(me, 'webhooks.change_owner')
    ? undefined
    : 'Only a super admin may change the owner of a webhook.';

interface OwnerFormProps {
  webhook: { name: string; owner: string };
  /** What the owner is for. */
  meaning: string;
  save: (owner: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

export function OwnerForm({
  webhook: { name, owner: current },
  meaning,
  save,
  onDone,
  onClose,
}: OwnerFormProps) {
  const [owner, setOwner] = useState(current);
  const address = owner.trim();
  const run = useMutation({
    mutationFn: () => save(address),
    onSuccess: () => {
      onDone();
      onClose();
      toast(`${name} is owned by ${address}.`);
    },
  });
  const fault = inputFaultsOf(run.error).get('/owner');
  const reason = address === '' ? 'The owner has an address.' : undefined;
  const unavailable = run.isPending ? 'The owner is being saved.' : reason;
  const submit = () => {
    if (unavailable === undefined) run.mutate();
  };
  return (
    <Dialog title={`Change the owner of ${name}`} isOpen onClose={onClose}>
      <DialogFields>
        <p>{meaning}</p>
        <TextField
          label="Address of an active user or client"
          type="email"
          value={owner}
          maxLength={254}
          fault={fault}
          onChange={(text) => {
            setOwner(text);
            run.reset();
          }}
          onEnter={submit}
        />
        {run.error && fault === undefined && (
          <p className={styles.fault} role="alert">
            {faultText(faultOf(run.error))}
          </p>
        )}
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" unavailable={unavailable} onClick={submit}>
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
