// The secret of a client, shown once: the service stores only its hash.
import { Button } from '../../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { CopyIcon } from '../../ui/icons.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from '../drawer-form.module.css';

interface SecretDialogProps {
  clientId: string;
  secret: string | undefined;
  onClose: () => void;
}

export const SecretDialog = ({ clientId, secret, onClose }: SecretDialogProps) => (
  <Dialog
    title={`Secret of ${clientId}`}
    isOpen={secret !== undefined}
    onClose={onClose}
    canClose={false}
  >
    <div className={styles.secret}>
      <p>Store it now: it is shown once, and only its hash is kept.</p>
      <code data-secret>{secret}</code>
    </div>
    <DialogFooter>
      <Button
        icon={<CopyIcon />}
        onClick={() =>
          void navigator.clipboard.writeText(secret ?? '').then(() => toast('Secret copied.'))
        }
      >
        Copy
      </Button>
      <Button look="primary" onClick={onClose}>
        I have stored it
      </Button>
    </DialogFooter>
  </Dialog>
);
