// A mail server delivers mails by LMTP to processes of the service, and repeats those without a response.
import { setTimeout as sleep } from 'node:timers/promises';
import { LmtpClient } from './lmtp-client.ts';
import { freePort } from './ports.ts';
import { type Site, startSite } from './site.ts';

export const ADDRESS = 'help@example.com';
/** The mail server of the tests says who has sent a mail, so that no test needs DNS. */
export const AUTHSERV_ID = 'mx.example.com';
const AGAIN_AFTER_MS = 20;

export interface MailSite {
  site: Site;
  /** Delivers over its own connection, until the response is 250. Returns the milliseconds of the last attempt. */
  connect: () => { deliver: (n: number) => Promise<number>; close: () => void };
}

/** So many senders stay below the limits of one sender. */
const SENDERS = 500;
const senderOf = (n: number): string => `person-${n % SENDERS}@example.org`;

export const messageIdOf = (n: number): string => `<${n}@example.org>`;

/** The same number gives the same bytes. */
export const mailOf = (n: number, date: Date, to = ADDRESS): string =>
  [
    `Authentication-Results: ${AUTHSERV_ID}; dmarc=pass header.from=example.org`,
    `From: <${senderOf(n)}>`,
    `To: <${to}>`,
    `Subject: Mail ${n}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageIdOf(n)}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The printer on the second floor is out of toner, and the one beside the stairs is broken.',
    '',
  ].join('\r\n');

export async function startMailSite(workers: number): Promise<MailSite> {
  const port = Number(await freePort());
  const site = await startSite({ workers, env: { LMTP_LISTEN: `127.0.0.1:${port}` } });
  await site.sendUntilFinal('POST', '/mailboxes', {
    address: ADDRESS,
    name: 'IT help',
    record_type: 'incident',
    incoming: { kind: 'lmtp' },
    trust: { authserv_id: AUTHSERV_ID },
  });
  const date = new Date();
  const connect: MailSite['connect'] = () => {
    let client: LmtpClient | undefined;
    const attempt = async (raw: string, from: string): Promise<boolean> => {
      client ??= await LmtpClient.connect(port);
      const { rcpt, data } = await client.send({ from, to: [ADDRESS], raw });
      const [reply = rcpt[0] ?? ''] = data;
      if (reply.startsWith('5')) throw new Error(reply);
      return reply.startsWith('250');
    };
    return {
      deliver: async (n) => {
        const from = senderOf(n);
        const raw = mailOf(n, date);
        for (;;) {
          const began = performance.now();
          const isStored = await attempt(raw, from).catch((error: Error) => {
            if (error.message.startsWith('5')) throw error;
            client?.close();
            client = undefined;
            return false;
          });
          if (isStored) return performance.now() - began;
          await sleep(AGAIN_AFTER_MS);
        }
      },
      close: () => client?.close(),
    };
  };
  return { site, connect };
}
