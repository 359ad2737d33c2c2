// A test signs in to the outgoing mail server, as sending does.
import { verifyMailServer } from '../../notifications/index.ts';
import { RefusedAddress } from '../../platform/net/egress.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readRecord } from '../../records/index.ts';
import { mailServerOf } from './mail-server.ts';
import { mailboxes } from './mailboxes.service.ts';
import type { MailboxRow } from './mailboxes.sql.ts';

interface SmtpError extends Error {
  code?: string;
}

/** The advice depends on the step that failed; see the error codes of nodemailer. */
const advice: Readonly<Record<string, string>> = {
  EDNS: 'Correct the host.',
  ENOTFOUND: 'Correct the host.',
  ENODATA: 'Correct the host.',
  ECONNECTION: 'Correct host and port, and see whether a firewall is between.',
  ECONNREFUSED: 'Correct host and port, and see whether a firewall is between.',
  EHOSTUNREACH: 'Correct host and port, and see whether a firewall is between.',
  ETIMEDOUT: 'Correct host and port, and see whether a firewall is between.',
  ESOCKET: 'Correct host, port and security.',
  ETLS: 'Choose security tls or starttls as the server offers it.',
  EAUTH: 'Correct user and password.',
};

function reasonOf(error: SmtpError): string {
  const message = error.message.replace(/\.$/, '');
  if (error instanceof RefusedAddress)
    return `${message}. The operator can allow it with EGRESS_ALLOW.`;
  return `${message}. ${advice[error.code ?? ''] ?? 'Correct the outgoing mail server.'}`;
}

const NO_SERVER = 'The instance has no mail server. Set SMTP_URL, or give the mailbox its own.';

async function testOutgoing(deps: Deps, row: MailboxRow) {
  const server = mailServerOf(deps, row);
  const { SMTP_URL } = server.config;
  if (SMTP_URL === '') return { status: 'failed', server: null, reason: NO_SERVER };
  const { host } = new URL(SMTP_URL);
  const error = await verifyMailServer(server);
  return { status: error ? 'failed' : 'ok', server: host, reason: error ? reasonOf(error) : null };
}

export async function testMailbox(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { deps, params } = request;
  const row = await readRecord(deps.db, mailboxes, params.id, request);
  return ok({ outgoing: await testOutgoing(deps, row) });
}
