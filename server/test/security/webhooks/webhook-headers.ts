// Headers that would impersonate the service, break the message or hide in another spelling are rejected by the API.
// Accepted headers are sent in addition to the service's own, each of which is on the wire exactly once.
import type { Instance } from '../../support/harness.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { type RawReceiver, startRawReceiver } from './raw-receiver.ts';

const RESERVED =
  `host content-length content-type content-encoding transfer-encoding connection keep-alive
  proxy-connection proxy-authorization proxy-authenticate te trailer upgrade expect http2-settings
  x-service-signature x-service-event x-service-delivery x-service-attempt x-service-sequence x-service-event-id
  webhook-id webhook-timestamp webhook-signature x-signalbox-chain`.split(/\s+/);
const BREAKS = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\u2028',
  '\u0085',
  '\x7f',
  '\x1b',
  '\r\n\r\n',
  'é',
  '嘊',
];
const ODD_NAMES = [
  '',
  ' ',
  'a b',
  'a:',
  ':path',
  'a\r\nHost',
  'a\n',
  'ü',
  'a\0',
  '(x)',
  'x,y',
  '"x"',
  'x\t',
];

const anyCase = (random: Random, name: string): string =>
  Array.from(name, (letter) => (random.below(2) ? letter.toUpperCase() : letter)).join('');

/** Returns at least 200 headers. */
function badHeaders(random: Random): Record<string, string>[] {
  return [
    ...RESERVED.flatMap((name) =>
      [name, name.toUpperCase(), anyCase(random, name), ` ${name}`, `${name} `, `${name}\t`].map(
        (one) => ({ [one]: 'x' }),
      ),
    ),
    ...BREAKS.flatMap((text) => [
      { 'x-own': `a${text}X-Service-Signature: forged` },
      { 'x-own': `${text}a` },
      { 'x-own': `a${text}` },
      { [`x-own${text}x`]: 'a' },
    ]),
    ...ODD_NAMES.map((name) => ({ [name]: 'x' })),
    ...RESERVED.slice(0, 3).map((name) => ({ 'x-good': 'y', [anyCase(random, name)]: 'x' })),
    { 'X-Own': 'a', 'x-own': 'b' },
  ];
}

/** Returns the headers that were not rejected. */
async function headersTaken(instance: Instance, all: readonly Record<string, string>[]) {
  const taken: string[] = [];
  for (const headers of all) {
    const { status, text } = await instance.call('POST', '/webhooks/outbound', {
      body: { name: 'x', url: 'https://localhost/', events: ['incident.created'], headers },
    });
    if (status !== 400) taken.push(`${JSON.stringify(headers)}: ${status} ${text}`);
  }
  return taken;
}

/** The owner may set these names, including some that resemble the service's own. */
const GOOD_NAMES =
  `Authorization X-Own x-service X-Services-Signature Signature X-Hub-Signature-256 Accept Cookie x_service_signature
  Webhook X-Webhook-Signature Forwarded X-Forwarded-For Accept-Encoding Range`.split(/\s+/);

/** Each of these is on the wire exactly once. */
const ONCE =
  `host content-length content-type user-agent x-service-signature x-service-event x-service-event-id
  x-service-delivery x-service-attempt x-service-sequence webhook-id webhook-timestamp webhook-signature`.split(
    /\s+/,
  );

/** Returns the faults of one request: own headers missing or duplicated, the owner's headers changed. */
function headFaults([first = '', ...lines]: string[], given: Record<string, string>): string[] {
  const named = lines.map((line) => line.slice(0, line.indexOf(':')).trim().toLowerCase());
  const countOf = (name: string) => named.filter((one) => one === name).length;
  return [
    ...(first === 'POST /hook HTTP/1.1' ? [] : [`the first line is ${first}`]),
    ...ONCE.filter((name) => countOf(name) !== 1).map((name) => `${name}: ${countOf(name)} lines`),
    ...Object.entries(given)
      .filter(([name, value]) => !lines.includes(`${name.toLowerCase()}: ${value}`))
      .map(([name]) => `${name} was not sent as configured`),
    ...(countOf('transfer-encoding') > 0 ? ['two ways to say how long it is'] : []),
  ];
}

/** Sends in all four ways: a delivery, its retry, its replay, a test. */
async function sendAll(instance: Instance, receiver: RawReceiver, random: Random) {
  const headers = Object.fromEntries(
    GOOD_NAMES.map((name) => [anyCase(random, name), `value-${random.below(1e9)}`]),
  );
  const { body } = await instance.call('POST', '/webhooks/outbound', {
    body: { name: 'x', url: receiver.url, events: ['incident.created'], headers },
  });
  receiver.status = 500;
  await instance.call('POST', '/incidents', { body: { short_description: 'x' } });
  await until('the first attempt', () => receiver.heads.length > 0);
  receiver.status = 204;
  const path = `/webhooks/outbound/${body.id}`;
  const findDelivered = () =>
    instance.call('GET', `${path}/deliveries?status=delivered`).then((reply) => reply.body.data[0]);
  const { id } = await until('its retry', findDelivered);
  await instance.call('POST', `/webhooks/deliveries/${id}/replay`);
  const before = receiver.heads.length;
  await until('its replay', () => receiver.heads.length > before);
  await instance.call('POST', `${path}/test`);
  return headers;
}

const WAYS = 4;

/** `instance` has a worker and short delays between attempts. */
export async function proveHeaders(instance: Instance, seed: number): Promise<Report> {
  const random = randomFrom(seed);
  const bad = badHeaders(random);
  const faults = await headersTaken(instance, bad);
  const receiver = await startRawReceiver();
  try {
    const given = await sendAll(instance, receiver, random);
    const { heads } = receiver;
    if (heads.length < WAYS) faults.push(`${heads.length} requests were received`);
    faults.push(...heads.flatMap((head) => headFaults(head, given)));
    const signatures = heads.map(
      (head) => head.filter((line) => /^x-service-signature:/i.test(line)).length,
    );
    const figures = {
      seed,
      refused: bad.length,
      requests: heads.length,
      headerLines: heads.reduce((sum, head) => sum + head.length - 1, 0),
      fewestSignatures: Math.min(...signatures),
      mostSignatures: Math.max(...signatures),
    };
    return { figures, faults };
  } finally {
    receiver.close();
  }
}
