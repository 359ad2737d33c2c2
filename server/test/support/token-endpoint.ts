// Issues the access tokens of mail servers by HTTPS, which the identity provider of an instance does not speak in tests.
import type { Instance, Json } from './harness.ts';
import { startReceiver } from './receivers.ts';

interface TokenEndpoint {
  url: string;
  requests: number;
  issued: string[];
  /** Replaces the token of one response. */
  next: string | undefined;
  close: () => Promise<void>;
}

interface Issuer extends Pick<Instance, 'mint'> {
  url: string;
}

/** The lifetime of the provider's tokens is fixed, so others are signed with its key. */
async function shorten({ mint }: Issuer, reply: Json, email: string, seconds: number) {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  reply.access_token = await mint({ email, exp });
  reply.expires_in = seconds;
}

/** Passes requests on to the identity provider. With `life`, its tokens expire as soon. */
export async function startTokenEndpoint(
  issuer: Issuer,
  life?: { email: string; seconds: number },
): Promise<TokenEndpoint> {
  const endpoint = { requests: 0, issued: [] as string[], next: undefined as string | undefined };
  const receiver = await startReceiver(async ({ body }, response) => {
    endpoint.requests += 1;
    const given = await fetch(`${issuer.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(body.toString()),
    });
    const reply = (await given.json()) as Json;
    if (reply.access_token) {
      if (life) await shorten(issuer, reply, life.email, life.seconds);
      reply.access_token = endpoint.next ?? reply.access_token;
      endpoint.next = undefined;
      endpoint.issued.push(reply.access_token);
    }
    response.writeHead(given.status).end(JSON.stringify(reply));
  });
  return Object.assign(endpoint, { url: receiver.url, close: receiver.close });
}
