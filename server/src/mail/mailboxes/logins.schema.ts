// A mailbox signs in to mail servers in the same way to receive mail and to send it: with a password, or with an access token.
import Type, { type Static } from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** The description of each port and of `security` says what is used without it. */
interface Defaults {
  port: number;
  security: 'tls' | 'starttls';
}

export const loginFields = ({ port, security }: Defaults) => ({
  host: Type.Optional(
    Type.String({
      maxLength: 253,
      pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
      description: 'Mail server. Required where a server is named, as is `user`.',
    }),
  ),
  port: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: `Default: ${port}.` }),
  ),
  security: Type.Optional(
    oneOf(['starttls', 'tls'], {
      description: `tls: from the first byte. starttls: the server must offer it. Default: ${security}.`,
    }),
  ),
  user: text(254, 'The user that signs in, most often the address of the mailbox.'),
  auth: Type.Optional(
    oneOf(['password', 'oauth'], {
      description:
        'password: with `password`, the default. oauth: with an access token (XOAUTH2), which is obtained for `client_id` and `client_secret` (client credentials).',
    }),
  ),
  token_url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Issues the access tokens; begins with https://. Required with `oauth`.',
    }),
  ),
  client_id: text(500, 'Required with `oauth`.'),
  scope: text(1000, 'Permissions that are requested with the token, as the provider names them.'),
});

const secret = (maxLength: number, when: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength,
      description: `Stored encrypted, and never returned. Required ${when} for a new server or user.`,
    }),
  );

export const loginSecrets = {
  password: secret(500, 'with `password`'),
  client_secret: secret(1000, 'with `oauth`'),
};

const Login = object(loginFields({ port: 993, security: 'tls' }));
export type Login = Static<typeof Login>;
export type LoginInput = Login & { password?: string; client_secret?: string };
