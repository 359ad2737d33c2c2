// The header of an outbound webhook has its health and its actions.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery, type OutboundWebhook } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { HealthMark, shareText } from '../../ui/marks/delivery-marks.tsx';
import {
  BackIcon,
  DeleteIcon,
  KeyIcon,
  MoreIcon,
  ProfileIcon,
  RecoverIcon,
  ReplayIcon,
  SendIcon,
} from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { SecretCountdown } from '../countdown.tsx';
import { reasonAgainstOwner } from '../owner-form.tsx';
import page from '../page.module.css';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { OwnerDialog } from './dialogs/owner-dialog.tsx';
import { RecoverDialog } from './dialogs/recover-dialog.tsx';
import { ReplayDialog } from './dialogs/replay-dialog.tsx';
import { RotateDialog } from './dialogs/rotate-dialog.tsx';
import { TestDialog } from './dialogs/test-dialog.tsx';

const dialogs = {
  test: TestDialog,
  replay: ReplayDialog,
  recover: RecoverDialog,
  rotate: RotateDialog,
  owner: OwnerDialog,
  delete: DeleteDialog,
};
type DialogName = keyof typeof dialogs;

const NOT_YOURS = 'Your role may not manage webhooks.';

interface WebhookHeaderProps {
  webhook: OutboundWebhook;
  mayManage: boolean;
}

export function WebhookHeader({ webhook, mayManage }: WebhookHeaderProps) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const [dialog, setDialog] = useState<DialogName>();
  const { name, url, health, status, previous_secret_until, sign_payloads } = webhook;
  const unavailable = mayManage ? undefined : NOT_YOURS;
  const OpenDialog = dialog && dialogs[dialog];
  const item = (label: string, icon: React.ReactNode, opens: DialogName, reason = unavailable) => ({
    label,
    icon,
    unavailable: reason,
    run: () => setDialog(opens),
  });
  return (
    <header className={page.header}>
      <div className={page.top}>
        <Button
          variant="quiet"
          icon={<BackIcon />}
          label="Back to the list"
          onClick={() => void navigate({ to: '/webhooks/outbound' })}
        />
        <h1 tabIndex={-1}>{name}</h1>
        <div className={page.end}>
          <Button icon={<SendIcon />} unavailable={unavailable} onClick={() => setDialog('test')}>
            Send a test
          </Button>
          <Button
            icon={<ReplayIcon />}
            unavailable={unavailable}
            onClick={() => setDialog('replay')}
          >
            Replay…
          </Button>
          <Menu
            position="bottom-end"
            target={<Button variant="quiet" icon={<MoreIcon />} label="More actions" />}
            groups={[
              {
                items: [
                  item('Recover missed events…', <RecoverIcon />, 'recover'),
                  item(
                    'Rotate the secret…',
                    <KeyIcon />,
                    'rotate',
                    sign_payloads ? unavailable : 'Deliveries are not signed.',
                  ),
                  item('Change the owner…', <ProfileIcon />, 'owner', reasonAgainstOwner(me)),
                ],
              },
              { items: [item('Delete…', <DeleteIcon />, 'delete')] },
            ]}
          />
        </div>
      </div>
      <div className={page.bottom}>
        <HealthMark health={health.status} status={status} />
        {status === 'suspended' && <span>Its owner was deactivated</span>}
        <span title="Delivered in the last 24 hours">
          {shareText(health.success_share_24h)} delivered
        </span>
        <span className={page.url} title={url}>
          {url}
        </span>
        <SecretCountdown until={previous_secret_until} />
      </div>
      {OpenDialog && <OpenDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
    </header>
  );
}
