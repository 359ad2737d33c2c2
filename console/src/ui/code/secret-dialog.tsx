// A secret that is shown once. The dialog closes only by its button, so that no stray key hides what cannot be read again.
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { CodeBlock } from './code-block.tsx';
import { Dialog, DialogFooter } from '../overlays/dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** What it is called in the button that copies it. */
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
