// Covers the page after the session has ended; drafts and waiting requests go on after the next sign-in.
import { useSyncExternalStore } from 'react';
import { session } from '../session/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../ui/overlays/dialog.tsx';

export function SessionDialog() {
  const state = useSyncExternalStore(session.subscribe, session.get);
  const refusedRequest = session.refusedRequest();
  return (
    <Dialog
      title="Your session has ended"
      isOpen={state === 'ended'}
      onClose={() => undefined}
      canClose={false}
      size={400}
    >
      <p>Sign in again to continue where you left off. Nothing that you have typed is lost.</p>
      {refusedRequest !== undefined && (
        <p>
          Request id <code>{refusedRequest}</code>
        </p>
      )}
      <DialogFooter>
        <Button variant="primary" onClick={() => void session.signInAgain()}>
          Sign in
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
