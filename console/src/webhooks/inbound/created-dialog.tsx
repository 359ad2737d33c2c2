// The addresses of new inbound webhooks, and their secrets, which are shown once.
import type { InboundWebhook } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import styles from './create.module.css';

interface CreatedDialogProps {
  webhooks: readonly InboundWebhook[] | undefined;
  onClose: () => void;
}

export const CreatedDialog = ({ webhooks, onClose }: CreatedDialogProps) => (
  <Dialog
    title="Give these to the sender"
    isOpen={webhooks !== undefined}
    onClose={onClose}
    canClose={false}
    size={640}
  >
    <div className={styles.created}>
      {webhooks?.map(({ handle, name, url, secret }) => (
        <section key={handle} aria-label={name}>
          <h3>{name}</h3>
          <CodeBlock label="URL" text={url ?? ''} />
          {secret !== undefined && (
            <>
              <p>The secret signs its events. It is shown only once.</p>
              <CodeBlock label="Secret" text={secret} />
            </>
          )}
        </section>
      ))}
    </div>
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        I have stored them
      </Button>
    </DialogFooter>
  </Dialog>
);
