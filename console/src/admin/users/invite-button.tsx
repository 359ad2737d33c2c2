// An invitation that was not used yet can be sent again, which ends its older link.
import { useMutation } from '@tanstack/react-query';
import { faultOf, inviteUser, queryClient, type User, userQuery } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { AskedButton } from '../form/asked-button.tsx';

const showInvited = (user: User): void => {
  queryClient.setQueryData(userQuery(user.id).queryKey, user);
  toast(`The invitation to ${user.email} is sent.`);
};

function InviteAgain({ user: { id, version }, at }: { user: User; at: string }) {
  const invitation = useMutation({
    mutationFn: () => inviteUser(id, version),
    onSuccess: showInvited,
  });
  return (
    <>
      <Button onClick={() => invitation.mutate()}>Send the invitation again</Button>
      <span>
        Invited <Instant at={at} />
      </span>
      {invitation.error && <span role="alert">{faultOf(invitation.error).detail}</span>}
    </>
  );
}

export function InviteButton({ user }: { user: User }) {
  const { id, email, version, active, invited_at: invitedAt } = user;
  if (invitedAt !== null) return <InviteAgain user={user} at={invitedAt} />;
  if (!active) return <Button unavailable="The user is not active.">Invite…</Button>;
  return (
    <AskedButton
      label="Invite…"
      consequence={`${email} gets a mail with a link that works for 7 days, to choose the first password.`}
      confirmation="Send the invitation"
      variant="primary"
      run={() => inviteUser(id, version)}
      onDone={showInvited}
    />
  );
}
