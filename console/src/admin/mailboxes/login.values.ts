// A login to a mail server, as the form of a mailbox has it.
/** The first three are read by IMAP, too; `imap` is any other server. */
export type Provider = 'microsoft' | 'google' | 'zoho' | 'imap' | 'lmtp' | 'api';

/** The password or the client secret is empty if it was not typed in this form. */
export interface LoginValues {
  host: string;
  port: string;
  security: 'tls' | 'starttls';
  user: string;
  auth: 'password' | 'oauth';
  password: string;
  token_url: string;
  client_id: string;
  client_secret: string;
  scope: string;
}

export const blankLogin: LoginValues = {
  host: '',
  port: '',
  security: 'tls',
  user: '',
  auth: 'password',
  password: '',
  token_url: '',
  client_id: '',
  client_secret: '',
  scope: '',
};
