// An invitation that was not used yet can be sent again, which ends its older link.
import { useMutation } from '@tanstack/react-query';
import { faultOf, inviteUser, queryClient, type User, userQuery } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { toast } from '../../ui/overlays/toast.tsx';

export function InviteButton({ user }: { user: User }) {
  const { id, email, version, invited_at: invitedAt } = user;
  const invitation = useMutation({
    mutationFn: () => inviteUser(id, version),
    onSuccess: (saved) => {
      queryClient.setQueryData(userQuery(id).queryKey, saved);
      toast(`The invitation to ${email} is sent.`);
    },
  });
  if (invitedAt === null) return null;
  return (
    <>
      <Button onClick={() => invitation.mutate()}>Send the invitation again</Button>
      <span>
        Invited <Instant at={invitedAt} />
      </span>
      {invitation.error && <span role="alert">{faultOf(invitation.error).detail}</span>}
    </>
  );
}
