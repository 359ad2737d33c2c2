import type { Feature } from '../feature.ts';
import { HOUR } from '../platform/background/schedules.ts';
import { deleteAnswers } from './delivery/answers.sql.ts';
import { receivedMailSettings } from './mail.settings.ts';
import { mailboxRoutes } from './mailboxes/mailboxes.routes.ts';
import type { startReaders } from './imap/readers.ts';
import type { processMessage as process } from './messages/messages.process.ts';
import { purgeExpiredMessages } from './messages/messages.purge.ts';
import { messageRoutes } from './messages/messages.routes.ts';
import { MESSAGE_JOB } from './messages/messages.sql.ts';
import type { startLmtp as start } from './receive/lmtp.ts';
import { recordMailOrigins } from './replies/mail-origins.ts';
import { replyKeyCommands } from './replies/reply-keys.admin.ts';

export { oldestReceivedSeconds } from './messages/messages.sql.ts';
export { failingSeconds, type WatchedMailbox, watchMailboxes } from './mailboxes/watch.ts';
export { NO_READER } from './mailboxes/health.ts';
export { stopMailParsing } from './messages/process-parts.ts';

/** The library is imported on demand: most processes receive no mail. */
export const startLmtp = async (...given: Parameters<typeof start>): ReturnType<typeof start> =>
  (await import('./receive/lmtp.ts')).startLmtp(...given);

/** The library that verifies signatures is imported on demand, too. */
const processMessage = async (...given: Parameters<typeof process>): ReturnType<typeof process> =>
  (await import('./messages/messages.process.ts')).processMessage(...given);

/** Mailboxes are read until the process stops. The library for IMAP is imported on demand, too. */
export const startMailReaders = async (
  ...given: Parameters<typeof startReaders>
): Promise<ReturnType<typeof startReaders>> =>
  (await import('./imap/readers.ts')).startReaders(...given);

/** The limit of automatic answers counts those of a day. */
const ANSWER_RETENTION_MS = 2 * 86_400_000;

export const mailFeature: Feature = {
  routes: [...mailboxRoutes, ...messageRoutes],
  settings: receivedMailSettings,
  mailOrigins: recordMailOrigins,
  commands: replyKeyCommands,
  sealed: [
    { table: 'mailboxes', column: 'incoming_secret' },
    { table: 'mailboxes', column: 'outgoing_password' },
    { table: 'reply_keys', column: 'key' },
  ],
  jobs: { [MESSAGE_JOB]: processMessage },
  schedules: (deps) => [
    { name: 'purge-messages', everySeconds: HOUR, run: () => purgeExpiredMessages(deps) },
    {
      name: 'purge-automatic-answers',
      everySeconds: HOUR,
      run: () => deleteAnswers(deps.db, new Date(deps.now().getTime() - ANSWER_RETENTION_MS)),
    },
  ],
};
