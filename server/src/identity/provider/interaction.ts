// The login page is shown without a session, for every login to a native client, and after a session has ended.
import { interactionPolicy } from 'oidc-provider';

const { base, Check } = interactionPolicy;

/**
 * Any program on the machine can pose as a native client, so an open session is not enough: the person signs in on a page
 * that names the application (RFC 8252, section 8.6).
 */
const nativeLogin = new Check(
  'native_client',
  'Native applications need a login of their own',
  ({ oidc }) => oidc.client?.applicationType === 'native' && !oidc.result?.login,
);

/** The account may have ended the session, for example by a new password; without this check the provider fails. */
const endedSession = new Check(
  'session_ended',
  'The session has ended',
  ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
);

export function loginPolicy() {
  const policy = base();
  for (const check of [nativeLogin, endedSession]) policy.get('login')?.checks.add(check);
  return policy;
}
