import type { Feature } from '../feature.ts';
import { mailboxRoutes } from './mailboxes/mailboxes.routes.ts';
import { recordMailOrigins } from './replies/mail-origins.ts';

export const mailFeature: Feature = {
  routes: mailboxRoutes,
  mailOrigins: recordMailOrigins,
  sealed: [
    { table: 'mailboxes', column: 'outgoing_password' },
    { table: 'reply_keys', column: 'key' },
  ],
};
