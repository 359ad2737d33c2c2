// Rotating a secret takes a second press, because the old secret stops working at once.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  clientQuery,
  type ClientRow,
  faultOf,
  queryClient,
  rotateClientSecret,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';

interface RotateButtonProps {
  client: ClientRow;
  onSecret: (secret: string) => void;
}

export function RotateButton({ client, onSecret }: RotateButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateClientSecret(client.client_id, client.version),
    onSuccess: ({ client_id, secret }) => {
      setAsked(false);
      onSecret(secret);
      void queryClient.invalidateQueries({ queryKey: clientQuery(client_id).queryKey });
    },
  });
  if (!isAsked) return <Button onClick={() => setAsked(true)}>Rotate the secret…</Button>;
  return (
    <>
      <span>The old secret and its tokens stop working at once.</span>
      <Button variant="danger" autoFocus onClick={() => rotation.mutate()}>
        Rotate it
      </Button>
      {rotation.error && <span role="alert">{faultOf(rotation.error).detail}</span>}
    </>
  );
}
