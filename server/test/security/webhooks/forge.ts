// No event is accepted whose signature, body or encoding is forged in any way we could think of.
import { createHmac, hash } from 'node:crypto';
import { startInstance } from '../../support/harness.ts';
import { standardSignature } from '../../../src/webhooks/signing.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { inParallel, keepAliveAgent, post, signature } from '../../support/senders.ts';

export interface ForgeOptions {
  forgeries: number;
  seed: number;
}

interface Genuine {
  secret: string;
  body: Buffer;
  id: string;
  at: number;
}

interface Forged {
  headers: Record<string, string | string[]>;
  body: Buffer;
}

const SENDERS = 16;

const hmac = (algorithm: string, key: string | Buffer, body: Buffer) =>
  createHmac(algorithm, key).update(body).digest();

const flipBit = (random: Random, bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  const at = random.below(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  return copy;
};

const changeOne = (random: Random, text: string): string => {
  const at = random.below(text.length);
  const other = random.pick('0123456789abcdef'.split('').filter((one) => one !== text[at]));
  return text.slice(0, at) + other + text.slice(at + 1);
};

const simple = (random: Random): string =>
  random.pick(['x-service-signature', 'x-hub-signature-256']);
const right = ({ secret, body }: Genuine): string => signature(secret, body);
const key = ({ secret }: Genuine): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');

const standard = (
  { secret, body, id, at }: Genuine,
  change: Partial<Record<string, string>> = {},
) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at),
  'webhook-signature': standardSignature(secret, id, at, body),
  ...(change as Record<string, string>),
});

type Forge = (random: Random, genuine: Genuine) => Partial<Forged>;

/** Each is wrong in one way and right in all others. */
const forges: Forge[] = [
  () => ({ headers: {} }),
  (random, g) => ({ headers: { [simple(random)]: changeOne(random, right(g)) } }),
  (random, g) => ({ headers: { [simple(random)]: right(g).toUpperCase().replace(/^\d+$/, '') } }),
  (random, g) => ({ headers: { [simple(random)]: right(g).slice(0, random.below(64)) } }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) + random.pick(['0', '00', '=', ',', ';v=1']) },
  }),
  (random, g) => ({
    headers: {
      [simple(random)]:
        `${random.pick(['SHA256=', 'sha1=', 'sha512=', 'sha256:', 'sha256==', 'v1,', '0x'])}${right(g)}`,
    },
  }),
  (random, g) => ({ headers: { [simple(random)]: `sha256=sha256=${right(g)}` } }),
  (random, g) => ({
    headers: {
      [simple(random)]: hmac('sha256', g.secret, g.body).toString(
        random.pick(['base64', 'base64url']),
      ),
    },
  }),
  (random, g) => ({
    headers: {
      [simple(random)]: hmac(
        random.pick(['sha1', 'sha512', 'md5', 'sha384']),
        g.secret,
        g.body,
      ).toString('hex'),
    },
  }),
  (random, g) => ({
    headers: { [simple(random)]: hmac('sha256', key(g), g.body).toString('hex') },
  }),
  (random, g) => ({ headers: { [simple(random)]: hmac('sha256', '', g.body).toString('hex') } }),
  (random, g) => ({
    headers: {
      [simple(random)]: hmac(
        'sha256',
        `whsec_${Buffer.alloc(32).toString('base64')}`,
        g.body,
      ).toString('hex'),
    },
  }),
  (random, g) => ({ headers: { [simple(random)]: hash('sha256', g.body, 'hex') } }),
  (random, g) => ({ headers: { [simple(random)]: [right(g), right(g)] } }),
  (random, g) => ({ headers: { [`${simple(random)}-256`]: right(g) } }),
  (random, g) => ({ headers: { [simple(random)]: right(g) }, body: flipBit(random, g.body) }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: Buffer.concat([g.body, Buffer.from(random.pick([' ', '\n', '\0', '{}']))]),
  }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: g.body.subarray(0, random.below(g.body.length)),
  }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: Buffer.from(JSON.stringify(JSON.parse(g.body.toString()), null, 1)),
  }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: Buffer.concat([Buffer.from('\uFEFF'), g.body]),
  }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: Buffer.from(g.body.toString(), 'utf16le'),
  }),
  (random, g) => ({
    headers: { [simple(random)]: right(g) },
    body: Buffer.from(g.body.toString().replace('o', '\\u006f')),
  }),
  (random, g) => ({
    headers: standard({ ...g, at: g.at + random.pick([-1, 1]) * (301 + random.below(1e6)) }),
  }),
  (random, g) => ({
    headers: standard(g, { 'webhook-timestamp': String(g.at + random.pick([-1, 1, 7])) }),
  }),
  (random, g) => ({
    headers: standard(g, {
      'webhook-timestamp': random.pick([
        `0${g.at}`,
        `+${g.at}`,
        `${g.at}.0`,
        `${g.at}e0`,
        `0x${g.at.toString(16)}`,
        '',
        'now',
        `${g.at}000`,
      ]),
    }),
  }),
  (random, g) => ({
    headers: standard(g, {
      'webhook-id': random.pick([`${g.id}x`, '', g.id.toUpperCase(), `${g.id}.`]),
    }),
  }),
  (random, g) => ({
    headers: standard(g, {
      'webhook-signature':
        random.pick(['v1,', 'v2,', 'v1a,', '']) +
        changeOne(random, standard(g)['webhook-signature'].slice(3)),
    }),
  }),
  (random, g) => ({
    headers: standard(g, {
      'webhook-signature':
        random.pick(['v2,', 'V1,', 'v1 ,', 'v1;', '']) + standard(g)['webhook-signature'].slice(3),
    }),
  }),
  (_random, g) => ({
    headers: standard(g, {
      'webhook-signature': `v1,${hmac('sha256', key(g), g.body).toString('base64')}`,
    }),
  }),
  (_random, g) => ({
    headers: standard(g, {
      'webhook-signature': `v1,${hmac('sha256', g.secret, Buffer.concat([Buffer.from(`${g.id}.${g.at}.`), g.body])).toString('base64')}`,
    }),
  }),
  (random, g) => ({ headers: standard(g), body: flipBit(random, g.body) }),
  (random, g) => {
    const {
      [random.pick(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)]: _,
      ...rest
    } = standard(g) as Record<string, string>;
    return { headers: rest };
  },
  (random, g) => ({
    headers: standard({
      ...g,
      secret: `whsec_${Buffer.from(String(random.below(1e9))).toString('base64')}`,
    }),
  }),
];

export async function proveForgeries({ forgeries, seed }: ForgeOptions): Promise<Report> {
  const instance = await startInstance();
  const agent = keepAliveAgent(SENDERS);
  const faults: string[] = [];
  try {
    const { body: webhook } = await instance.call('POST', '/webhooks/inbound', {
      body: { name: 'Forged' },
    });
    const url = `${instance.url}/prod/api/webhooks/inbound/${webhook.id}`;
    const statuses = new Map<number, number>();
    await inParallel(SENDERS, forgeries, async (n) => {
      const random = randomFrom(seed + n);
      const genuine: Genuine = {
        secret: webhook.secret,
        body: Buffer.from(JSON.stringify({ host: `host-${n}`, text: 'disk is full' })),
        id: `msg_${n}`,
        at: Math.floor(Date.now() / 1000),
      };
      const which = n % forges.length;
      const { headers = {}, body = genuine.body } = forges[which]?.(random, genuine) ?? {};
      const { status } = await post(agent, url, headers, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 401)
        faults.push(
          `seed ${seed + n}, forge ${which}: ${status} for ${JSON.stringify(headers)} ${body.toString('hex')}`,
        );
    });
    const [made] = await instance.sql(
      'select (select count(*) from incidents)::int as incidents, (select count(*) from inbound_events)::int as events',
    );
    if (made.incidents !== 0 || made.events !== 0)
      faults.push(`a forged event was accepted: ${JSON.stringify(made)}`);
    // Proves that a valid request is accepted.
    const body = '{"host":"a"}';
    const { status } = await post(
      agent,
      url,
      { 'x-service-signature': signature(webhook.secret, body) },
      body,
    );
    if (status !== 201) faults.push(`a genuine event is ${status}`);
    return {
      figures: {
        seed,
        kinds: forges.length,
        forgeries,
        accepted: made.events,
        refused: statuses.get(401) ?? 0,
      },
      faults,
    };
  } finally {
    agent.destroy();
    await instance.stop();
  }
}
