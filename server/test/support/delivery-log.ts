// Records the requests that receivers got: the delivery, its bytes, and whether its signatures are valid.
import { createHash } from 'node:crypto';
import { serviceSignature, standardSignature } from '../../src/webhooks/signing.ts';
import { type ReceivedRequest, type Receiver, type Respond, startReceiver } from './receivers.ts';

interface ReceivedDelivery {
  at: number;
  webhook: string;
  delivery: string;
  event: string;
  type: string;
  record: string;
  sequence: number;
  attempt: number;
  bytes: string;
}

export interface DeliveryLog {
  all: ReceivedDelivery[];
  urlOf: (name: string) => string;
  /** Maps the name in the URL to secrets; a signature is valid if one of them made it. */
  secrets: Map<string, string[]>;
  unverifiable: string[];
  receiver: Receiver;
}

const text = (value: string | string[] | undefined): string => String(value ?? '');

/** Verifies the standard header or the service's own, with any of the secrets. */
function isVerified({ headers, body }: ReceivedRequest, secrets: readonly string[]): boolean {
  const id = text(headers['webhook-id']);
  const timestamp = Number(headers['webhook-timestamp']);
  const standard = text(headers['webhook-signature']).split(' ');
  const isStandard = (secret: string) =>
    standard.includes(standardSignature(secret, id, timestamp, body));
  const isServices = (secret: string) =>
    serviceSignature(secret, body) === headers['x-service-signature'];
  return secrets.some(isStandard) && secrets.some(isServices);
}

/** Starts a receiver that records each request and leaves the response to `respond`. */
export async function startDeliveryLog(respond: Respond): Promise<DeliveryLog> {
  const receiver = await startReceiver((received, response) => {
    const { headers, body, at, path } = received;
    const webhook = path.slice(1);
    const delivery = text(headers['x-service-delivery']);
    log.all.push({
      at,
      webhook,
      delivery,
      event: text(headers['x-service-event-id']),
      type: text(headers['x-service-event']),
      record: JSON.parse(body.toString()).data.id,
      sequence: Number(headers['x-service-sequence']),
      attempt: Number(headers['x-service-attempt']),
      bytes: createHash('sha1').update(body).digest('base64'),
    });
    if (!isVerified(received, log.secrets.get(webhook) ?? [])) log.unverifiable.push(delivery);
    receiver.received.length = 0;
    respond(received, response);
  });
  const log: DeliveryLog = {
    all: [],
    urlOf: (name) => receiver.url.replace('/hook', `/${name}`),
    secrets: new Map(),
    unverifiable: [],
    receiver,
  };
  return log;
}

/** Returns first attempts of a record out of order, differing bytes, and more than five attempts. */
export function deliveryFaults({ all, unverifiable }: DeliveryLog): string[] {
  const faults = unverifiable.map((id) => `${id}: no secret verifies the signature`);
  const last = new Map<string, number>();
  const bytes = new Map<string, string>();
  for (const { webhook, delivery, record, sequence, attempt, bytes: seen } of all) {
    if (attempt > 5) faults.push(`${delivery}: attempt ${attempt}`);
    const before = bytes.get(delivery);
    if (before !== undefined && before !== seen)
      faults.push(`${delivery}: a retry sent different bytes`);
    if (before !== undefined) continue;
    bytes.set(delivery, seen);
    // If its first attempt never arrived, the first one seen is a retry, and retries are not ordered.
    if (attempt > 1) continue;
    const line = `${webhook} ${record}`;
    const newest = last.get(line) ?? 0;
    if (sequence < newest)
      faults.push(`${line}: sequence ${sequence} was first attempted after ${newest}`);
    last.set(line, Math.max(newest, sequence));
  }
  return faults;
}
