import Type from 'typebox';
import type { SettingsSection } from '../../platform/runtime/settings.ts';

declare module '../../platform/runtime/settings.ts' {
  interface Settings {
    /** Mail to these domains is allowed in addition to users and groups. */
    mail_domains: string[];
    /** The requester of an incident gets mail about it. */
    requester_mail: boolean;
  }
}

const requester_mail = Type.Boolean({
  description:
    'Whether the requester of an incident gets mail when it is answered, waits for the requester or is resolved. Notifications in the API are created regardless.',
});

export const mailSettings: SettingsSection<'mail_domains' | 'requester_mail'> = {
  defaults: { mail_domains: [], requester_mail: true },
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
          'Domains to which mail is sent in addition to active users and group addresses. Subdomains are not included; write international domains in ASCII (`xn--…`).',
      },
    ),
    requester_mail,
  },
  example: { mail_domains: ['example.com'], requester_mail: true },
  choices: {
    requester_mail: {
      schema: requester_mail,
      example: true,
      of: (settings) => settings.requester_mail,
    },
  },
};
