// Mails about an account. People cannot turn them off.
import type { Config } from '../../platform/runtime/config.ts';
import type { EmailContent } from '../mails/email-content.ts';

export type AccountMailType = 'account.reset' | 'account.no_password' | 'account.password_changed';

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
