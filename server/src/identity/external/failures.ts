// Each way in which a sign-in at an identity provider can end without success has a page that says what to do.
import { AuthorizationResponseError } from 'openid-client';
import { UnreachableError } from './bounded-fetch.ts';

export const failures = {
  unavailable: {
    status: 409,
    title: 'This way to sign in is no longer available',
    message: (name: string) =>
      `An administrator has turned off signing in with ${name}. Sign in another way, or ask your administrator.`,
  },
  unreachable: {
    status: 503,
    title: 'The identity provider does not respond',
    message: (name: string) =>
      `${name} could not be reached. Try again in a few minutes, or sign in with your password if you have one.`,
  },
  denied: {
    status: 403,
    title: 'Access was denied',
    message: (name: string) =>
      `${name} did not confirm the sign-in: it was cancelled, or your account there may not use Signalbox. Ask your administrator if you should have access.`,
  },
  invalid: {
    status: 400,
    title: 'The sign-in could not be confirmed',
    message: (name: string) =>
      `The response of ${name} is not valid. Sign in again. If this page appears again, send your administrator the details below.`,
  },
  no_address: {
    status: 403,
    title: 'Your account has no e-mail address',
    message: (name: string) =>
      `${name} sent no e-mail address that could be used here. Ask your administrator to add one to your account there, or to request the scope email.`,
  },
  not_verified: {
    status: 403,
    title: 'Your e-mail address is not verified',
    message: (name: string) =>
      `${name} has not verified your e-mail address. Verify it there and sign in again, or ask your administrator.`,
  },
  domain: {
    status: 403,
    title: 'Your e-mail address is not allowed here',
    message: (name: string) =>
      `With ${name}, only addresses of your organisation can sign in here. Choose another account, or ask your administrator.`,
  },
  unknown: {
    status: 403,
    title: 'You have no account here yet',
    message: () =>
      'Nobody here has your e-mail address. Ask your administrator to create an account for you, then sign in again.',
  },
  deactivated: {
    status: 403,
    title: 'Your account is deactivated',
    message: () =>
      'Your account here was deactivated. Ask your administrator if this is a mistake.',
  },
  another_identity: {
    status: 403,
    title: 'Your e-mail address belongs to another account',
    message: (name: string) =>
      `Your e-mail address is linked to another account at ${name}, perhaps a former one of yours. Ask your administrator to unlink it.`,
  },
  another_person: {
    status: 403,
    title: 'You signed in as somebody else',
    message: (name: string) =>
      `The account at ${name} is not the one that is linked to the person who is signed in here. Choose the right account there.`,
  },
  former_address: {
    status: 403,
    title: 'Your e-mail address belongs to somebody else',
    message: () =>
      'Somebody here had your e-mail address before you, and former addresses stay reserved. Ask your administrator for help.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; message: (name: string) => string }
>;
export type Failure = keyof typeof failures;

const causes = function* (error: unknown): Generator<Error> {
  for (let one = error; one instanceof Error; one = one.cause) yield one;
};

/** The user, an administrator or the provider itself refused; any other error is a fault of the configuration. */
const REFUSED_CODES = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

export function failureOf(error: unknown): Failure {
  const all = [...causes(error)];
  if (all.some((one) => one instanceof UnreachableError)) return 'unreachable';
  const refused = all.some(
    (one) => one instanceof AuthorizationResponseError && REFUSED_CODES.has(one.error),
  );
  return refused ? 'denied' : 'invalid';
}

/** The details are for an administrator. They name the fault and never a token. */
export function detailOf(error: unknown): string {
  const all = [...causes(error)];
  const refused = all.find((one) => one instanceof AuthorizationResponseError);
  return (refused ? `error: ${refused.error}` : all.map(({ message }) => message).join(': ')).slice(
    0,
    300,
  );
}
