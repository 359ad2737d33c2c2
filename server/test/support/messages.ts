// Mailboxes of tests, and messages that are sent to them.
import { createHash, randomUUID } from 'node:crypto';
import type { Instance, Json, Reply, RequestOptions } from './harness.ts';
import { until } from './processes.ts';

export async function createMailbox(instance: Instance, fields: Json = {}): Promise<Json> {
  const { status, text, body } = await instance.call('POST', '/mailboxes', {
    as: 'super_admin',
    body: {
      address: `help-${randomUUID().slice(0, 8)}@example.com`,
      name: 'IT help',
      record_type: 'incident',
      ...fields,
    },
  });
  if (status !== 201) throw new Error(text);
  return body;
}

/** The fields replace or extend those of an ordinary mail; an empty value removes one. */
export function mailText(
  fields: Record<string, string> = {},
  text = 'The printer is out of toner.',
): string {
  const header = {
    from: 'Ada Ellis <ada@example.com>',
    to: 'help@example.com',
    subject: 'Printer',
    date: 'Sun, 15 Nov 2026 09:30:00 +0000',
    'message-id': `<${randomUUID()}@example.com>`,
    ...fields,
  };
  const lines = Object.entries(header)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return `${lines.join('')}\r\n${text}\r\n`;
}

export const receive = (
  instance: Instance,
  mailboxId: string,
  raw: string,
  options: Pick<RequestOptions, 'as' | 'token' | 'headers'> = {},
): Promise<Reply> =>
  instance.call('POST', `/mailboxes/${mailboxId}/messages`, {
    as: 'super_admin',
    ...options,
    body: raw,
  });

/** Sends bytes as they are; a mail may have others than those of UTF-8. */
export async function receiveBytes(
  instance: Instance,
  mailboxId: string,
  raw: Uint8Array,
): Promise<{ status: number; body: Json }> {
  const token = await instance.tokenFor('super_admin');
  const response = await fetch(`${instance.url}/prod/api/v1/mailboxes/${mailboxId}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'message/rfc822' },
    body: new Uint8Array(raw),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

/** Waits until the worker has processed the message. */
export const readProcessed = (instance: Instance, id: string): Promise<Json> =>
  until('the message is processed', async () => {
    const { body } = await instance.call('GET', `/mail/${id}`);
    return body.state !== 'received' && body;
  });

/** No worker processes the message, because it is held from the beginning. */
export async function insertHeldMessage(
  instance: Pick<Instance, 'sql'>,
  mailboxId: string,
  subject: string,
): Promise<string> {
  const raw = Buffer.from(mailText({ subject }));
  const sha256 = createHash('sha256').update(raw).digest();
  await instance.sql('insert into files (sha256, size, content) values ($1, $2, $3)', [
    sha256,
    raw.length,
    raw,
  ]);
  const [row] = await instance.sql(
    `insert into messages (mailbox_id, via, envelope_to, sha256, size, state, cause, sender, subject, excerpt, received_at)
     values ($1, 'api', '{}', $2, $3, 'held', 'not_a_participant', 'ada@example.com', $4, 'The printer is out of toner.', now())
     returning id`,
    [mailboxId, sha256, raw.length, subject],
  );
  return row.id;
}
