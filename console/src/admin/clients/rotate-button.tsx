// The old secret stops working at once.
import { clientQuery, type ClientRow, queryClient, rotateClientSecret } from '../../api/index.ts';
import { AskedButton } from '../form/asked-button.tsx';

interface RotateButtonProps {
  client: ClientRow;
  onSecret: (secret: string) => void;
}

export const RotateButton = ({ client, onSecret }: RotateButtonProps) => (
  <AskedButton
    label="Rotate the secret…"
    consequence="The old secret and its tokens stop working at once."
    confirmation="Rotate it"
    run={() => rotateClientSecret(client.client_id, client.version)}
    onDone={({ client_id, secret }) => {
      onSecret(secret);
      void queryClient.invalidateQueries({ queryKey: clientQuery(client_id).queryKey });
    }}
  />
);
