// Changes the owner of a webhook, which also resumes a webhook that is suspended or about to end.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQuery, faultOf, mayUse, type Me } from '../api/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../ui/overlays/dialog.tsx';
import { ChoiceField } from '../ui/forms/choice-field.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './outbound/dialogs/dialogs.module.css';

/** Returns the reason why the person may not change the owner. */
export const reasonAgainstOwner = (me: Me | undefined): string | undefined =>
  me && mayUse(me, 'webhooks.change_owner')
    ? undefined
    : 'Only a super admin may change the owner of a webhook.';

interface OwnerFormProps {
  webhook: { name: string; owner: string };
  /** Explains what the owner is for. */
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
  const [q, setQ] = useState('');
  const { data: people = [] } = useQuery(directoryQuery(q, 'person'));
  const run = useMutation({
    mutationFn: save,
    onSuccess: (_, owner) => {
      onDone();
      onClose();
      toast(`${name} is now owned by ${owner}.`);
    },
  });
  // Clients have no entry in the directory, but may own webhooks by their address.
  const isClient = q.includes('@') && !people.some(({ email }) => email === q);
  return (
    <Dialog title={`Change the owner of ${name}`} isOpen onClose={onClose}>
      <DialogFields>
        <p>{meaning}</p>
        <p>The current owner is {current}.</p>
        <div>
          <ChoiceField
            label="New owner"
            placeholder="Name of a person, or address of a client"
            choices={[
              ...people.map((one) => ({
                value: one.email ?? '',
                label: one.name,
                detail: one.email ?? undefined,
              })),
              ...(isClient ? [{ value: q, label: `The client ${q}` }] : []),
            ]}
            onSearch={setQ}
            onChoose={(owner) => run.mutate(owner)}
            onCancel={onClose}
            emptyText="Nobody has this name."
          />
        </div>
        {run.error && (
          <p className={styles.fault} role="alert">
            {faultText(faultOf(run.error))}
          </p>
        )}
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
      </DialogFooter>
    </Dialog>
  );
}
