import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** A verified sender whom nobody knows becomes a requester. */
    mail_new_requesters: boolean;
  }
}

export const receivedMailSettings: SettingsSection<'mail_new_requesters'> = {
  defaults: { mail_new_requesters: true },
  fields: {
    mail_new_requesters: Type.Boolean({
      description:
        'Whether a verified mail of somebody unknown makes them a user with the role `requester`. Otherwise it is held with the cause `unknown_sender`.',
    }),
  },
  example: { mail_new_requesters: true },
};
