// Reports of mail that could not be delivered name the mail by its Message-ID, which only its recipient and our mail server
// know.
import { recordReturnedMail } from '../../notifications/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { ParsedMail } from '../text/parse/parsed-mail.ts';

const MAX_COUNTED = 10;

/** A mail with a secret link has the number of the attempt behind its id. */
const mailIdIn = (messageId: string, host: string): string | undefined => {
  const [, id, domain] = /^<(mail_[0-9a-f]{32})(?:\.\d+)?@([^@<>]+)>$/.exec(messageId) ?? [];
  return domain?.toLowerCase() === host ? id : undefined;
};

export async function countReturnedMail(
  tx: Tx,
  { config, now }: Deps,
  { classification: { bounce } }: Pick<ParsedMail, 'classification'>,
): Promise<void> {
  const host = new URL(config.BASE_URL).hostname;
  const mailId = bounce?.originalMessageId && mailIdIn(bounce.originalMessageId, host);
  if (!bounce || !mailId) return;
  const failed = bounce.recipients.filter(({ isPermanent }) => isPermanent);
  for (const { address } of failed.slice(0, MAX_COUNTED))
    await recordReturnedMail(tx, { mailId, address, at: now() });
}
