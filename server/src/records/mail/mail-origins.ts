// One feature knows the mailboxes from which mails about records are sent, and where replies to them arrive. The feature
// that sends the mails does not depend on it.
import type { Egress } from '../../platform/net/egress.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { Registry } from '../../platform/runtime/registry.ts';
import type { AnyRecordType } from '../record-type.ts';

/** A reply becomes a public note, or a note of the team. */
export type ReplyKind = 'public' | 'team';

export interface MailOrigin {
  mailboxId: string;
  from: { name: string; address: string };
  server: Pick<Deps, 'config' | 'clientTokens' | 'rereadSecrets'> & { connect?: Egress['connect'] };
  /** Only a reply of this recipient is accepted at the address. */
  replyTo: (recipient: string, kind: ReplyKind) => string;
}

interface RecordReference {
  type: AnyRecordType['type'];
  id: string;
}

export interface MailOrigins {
  /** Returns undefined if no mailbox sends the mails about the record. */
  find: (deps: Deps, record: RecordReference) => Promise<MailOrigin | undefined>;
  /** A reply that names the Message-ID leads back to the record. */
  remember: (
    tx: Tx,
    recordId: string,
    messageIds: readonly string[],
    mailboxId: string | null,
  ) => Promise<void>;
}

const offered = new Registry<'origins', MailOrigins>('origins of mails');

export const offerMailOrigins = (origins: MailOrigins | undefined): void =>
  offered.set(origins ? [['origins', origins]] : []);

const NONE: MailOrigins = { find: async () => undefined, remember: async () => {} };

export const mailOrigins = (): MailOrigins => offered.get('origins') ?? NONE;
