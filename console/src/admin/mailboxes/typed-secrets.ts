// A secret is stored for one server and user. Somebody who corrects those would have to type it again, so the page keeps what was
// typed while the mailbox is open.
import type { MailboxBody } from './mailboxes.body.ts';
import type { TypedSecrets } from './mailboxes.values.ts';

const secrets = new Map<string, TypedSecrets>();

const secretsOf = ({ incoming, outgoing }: Partial<MailboxBody>): TypedSecrets => ({
  ...(incoming?.password !== undefined && { in_password: incoming.password }),
  ...(incoming?.client_secret !== undefined && { in_client_secret: incoming.client_secret }),
  ...(outgoing?.password !== undefined && { out_password: outgoing.password }),
  ...(outgoing?.client_secret !== undefined && { out_client_secret: outgoing.client_secret }),
});

export const typedSecrets = {
  of: (id: string): TypedSecrets | undefined => secrets.get(id),
  keep: (id: string, saved: Partial<MailboxBody>): void => {
    secrets.set(id, { ...secrets.get(id), ...secretsOf(saved) });
  },
  forget: (id: string): void => {
    secrets.delete(id);
  },
};
