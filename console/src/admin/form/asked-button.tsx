// An action that takes effect at once takes a second press, after a sentence that says what follows from it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';

interface AskedButtonProps<T> {
  label: string;
  consequence: string;
  confirmation: string;
  variant?: 'danger' | 'primary';
  run: () => Promise<T>;
  onDone: (result: T) => void;
}

export function AskedButton<T>({
  label,
  consequence,
  confirmation,
  variant = 'danger',
  run,
  onDone,
}: AskedButtonProps<T>) {
  const [step, setStep] = useState<'at-first' | 'asked' | 'answered'>('at-first');
  const action = useMutation({
    mutationFn: run,
    onSuccess: (result) => {
      setStep('answered');
      onDone(result);
    },
  });
  if (step !== 'asked')
    return (
      // The button that had the focus is gone.
      <Button autoFocus={step === 'answered'} onClick={() => setStep('asked')}>
        {label}
      </Button>
    );
  const cancel = () => {
    action.reset();
    setStep('answered');
  };
  return (
    <>
      <span>{consequence}</span>
      <Button
        variant={variant}
        autoFocus
        unavailable={action.isPending ? 'The request is being sent.' : undefined}
        onClick={() => action.mutate()}
      >
        {confirmation}
      </Button>
      <Button onClick={cancel}>Cancel</Button>
      {action.error && <span role="alert">{faultOf(action.error).detail}</span>}
    </>
  );
}
