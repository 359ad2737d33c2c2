// The secret of a new inbound webhook is shown only once, with its address.
import type { InboundWebhook } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import styles from './create.module.css';

interface CreatedDialogProps {
  webhook: InboundWebhook | undefined;
  onClose: () => void;
}

export const CreatedDialog = ({ webhook, onClose }: CreatedDialogProps) => (
  <Dialog
    title="Give these to the sender"
    isOpen={webhook !== undefined}
    onClose={onClose}
    canClose={false}
    size={640}
  >
    {webhook && (
      <section className={styles.created} aria-label={webhook.name}>
        <CodeBlock label="URL" text={webhook.url ?? ''} />
        {webhook.secret !== undefined && (
          <>
            <p>The sender signs its events with this secret. It is shown only once.</p>
            <CodeBlock label="Secret" text={webhook.secret} />
          </>
        )}
      </section>
    )}
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        I have stored them
      </Button>
    </DialogFooter>
  </Dialog>
);
