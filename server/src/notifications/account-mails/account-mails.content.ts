// Mails about an account. People cannot turn them off.
import type { FactorChange } from '../../identity/index.ts';
import type { Config } from '../../platform/runtime/config.ts';
import type { EmailContent } from '../mails/email-content.ts';

export type AccountMailType =
  | 'account.reset'
  | 'account.invitation'
  | 'account.no_password'
  | 'account.password_changed'
  | 'account.factors_changed';

type Content = Omit<EmailContent, 'accountLink'>;

const IGNORE = 'If you did not ask for it, ignore this email: your password stays the same.';

export const resetContent = (minutes: number): Content => ({
  subject: 'Choose a new password',
  lines: [
    'Somebody asked for a link to choose a new password for your account.',
    '',
    `The link works once, within ${minutes} minutes, and only in the browser in which it was asked for.`,
    '',
    IGNORE,
  ],
  link: { label: 'Choose a new password', url: '' },
});

export const noPasswordContent = ({ BASE_URL }: Pick<Config, 'BASE_URL'>): Content => ({
  subject: 'How you sign in',
  lines: [
    'Somebody asked for a link to choose a new password for your account. Your account has no password here.',
    '',
    "Sign in with your organisation's account on the sign-in page. If you were invited, use the link in the invitation, or ask an administrator to send it again.",
  ],
  link: { label: 'Sign in', url: `${BASE_URL}/console/` },
});

export const invitationContent = (
  { BASE_URL }: Pick<Config, 'BASE_URL'>,
  { inviter, days }: { inviter: string; days: number },
): Content => ({
  subject: 'Your account: choose a password',
  lines: [
    `${inviter} has created an account for you at ${BASE_URL}.`,
    '',
    `Choose a password with the link, which works once, within ${days} days. Then sign in with this email address.`,
  ],
  link: { label: 'Choose a password', url: '' },
});

/** The time zone of the reader is not known. */
const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' at ')} UTC`;

export const passwordChangedContent = (
  { BASE_URL }: Pick<Config, 'BASE_URL'>,
  { at, address }: { at: string; address: string },
): Content => ({
  subject: 'Your password was changed',
  lines: [
    `The password of your account was changed on ${minuteOf(at)} from the network address ${address}. You were signed out everywhere.`,
    '',
    'If it was not you, choose a new password with "Forgotten your password?" on the sign-in page, and inform an administrator.',
  ],
  link: { label: 'Sign in', url: `${BASE_URL}/console/` },
});

const factorChanges: Record<FactorChange, { subject: string; text: string }> = {
  added: {
    subject: 'A second factor was added to your account',
    text: 'A second factor was added to your account',
  },
  removed: {
    subject: 'A second factor was removed from your account',
    text: 'A second factor was removed from your account',
  },
  codes_created: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes for your account were created, and all old ones became invalid,',
  },
  code_used: {
    subject: 'A recovery code was used',
    text: 'A recovery code of your account was used',
  },
  reset: {
    subject: 'Your second factors were removed',
    text: 'An administrator removed all second factors and recovery codes of your account',
  },
};

export const factorsChangedContent = (
  { AUTH_URL }: Pick<Config, 'AUTH_URL'>,
  { at, address, change }: { at: string; address: string | null; change: FactorChange },
): Content => ({
  subject: factorChanges[change].subject,
  lines: [
    `${factorChanges[change].text} on ${minuteOf(at)}${address ? ` from the network address ${address}` : ''}.`,
    '',
    'If you did not expect this, change your password and inform an administrator.',
  ],
  link: { label: 'Your second factors', url: `${AUTH_URL}/security` },
});
