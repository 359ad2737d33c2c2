// The secrets of new inbound webhooks are shown only once, with their addresses.
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
              <p>The sender signs its events with this secret. It is shown only once.</p>
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
