// A mailbox may have its own mail server, which is reached by the rules of egress and over verified TLS.
import type { MailServer } from '../../notifications/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { passwordOf } from './mailboxes.service.ts';
import type { MailboxRow } from './mailboxes.sql.ts';

export function mailServerOf(deps: Deps, row: MailboxRow): MailServer {
  const { outgoing } = row;
  if (outgoing.kind === 'instance') return deps;
  const { host, port, security, user = '' } = outgoing;
  const credentials = [user, passwordOf(deps.keys, row)].map(encodeURIComponent).join(':');
  const scheme = security === 'tls' ? 'smtps' : 'smtp';
  return {
    ...deps,
    config: {
      ...deps.config,
      SMTP_URL: `${scheme}://${credentials}@${host}:${port}${security === 'tls' ? '' : '?requireTLS=true'}`,
    },
    connect: deps.egress.connect,
  };
}
