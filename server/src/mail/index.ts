import type { Feature } from '../feature.ts';
import { mailboxRoutes } from './mailboxes/mailboxes.routes.ts';

export const mailFeature: Feature = {
  routes: mailboxRoutes,
  sealed: [
    { table: 'mailboxes', column: 'outgoing_password' },
    { table: 'reply_keys', column: 'key' },
  ],
};
