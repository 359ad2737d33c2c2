// What an administrator may set about mail.
import Type from 'typebox';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Domains whose addresses may be mailed though no user or group has them. */
    mail_domains: string[];
  }
}

export const mailSettings: SettingsSection<'mail_domains'> = {
  defaults: { mail_domains: [] },
  fields: {
    mail_domains: Type.Array(
      Type.String({
        maxLength: 190,
        pattern: '^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$',
        example: 'example.com',
      }),
      {
        maxItems: 100,
        uniqueItems: true,
        description:
          'Domains whose addresses are mailed besides active users and group addresses: exactly these, no subdomains; international ones in ASCII (`xn--…`).',
      },
    ),
  },
  example: { mail_domains: ['example.com'] },
};
