// Starts Dovecot's submission service, which accepts access tokens (XOAUTH2) and relays mail to another server;
// tools/deploy-tools.sh installs it.
import { freePort } from '../ports.ts';
import { type DovecotOptions, type DovecotServer, startDovecot } from './server.ts';
import { type TokenIssuer, tokenSettings, writeKeys } from './tokens.ts';

interface SubmissionOptions extends Pick<DovecotOptions, 'tls'> {
  tokens: TokenIssuer;
  relayPort: string;
}

export interface Submission extends Pick<DovecotServer, 'version' | 'log' | 'stop'> {
  /** TLS begins with STARTTLS at this port. */
  port: string;
  /** TLS begins with the first byte at this port. */
  tlsPort: string;
}

const settingsOf = (
  relayPort: string,
  { port, tlsPort }: Pick<Submission, 'port' | 'tlsPort'>,
): string => `
protocols = submission
auth_mechanisms = xoauth2
submission_relay_host = 127.0.0.1
submission_relay_port = ${relayPort}
service submission-login {
  inet_listener submission {
    port = ${port}
  }
  inet_listener submissions {
    port = ${tlsPort}
    ssl = yes
  }
}
`;

export async function startSubmission({
  tokens,
  relayPort,
  tls,
}: SubmissionOptions): Promise<Submission> {
  const ports = { port: await freePort(), tlsPort: await freePort() };
  const server = await startDovecot({
    port: ports.port,
    tls,
    settings: (folder) => tokenSettings(folder, tokens) + settingsOf(relayPort, ports),
    prepare: (folder) => writeKeys(folder, tokens),
  });
  return { ...ports, ...server };
}
