// Webhook receivers of tests are real HTTPS servers, with certificates of an authority created here.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Benchmarks are outside the server's package, so they import undici from here. */
export { Agent, request } from 'undici';

/** Splits the line at spaces: no path in it has any. */
const openssl = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'pipe' });

/** Issues a certificate for these names, by an authority whose own certificate is in `caFile`. */
export function makeAuthority(names = 'DNS:localhost,IP:127.0.0.1') {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-ca-'));
  const at = (name: string) => join(folder, name);
  const ec = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  const [ca, caKey] = [at('ca.pem'), at('ca.key')];
  openssl(`req -x509 ${ec} -days 30 -subj /CN=authority -keyout ${caKey} -out ${ca}`);
  openssl(`req ${ec} -subj /CN=receiver -keyout ${at('key.pem')} -out ${at('csr.pem')}`);
  writeFileSync(at('names'), `subjectAltName=${names}`);
  openssl(
    `x509 -req -days 30 -in ${at('csr.pem')} -out ${at('cert.pem')} -CA ${ca} -CAkey ${caKey} -CAcreateserial -extfile ${at('names')}`,
  );
  return {
    ca: readFileSync(at('ca.pem')),
    caFile: at('ca.pem'),
    keyFile: at('key.pem'),
    certFile: at('cert.pem'),
    key: readFileSync(at('key.pem')),
    cert: readFileSync(at('cert.pem')),
  };
}
export type Authority = ReturnType<typeof makeAuthority>;

let shared: Authority | undefined;
/** All tests of a process share one authority. */
export const authority = (): Authority => (shared ??= makeAuthority());

export interface ReceivedRequest {
  at: number;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Respond = (received: ReceivedRequest, response: ServerResponse) => void;

export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Responds to the next requests, with 204 by default; a test may replace it. */
  respond: Respond;
  close: () => Promise<void>;
}

export const respondWith =
  (status: number, body = '', headers = {}): Respond =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

export async function startReceiver(
  respond: Respond = respondWith(204),
  { key, cert }: Pick<Authority, 'key' | 'cert'> = authority(),
): Promise<Receiver> {
  const server = createServer({ key, cert }, (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        at: Date.now(),
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
      };
      receiver.received.push(received);
      receiver.respond(received, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `https://localhost:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    respond,
    close: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Lets a process reach the receivers and trust their certificates. */
export const receiverEnv = () => ({
  EGRESS_ALLOW: 'localhost,127.0.0.1',
  EGRESS_CA_FILE: authority().caFile,
});
