// Another provider has other servers, so those of the one before do not stay.
import type { Provider } from './login.values.ts';
import { imapDefaults, type MailboxValues, withPrefix, smtpDefaults } from './mailboxes.values.ts';
import { isImap, isKnown, providers } from './providers.ts';

export function fillFor(provider: Provider, before: MailboxValues): Partial<MailboxValues> {
  const row = providers[provider];
  if (row)
    return {
      provider,
      ...withPrefix('in', row.incoming),
      ...withPrefix('out', row.outgoing),
      sending: 'same',
    };
  if (!isImap(provider))
    return { provider, sending: before.sending === 'same' ? 'instance' : before.sending };
  if (!isKnown(before.provider)) return { provider };
  return {
    provider,
    ...withPrefix('in', { host: '', ...imapDefaults, auth: 'password', scope: '' }),
    ...withPrefix('out', { host: '', ...smtpDefaults }),
    sending: 'instance',
  };
}
