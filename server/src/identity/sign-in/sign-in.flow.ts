// Every way to sign in ends here, once a person is authenticated. Without `mfa` among its methods it may lead to another
// step, whose pages call this function again with all methods that have succeeded.
import { errors } from 'oidc-provider';
import { nextStep } from '../factors/sign-in-step.ts';
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { redirect } from '../pages/send.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import type { UserRow } from '../users/users.sql.ts';

export interface Authenticated {
  user: UserRow;
  /** Names the methods that have succeeded, as RFC 8176 does. */
  amr: readonly string[];
}

/** The cookie identifies the sign-in; the page of another one is refused. */
export async function interactionOf({ provider, request, response, id }: PageRequest) {
  const interaction = await provider.interactionDetails(request, response);
  if (id !== interaction.uid) throw new errors.SessionNotFound('another sign-in');
  return interaction;
}

/** Returns the id of the client that the person signs in to. */
export const clientIdOf = ({ params }: Awaited<ReturnType<typeof interactionOf>>): string =>
  String(params['client_id']);

export async function completeSignIn(
  pageRequest: PageRequest,
  { user, amr }: Authenticated,
): Promise<void> {
  await interactionOf(pageRequest);
  const step = await nextStep(pageRequest, { user, amr });
  if (!step) return finishSignIn(pageRequest, { user, amr });
  redirect(pageRequest.response, publicPath(pageRequest, step.replace(':id', pageRequest.id)));
}

/** Only the last step calls this: nothing asks for a second factor any more. */
export async function finishSignIn(
  pageRequest: PageRequest,
  { user, amr }: Authenticated,
): Promise<void> {
  const { deps, provider, address, request, response } = pageRequest;
  const client = clientIdOf(await interactionOf(pageRequest));
  await recordSignIn(deps, { kind: 'sign_in', email: user.email, address, client });
  await provider.interactionFinished(request, response, {
    // Without the time, a sign-in that is resumed later would count from then.
    login: { accountId: user.id, amr: [...amr], ts: Math.floor(Date.now() / 1000) },
  });
}
