// The old token stops working at once.
import {
  type Connector,
  connectorQuery,
  queryClient,
  rotateConnectorToken,
} from '../../api/index.ts';
import { AskedButton } from '../form/asked-button.tsx';

interface RotateTokenProps {
  connector: Connector;
  onSecret: (secret: string) => void;
}

export const RotateToken = ({ connector: { id, version }, onSecret }: RotateTokenProps) => (
  <AskedButton
    label="Rotate the token…"
    consequence="The directory cannot send changes until it has the new token."
    confirmation="Rotate it"
    run={() => rotateConnectorToken(id, version)}
    onDone={({ secret }) => {
      onSecret(secret);
      void queryClient.invalidateQueries({ queryKey: connectorQuery(id).queryKey });
    }}
  />
);
