// A person's mail program, which reads, moves and deletes mails of an inbox that the service reads, too.
import { ImapFlow } from 'imapflow';
import { authority } from '../receivers.ts';
import type { ImapServer } from './imap.ts';

interface ListedMail {
  uid: number;
  messageId: string;
  flags: Set<string>;
}

export interface OtherClient {
  /** Returns the mails from this UID on. */
  list: (folder: string, from?: number) => Promise<ListedMail[]>;
  createFolder: (folder: string) => Promise<void>;
  /** The following take the UIDs of mails in the inbox. */
  flag: (uids: readonly number[], flags: string[]) => Promise<void>;
  move: (uids: readonly number[], folder: string) => Promise<void>;
  remove: (uids: readonly number[]) => Promise<void>;
  close: () => void;
}

export async function connectOtherClient(
  { tlsPort }: Pick<ImapServer, 'tlsPort'>,
  user: string,
  pass: string,
): Promise<OtherClient> {
  const client = new ImapFlow({
    host: 'localhost',
    port: Number(tlsPort),
    secure: true,
    auth: { user, pass },
    tls: { ca: authority().ca },
    logger: false,
  });
  // Its connection may be lost while no command waits for a response.
  client.on('error', () => {});
  await client.connect();
  const inInbox = async (uids: readonly number[], act: (range: string) => Promise<unknown>) => {
    await client.mailboxOpen('INBOX');
    if (uids.length > 0 && (await act(uids.join(','))) === false)
      throw new Error('The server refused a command of the other client');
  };
  return {
    list: async (folder, from = 1) => {
      const { exists } = await client.mailboxOpen(folder);
      if (exists === 0) return [];
      const query = { uid: true, flags: true, envelope: true };
      const found = await client.fetchAll(`${from}:*`, query, { uid: true });
      // The server also reports flags that have changed meanwhile.
      return found.flatMap(({ uid, flags = new Set(), envelope }) =>
        // The last mail matches `from:*` even if its UID is less.
        envelope && uid >= from ? [{ uid, messageId: envelope.messageId ?? '', flags }] : [],
      );
    },
    createFolder: async (folder) => void (await client.mailboxCreate(folder)),
    flag: (uids, flags) =>
      inInbox(uids, (range) => client.messageFlagsAdd(range, flags, { uid: true })),
    move: (uids, folder) =>
      inInbox(uids, (range) => client.messageMove(range, folder, { uid: true })),
    remove: (uids) => inInbox(uids, (range) => client.messageDelete(range, { uid: true })),
    close: () => client.close(),
  };
}
