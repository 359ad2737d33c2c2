// The header of an inbound webhook has its state, its address and its actions.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteInbound,
  faultOf,
  type InboundWebhook,
  inboundQuery,
  meQuery,
  queryClient,
  rotateInboundSecret,
  updateInbound,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { copyText } from '../../ui/code/copy.ts';
import { ActiveMark } from '../../ui/marks/delivery-marks.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { BackIcon, CopyIcon, DeleteIcon, KeyIcon, MoreIcon, ProfileIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { SecretCountdown } from '../countdown.tsx';
import { OwnerForm, reasonAgainstOwner } from '../owner-form.tsx';
import page from '../page.module.css';
import { RotateForm } from '../rotate-form.tsx';
import { actionText } from './inbound.draft.ts';
import { inboundList } from './inbound.list.ts';

interface InboundHeaderProps {
  webhook: InboundWebhook;
  mayManage: boolean;
}

function DeleteDialog({ webhook, onClose }: { webhook: InboundWebhook; onClose: () => void }) {
  const navigate = useNavigate();
  const run = useMutation({
    mutationFn: () => deleteInbound(webhook.handle, webhook.version),
    onSuccess: () => {
      for (const list of inboundList.all()) void list.reload();
      toast(`${webhook.name} was deleted.`);
      void navigate({ to: '/webhooks/inbound' });
    },
    onError: (error) =>
      toast(`The webhook was not deleted. ${faultOf(error).detail}`, { tone: 'red' }),
  });
  return (
    <Dialog title={`Delete ${webhook.name}?`} isOpen onClose={onClose}>
      <p>Events sent to its address will be refused. Incidents that it opened stay.</p>
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" onClick={() => run.mutate()}>
          Delete
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

export function InboundHeader({ webhook, mayManage }: InboundHeaderProps) {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const [dialog, setDialog] = useState<'rotate' | 'owner' | 'delete'>();
  const { handle, name, url, active, secret_enabled } = webhook;
  const unavailable = mayManage ? undefined : 'Your role may not manage webhooks.';
  const close = () => setDialog(undefined);
  const refresh = () =>
    void queryClient.invalidateQueries({ queryKey: inboundQuery(handle).queryKey });
  return (
    <header className={page.header}>
      <div className={page.top}>
        <Button
          variant="quiet"
          icon={<BackIcon />}
          label="Back to the list"
          onClick={() => void navigate({ to: '/webhooks/inbound' })}
        />
        <h1 tabIndex={-1}>{name}</h1>
        <div className={page.end}>
          <Button
            icon={<CopyIcon />}
            unavailable={
              url === null ? 'Only people who may manage webhooks can see the address.' : undefined
            }
            onClick={() => copyText(url ?? '', 'Address copied. Keep it secret.')}
          >
            Copy the address
          </Button>
          <Menu
            position="bottom-end"
            target={<Button variant="quiet" icon={<MoreIcon />} label="More actions" />}
            groups={[
              {
                items: [
                  {
                    label: 'Rotate the secret…',
                    icon: <KeyIcon />,
                    unavailable: secret_enabled
                      ? unavailable
                      : 'Events of this webhook are not signed.',
                    run: () => setDialog('rotate'),
                  },
                  {
                    label: 'Change the owner…',
                    icon: <ProfileIcon />,
                    unavailable: reasonAgainstOwner(me),
                    run: () => setDialog('owner'),
                  },
                ],
              },
              {
                items: [
                  {
                    label: 'Delete…',
                    icon: <DeleteIcon />,
                    unavailable,
                    run: () => setDialog('delete'),
                  },
                ],
              },
            ]}
          />
        </div>
      </div>
      <div className={page.bottom}>
        <ActiveMark isActive={active} endsAt={webhook.ends_at} />
        {webhook.ends_at !== null && (
          <span>Its owner was deactivated or has lost the permission</span>
        )}
        <span>{actionText(webhook)}</span>
        <SecretCountdown until={webhook.previous_secret_until} />
      </div>
      {dialog === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
      {dialog === 'rotate' && (
        <RotateForm
          name={name}
          meaning="Events signed with the old secret are accepted for as long as you choose."
          rotate={(grace) => rotateInboundSecret(handle, grace, webhook.version)}
          onDone={refresh}
          onClose={close}
        />
      )}
      {dialog === 'owner' && (
        <OwnerForm
          webhook={webhook}
          meaning="The webhook opens incidents on behalf of its owner. If the owner is deactivated or loses the permission, the webhook ends after 30 days unless you choose another owner."
          save={(owner) => updateInbound(handle, { owner }, webhook.version)}
          onDone={() => {
            refresh();
            for (const list of inboundList.all()) void list.reload();
          }}
          onClose={close}
        />
      )}
    </header>
  );
}
