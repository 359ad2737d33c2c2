// A person who no longer needs help says so; a question first keeps it from happening by accident.
import { useState } from 'react';
import { Button } from '../../ui/forms/button.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import styles from './record.module.css';

interface WithdrawProps {
  label: string;
  question: string;
  detail: string;
  action: { mutate: () => void; isPending: boolean; isError: boolean };
}

export function Withdraw({ label, question, detail, action }: WithdrawProps) {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <Button className={styles.withdraw} onClick={() => ask(true)}>
        {label}
      </Button>
      <Dialog title={question} isOpen={isAsked} onClose={() => ask(false)}>
        <p>{detail}</p>
        {action.isError && (
          <p role="alert" className={styles.fault}>
            This did not work. It may have changed meanwhile: close this question, look again, and
            try once more.
          </p>
        )}
        <DialogFooter>
          <Button onClick={() => ask(false)}>Keep it</Button>
          <Button variant="primary" onClick={() => action.mutate()}>
            {action.isPending ? 'Withdrawing…' : 'Withdraw it'}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
