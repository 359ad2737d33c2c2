// Somebody who writes signed mails to a mailbox; each is sent to the API, and waited for until it is processed.
import assert from 'node:assert/strict';
import type { Instance, Json } from './harness.ts';
import { readProcessed, receiveBytes } from './messages.ts';
import type { Signer } from './signed-mail.ts';

export interface MailWriter {
  write: (fields: Readonly<Record<string, string>>, text: string) => Promise<Json>;
  /** Nobody signs this mail. */
  writeUnsigned: MailWriter['write'];
}

export function mailWriter(
  instance: Instance,
  mailbox: Pick<Json, 'id' | 'address'>,
  signer: Signer,
  { name, address }: { name: string; address: string },
): MailWriter {
  const domain = address.slice(address.indexOf('@') + 1);
  let written = 0;
  const textOf = (fields: Readonly<Record<string, string>>, text: string): string => {
    written += 1;
    const headers = {
      From: `${name} <${address}>`,
      To: mailbox['address'] as string,
      Date: new Date().toUTCString(),
      'Message-ID': `<${written}@${domain}>`,
      ...fields,
    };
    const lines = Object.entries(headers).map(([field, value]) => `${field}: ${value}`);
    return [...lines, '', `${text}\r\n`].join('\r\n');
  };
  const send = async (raw: Buffer): Promise<Json> => {
    const { status, body } = await receiveBytes(instance, mailbox['id'], raw);
    assert.equal(status, 202);
    return readProcessed(instance, body['id']);
  };
  return {
    write: async (fields, text) => send(await signer.sign(textOf(fields, text), domain)),
    writeUnsigned: (fields, text) => send(Buffer.from(textOf(fields, text))),
  };
}
