// One attempt: the stored bytes, signed and posted, and what came of it in words a person understands.
import { STATUS_CODES } from 'node:http';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { Response } from '../../platform/net/egress.ts';
import { serviceSignature, standardSignature } from '../signing.ts';
import { concealing, masked } from './outbound.headers.ts';
import { headersOf, secretsOf } from './outbound.secrets.ts';
import type { WebhookRow } from './outbound.sql.ts';
import { maskedUrl } from './outbound.url.ts';

/** A webhook with what is sealed in its row opened. */
export interface Target extends Pick<
  WebhookRow,
  'id' | 'url' | 'timeout_seconds' | 'sign_payloads'
> {
  headers: Record<string, string>;
  secrets: (now: Date) => string[];
  /** Takes the values of its headers, and the parts of its url that may be a credential, out of what a receiver says. */
  conceal: (text: string) => string;
}

export function targetOf({ secretKey }: Deps, row: WebhookRow): Target {
  const headers = headersOf(secretKey, row);
  return {
    id: row.id,
    url: row.url,
    timeout_seconds: row.timeout_seconds,
    sign_payloads: row.sign_payloads,
    headers,
    secrets: secretsOf(secretKey, row),
    conceal: concealing(headers, row.url),
  };
}

export interface Message {
  id: string;
  event_id: string;
  event: string;
  sequence: number;
  body: Buffer;
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

const ourHeaders = (target: Target, message: Message, number: number, now: Date) => ({
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
  'The certificate of the receiver is not signed by an authority that is trusted here. Give the receiver one that is, or let the operator name its authority with EGRESS_CA_FILE.';
const UNKNOWN_NAME: Explain = (_, { url }) => `The name ${new URL(url).hostname} is not known.`;
const CLOSED: Explain = () => 'The receiver closed the connection before it answered.';
const UNREACHABLE: Explain = (_, { url }) => `There is no way to ${new URL(url).host}.`;

/** By the code of the error. */
const explanations: Record<string, Explain> = {
  REFUSED_ADDRESS: ({ message }) =>
    `${message} Deliveries go to public addresses only; the operator can admit others with EGRESS_ALLOW.`,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: () => 'The certificate of the receiver has expired.',
  CERT_NOT_YET_VALID: () => 'The certificate of the receiver is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: (_, { url }) =>
    `The certificate of the receiver is for another name than ${new URL(url).hostname}.`,
  EPROTO: () => 'The receiver does not speak TLS on this port.',
  ENOTFOUND: UNKNOWN_NAME,
  ENODATA: UNKNOWN_NAME,
  ESERVFAIL: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  ETIMEOUT: () => 'The name of the receiver could not be resolved in time.',
  ECONNREFUSED: (_, { url }) => `Nothing listens at ${new URL(url).host}.`,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_CONNECT_TIMEOUT: () => 'The receiver did not take the connection within 10 seconds.',
  UND_ERR_HEADERS_OVERFLOW: () => 'The headers of the answer are longer than 16 kB.',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
};

function explainError(error: Error & { code?: string | number }, target: Target): string {
  if (error.name === 'TimeoutError') {
    return `The receiver did not answer within ${target.timeout_seconds} seconds.`;
  }
  const code = String(error.code ?? '');
  const known =
    explanations[code] ?? (code.startsWith('ERR_SSL_') ? explanations['EPROTO'] : undefined);
  return known?.(error, target) ?? `The attempt failed: ${code || error.name}.`;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Without path and query: the reason is logged, and the new url may be a credential as well. */
const redirectOf = ({ location }: Record<string, string>): string =>
  location === undefined ? 'nowhere' : maskedUrl(location);

function explainStatus({ status, headers }: Response): string {
  const words = `The receiver answered ${status}${STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : ''}`;
  return status >= 300 && status < 400
    ? `${words}, a redirect to ${redirectOf(headers)}; redirects are not followed. Give the webhook the final address.`
    : `${words}; only 2xx means that it has the event.`;
}

/** PostgreSQL holds no NUL in text, and a cut may have split a character. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

const storedResponse = ({ headers, body, isTruncated }: Response, { conceal }: Target) => ({
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, storable(conceal(value)).slice(0, 2048)]),
  ),
  body: storable(conceal(body)),
  body_truncated: isTruncated,
});

export async function attempt(
  deps: Deps,
  target: Target,
  message: Message,
  number: number,
): Promise<Outcome> {
  const started = deps.now();
  const begun = performance.now();
  const ours = ourHeaders(target, message, number, started);
  const { url, timeout_seconds } = target;
  let response: Response | undefined;
  let error: string | null = null;
  try {
    response = await deps.egress.post({
      url,
      headers: { ...target.headers, ...ours },
      body: message.body,
      timeoutMs: timeout_seconds * 1000,
    });
    if (!isSuccess(response.status)) error = explainStatus(response);
  } catch (failed) {
    error = explainError(failed as Error, target);
  }
  const duration_ms = Math.round(performance.now() - begun);
  return {
    number,
    started_at: started.toISOString(),
    ended: new Date(started.getTime() + duration_ms),
    duration_ms,
    is_delivered: error === null,
    status_code: response?.status ?? null,
    error: error === null ? null : storable(target.conceal(error)).slice(0, 1000),
    request: { method: 'POST', url, headers: { ...masked(target.headers), ...ours } },
    response: response ? storedResponse(response, target) : null,
  };
}
