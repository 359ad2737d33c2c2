// When the login page is shown.
import { interactionPolicy } from 'oidc-provider';

const { base, Check } = interactionPolicy;

/**
 * Any program of the machine can pose as a native client, so an open session is not enough for one: the person signs in
 * on a page that names the application (RFC 8252, section 8.6).
 */
const nativeLogin = new Check(
  'native_client',
  'Native applications need a login of their own',
  ({ oidc }) => oidc.client?.applicationType === 'native' && !oidc.result?.login,
);

export function loginPolicy() {
  const policy = base();
  policy.get('login')?.checks.add(nativeLogin);
  return policy;
}
