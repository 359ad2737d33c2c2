import type { Feature } from '../feature.ts';
import { HOUR } from '../platform/background/schedules.ts';
import { deleteAnswers } from './delivery/answers.sql.ts';
import { receivedMailSettings } from './mail.settings.ts';
import { mailboxRoutes } from './mailboxes/mailboxes.routes.ts';

/** The limit of automatic answers counts those of a day. */
const ANSWER_RETENTION_MS = 2 * 86_400_000;

export const mailFeature: Feature = {
  routes: mailboxRoutes,
  settings: receivedMailSettings,
  schedules: ({ db, now }) => [
    {
      name: 'purge-automatic-answers',
      everySeconds: HOUR,
      run: () => deleteAnswers(db, new Date(now().getTime() - ANSWER_RETENTION_MS)),
    },
  ],
  sealed: [
    { table: 'mailboxes', column: 'outgoing_password' },
    { table: 'reply_keys', column: 'key' },
  ],
};
