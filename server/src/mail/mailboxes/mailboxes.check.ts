// A test signs in to the mail servers of a mailbox, as receiving and sending do.
import { verifyMailServer } from '../../notifications/index.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { readRecord } from '../../records/index.ts';
import { verifyImap } from '../imap/imap-client.ts';
import { explainFailure } from './login-failures.ts';
import type { Login } from './logins.schema.ts';
import { mailServerOf } from './mail-server.ts';
import type { MailboxTest } from './mailboxes.schema.ts';
import { mailboxes } from './mailboxes.service.ts';
import type { MailboxRow } from './mailboxes.sql.ts';

const NO_SERVER = 'The instance has no mail server. Set SMTP_URL, or give the mailbox its own.';

const resultOf = (server: string, login: Pick<Login, 'auth'>, error: Error | undefined) =>
  error
    ? { status: 'failed' as const, server, ...explainFailure(error, login) }
    : { status: 'ok' as const, server, reason: null, fields: [] };

async function testIncoming(deps: Deps, row: MailboxRow): Promise<MailboxTest['incoming']> {
  const { incoming } = row;
  if (incoming.kind !== 'imap')
    return { status: 'skipped', server: null, reason: null, fields: [] };
  return resultOf(`${incoming.host}:${incoming.port}`, incoming, await verifyImap(deps, row));
}

async function testOutgoing(deps: Deps, row: MailboxRow): Promise<MailboxTest['outgoing']> {
  const server = mailServerOf(deps, row);
  const { SMTP_URL } = server.config;
  if (SMTP_URL === '') return { status: 'failed', server: null, reason: NO_SERVER, fields: [] };
  const { host } = new URL(SMTP_URL);
  return resultOf(host, row.outgoing, await verifyMailServer(server));
}

export async function checkMailbox(deps: Deps, row: MailboxRow): Promise<MailboxTest> {
  const [incoming, outgoing] = await Promise.all([
    testIncoming(deps, row),
    testOutgoing(deps, row),
  ]);
  return { incoming, outgoing };
}

export async function testMailbox(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { deps, params } = request;
  const row = await readRecord(deps.db, mailboxes, params.id, request);
  return ok(await checkMailbox(deps, row));
}
