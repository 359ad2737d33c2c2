// An attempt signs and posts the stored bytes, and explains a failure in plain text.
import { STATUS_CODES } from 'node:http';
import type { ChainLink } from '../../platform/context.ts';
import { CHAIN_HEADER, writeChain } from '../../platform/http/request/rule-chain.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Response } from '../../platform/net/egress.ts';
import { serviceSignature, standardSignature } from '../signing.ts';
import { credentialMasker, maskValues } from './outbound.headers.ts';
import { headersOf, secretsOf } from './outbound.secrets.ts';
import type { WebhookRow } from './outbound.sql.ts';
import { maskedUrl } from './outbound.url.ts';
import { readTraceparent, traceparentOf } from '../../platform/tracing/trace-context.ts';
import { cut, toStorable, countOf } from '../../platform/text.ts';

/** A target has the encrypted columns of its webhook decrypted. */
export interface Target extends Pick<
  WebhookRow,
  'id' | 'url' | 'timeout_seconds' | 'sign_payloads'
> {
  headers: Record<string, string>;
  secrets: (now: Date) => string[];
  /** Masks header values, and parts of the URL that may be a credential, in responses and errors. */
  mask: (text: string) => string;
}

export function targetOf({ keys }: Deps, row: WebhookRow): Target {
  const headers = headersOf(keys, row);
  return {
    id: row.id,
    url: row.url,
    timeout_seconds: row.timeout_seconds,
    sign_payloads: row.sign_payloads,
    headers,
    secrets: secretsOf(keys, row),
    mask: credentialMasker(headers, row.url),
  };
}

export interface Message {
  id: string;
  event_id: string;
  event: string;
  sequence: number;
  body: Buffer;
  /** The trace begins with the request that caused the event. */
  traceparent?: string | null;
  /** Rules ran in these writes, which led to the event. */
  chain?: readonly ChainLink[] | null;
}

export interface Outcome {
  number: number;
  started_at: string;
  ended: Date;
  duration_ms: number;
  is_delivered: boolean;
  status_code: number | null;
  error: string | null;
  request: { method: 'POST'; url: string; headers: Record<string, string> };
  response: { headers: Record<string, string>; body: string; body_truncated: boolean } | null;
  /** The id is undefined if there is no trace. */
  traceId: string | undefined;
}

function signatures({ secrets, sign_payloads }: Target, message: Message, now: Date) {
  const all = sign_payloads ? secrets(now) : [];
  const [newest] = all;
  if (newest === undefined) return {};
  const timestamp = Math.floor(now.getTime() / 1000);
  const standard = all.map((one) =>
    standardSignature(one, message.event_id, timestamp, message.body),
  );
  return {
    'x-service-signature': serviceSignature(newest, message.body),
    'webhook-id': message.event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standard.join(' '),
  };
}

const serviceHeaders = (target: Target, message: Message, number: number, now: Date) => ({
  'content-type': 'application/json',
  'user-agent': 'Signalbox-Webhooks',
  'x-service-event': message.event,
  'x-service-event-id': message.event_id,
  'x-service-delivery': message.id,
  'x-service-attempt': String(number),
  'x-service-sequence': String(message.sequence),
  ...signatures(target, message, now),
});

type Explain = (error: Error, target: Target) => string;

const UNTRUSTED: Explain = () =>
  'The certificate of the receiver is not signed by an authority that is trusted here. Use a certificate of a public authority, or ask the operator to add its authority with CA_FILE.';
const UNKNOWN_NAME: Explain = (_, { url }) =>
  `The host name ${new URL(url).hostname} could not be resolved.`;
const CLOSED: Explain = () => 'The receiver closed the connection before it responded.';
const UNREACHABLE: Explain = (_, { url }) => `There is no route to ${new URL(url).host}.`;

const explanationByCode: Record<string, Explain> = {
  REFUSED_ADDRESS: ({ message }) =>
    `${message} Deliveries are sent to public addresses only; the operator can allow others with EGRESS_ALLOW.`,
  PROXY_FAILED: ({ message }) => `${message} Ask the operator whether the proxy may connect there.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: () => 'The certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: () => 'The certificate of the receiver is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: (_, { url }) =>
    `The certificate of the receiver is not valid for the host name ${new URL(url).hostname}.`,
  EPROTO: () => 'The receiver does not speak TLS on this port.',
  ENOTFOUND: UNKNOWN_NAME,
  ENODATA: UNKNOWN_NAME,
  ESERVFAIL: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  ETIMEOUT: () => 'The host name of the receiver could not be resolved in time.',
  ECONNREFUSED: (_, { url }) => `Nothing listens at ${new URL(url).host}.`,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_CONNECT_TIMEOUT: () => 'The receiver did not accept the connection within 10 seconds.',
  UND_ERR_HEADERS_OVERFLOW: () => 'The headers of the response are longer than 16 kB.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
};

function explainError(error: Error & { code?: string | number }, target: Target): string {
  if (error.name === 'TimeoutError') {
    return `The receiver did not respond within ${countOf(target.timeout_seconds, 'second')}.`;
  }
  if (error instanceof Interrupted)
    return 'The receiver had not responded when the service was stopped.';
  const code = String(error.code ?? '');
  const known =
    explanationByCode[code] ??
    (code.startsWith('ERR_SSL_') ? explanationByCode['EPROTO'] : undefined);
  return known?.(error, target) ?? `The attempt failed: ${code || error.name}.`;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Omits path and query: the reason is logged, and the new URL may contain a credential. */
const redirectOf = ({ location }: Record<string, string>): string =>
  location === undefined ? 'an unknown location' : maskedUrl(location);

function explainStatus({ status, headers }: Response): string {
  const words = `The receiver responded ${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`;
  return status >= 300 && status < 400
    ? `${words}, a redirect to ${redirectOf(headers)}; redirects are not followed. Set the webhook's URL to the final address.`
    : `${words}; only a 2xx response confirms receipt.`;
}

const storedResponse = ({ headers, body, isTruncated }: Response, { mask }: Target) => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, cut(toStorable(mask(value)), 2048)]),
  ),
  body: toStorable(mask(body)),
  body_truncated: isTruncated,
});

/** Secrets that another key sealed cost an attempt: otherwise the delivery would be repeated for ever. */
export const decryptionFailure = ({ now }: Deps, url: string, number: number): Outcome => ({
  number,
  started_at: now().toISOString(),
  ended: now(),
  duration_ms: 0,
  is_delivered: false,
  status_code: null,
  error:
    'The secrets of this webhook were encrypted with another ENCRYPTION_KEY, so nothing was sent. Ask the operator to restore that key or to run `admin rekey`.',
  request: { method: 'POST', url, headers: {} },
  response: null,
  traceId: undefined,
});

/** A signal that interrupts attempts because the process stops has this reason. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

export async function attempt(
  deps: Deps,
  target: Target,
  message: Message,
  number: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const started = deps.now();
  const startedMs = performance.now();
  const span = deps.tracer.start(readTraceparent(message.traceparent));
  const chain = writeChain(message.chain, deps.keys.current.ruleChain);
  const ours = {
    ...serviceHeaders(target, message, number, started),
    ...(span && { traceparent: traceparentOf(span.context) }),
    ...(chain !== undefined && { [CHAIN_HEADER]: chain }),
  };
  const { url, timeout_seconds } = target;
  let response: Response | undefined;
  let error: string | null = null;
  try {
    response = await deps.egress.post({
      url,
      headers: { ...target.headers, ...ours },
      body: message.body,
      timeoutMs: timeout_seconds * 1000,
      ...(signal && { signal }),
    });
    if (!isSuccess(response.status)) error = explainStatus(response);
  } catch (failure) {
    error = explainError(failure as Error, target);
  }
  const duration_ms = Math.round(performance.now() - startedMs);
  span?.end(() => ({
    name: `deliver ${message.event}`,
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(url).hostname,
      'http.response.status_code': response?.status,
      'http.request.resend_count': number - 1,
      'signalbox.delivery_id': message.id,
      'signalbox.event_id': message.event_id,
      'signalbox.webhook_id': target.id,
    },
    error: error === null ? undefined : target.mask(error),
  }));
  return {
    number,
    started_at: started.toISOString(),
    ended: new Date(started.getTime() + duration_ms),
    duration_ms,
    is_delivered: error === null,
    status_code: response?.status ?? null,
    error: error === null ? null : cut(toStorable(target.mask(error)), 1000),
    request: { method: 'POST', url, headers: { ...maskValues(target.headers), ...ours } },
    response: response ? storedResponse(response, target) : null,
    traceId: span?.context.traceId,
  };
}
