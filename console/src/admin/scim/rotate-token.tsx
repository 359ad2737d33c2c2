// Rotating a token takes a second press, because the old token stops working at once.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Connector,
  connectorQuery,
  faultOf,
  queryClient,
  rotateConnectorToken,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';

interface RotateTokenProps {
  connector: Connector;
  onSecret: (secret: string) => void;
}

export function RotateToken({ connector: { id, version }, onSecret }: RotateTokenProps) {
  const [isAsked, setAsked] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateConnectorToken(id, version),
    onSuccess: ({ secret }) => {
      setAsked(false);
      onSecret(secret);
      void queryClient.invalidateQueries({ queryKey: connectorQuery(id).queryKey });
    },
  });
  if (!isAsked) return <Button onClick={() => setAsked(true)}>Rotate the token…</Button>;
  return (
    <>
      <span>The directory cannot send changes until it has the new token.</span>
      <Button variant="danger" autoFocus onClick={() => rotation.mutate()}>
        Rotate it
      </Button>
      {rotation.error && <span role="alert">{faultOf(rotation.error).detail}</span>}
    </>
  );
}
