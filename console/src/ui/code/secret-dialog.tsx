// A secret is shown only once. The dialog closes only by its button, so that no stray key hides it for good.
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Dialog, DialogFooter } from '../overlays/dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** The button that copies the secret names it so. */
  name: string;
  secret: string | undefined;
  children: ReactNode;
  onClose: () => void;
}

export const SecretDialog = ({ title, name, secret, children, onClose }: SecretDialogProps) => (
  <Dialog title={title} isOpen={secret !== undefined} onClose={onClose} canClose={false} size={560}>
    <p>Copy it now: it is shown only once, and nobody can read it again.</p>
    <CodeBlock label={name} text={secret ?? ''} />
    {children}
    <DialogFooter>
      <Button variant="primary" onClick={onClose}>
        I have stored it
      </Button>
    </DialogFooter>
  </Dialog>
);
