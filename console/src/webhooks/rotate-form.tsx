// Replaces the secret of a webhook; the old one stays valid for a while, so that the other system can be updated.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../api/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog, DialogFields, DialogFooter } from '../ui/overlays/dialog.tsx';
import { SecretDialog } from '../ui/code/secret-dialog.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { SecretCountdown } from './countdown.tsx';
import styles from './outbound/dialogs/dialogs.module.css';

const graces = {
  0: 'Not at all: revoke it now',
  3600: '1 hour',
  86400: '1 day',
  604800: '7 days',
};
const DEFAULT_GRACE = '86400';

interface RotateFormProps {
  name: string;
  /** Explains what the old secret still does during that time. */
  meaning: string;
  rotate: (graceSeconds: number) => Promise<{ secret: string; previous_secret_until?: string }>;
  onDone: () => void;
  onClose: () => void;
}

export function RotateForm({ name, meaning, rotate, onDone, onClose }: RotateFormProps) {
  const [grace, setGrace] = useState(DEFAULT_GRACE);
  const run = useMutation({ mutationFn: () => rotate(Number(grace)), onSuccess: onDone });
  if (run.data)
    return (
      <SecretDialog title="The new secret" name="Secret" secret={run.data.secret} onClose={onClose}>
        <p>
          <SecretCountdown until={run.data.previous_secret_until ?? null} />
        </p>
      </SecretDialog>
    );
  return (
    <Dialog title={`Rotate the secret of ${name}`} isOpen onClose={onClose}>
      <DialogFields>
        <p>{meaning}</p>
        <SelectField
          label="The old secret stays valid for"
          value={grace}
          options={graces}
          onChange={setGrace}
        />
        {run.error && (
          <p className={styles.fault} role="alert">
            {faultText(faultOf(run.error))}
          </p>
        )}
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          unavailable={run.isPending ? 'The secret is being replaced.' : undefined}
          onClick={() => run.mutate()}
        >
          Rotate
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
