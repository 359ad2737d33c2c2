// Headers that would speak for the service, break the message or hide in another spelling: each is refused at the door.
import type { Instance } from '../../server/test/harness.ts';
import type { Random } from '../support/random.ts';

const RESERVED =
  `host content-length content-type content-encoding transfer-encoding connection keep-alive
  proxy-connection proxy-authorization proxy-authenticate te trailer upgrade expect http2-settings
  x-service-signature x-service-event x-service-delivery x-service-attempt x-service-sequence x-service-event-id
  webhook-id webhook-timestamp webhook-signature`.split(/\s+/);
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
  name.replace(/[a-z]/g, (letter) => (random.below(2) ? letter.toUpperCase() : letter));

/** At least 200. */
export function badHeaders(random: Random): Record<string, string>[] {
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

/** What was not refused. */
export async function headersTaken(desk: Instance, random: Random) {
  const all = badHeaders(random);
  const taken: string[] = [];
  for (const headers of all) {
    const { status } = await desk.call('POST', '/webhooks/outbound', {
      body: { name: 'x', url: 'https://localhost/', events: ['incident.created'], headers },
    });
    if (status !== 400) taken.push(`${JSON.stringify(headers)}: ${status}`);
  }
  return { cases: all.length, taken };
}
