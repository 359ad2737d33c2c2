// Mallory, who has a domain of her own, sends mails that claim to come from others, or to belong to their records. No such
// mail acts as somebody, and none reaches a record that is not hers.
import { verifySender } from '../../../src/mail/senders/verify.ts';
import { type Desk, openDesk } from '../../support/deliveries.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { mailSigner, type Signer } from '../../support/signed-mail.ts';

type Sizes = Record<'mails' | 'seed', number>;

const OWN_DOMAIN = 'corp.example';
const EVIL_DOMAIN = 'evil.example';
const MALLORY = `mallory@${EVIL_DOMAIN}`;
const MAILBOX = 'help@desk.example';

/** These people have accounts, and none of them writes in the test, but for the record of each. */
const people = {
  manager: 'itsm_manager',
  agent: 'agent',
  customer: 'requester',
} as const;
type PersonName = keyof typeof people;
const addressOf = (name: PersonName): string => `${name}@${OWN_DOMAIN}`;

interface Target {
  record: string;
  person: PersonName;
  messageId: string;
}

interface Attack {
  random: Random;
  signer: Signer;
  desk: Desk;
  /** The mail names the record of this person. */
  target: Target;
  victim: string;
}

interface Forged {
  raw: Buffer;
  recipients?: string[];
}

interface Written {
  from: string;
  to?: string;
  subject?: string;
  more?: readonly string[];
  text?: string;
}

let written = 0;

const write = ({
  from,
  to = MAILBOX,
  subject = 'Please help',
  more = [],
  text,
}: Written): string => {
  written += 1;
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${written}@${EVIL_DOMAIN}>`,
    ...more,
    '',
    `${text ?? 'Close it, and give me the password.'}\r\n`,
  ].join('\r\n');
};

const aims = ({ target: { record, messageId } }: Attack) => ({
  subject: `Re: [${record}] Printer`,
  more: [`In-Reply-To: ${messageId}`, `References: ${messageId}`],
});

const addressFor = ({ desk, target }: Attack, kind: 'public' | 'team' = 'public') =>
  desk.replyAddress(target.record, kind, addressOf(target.person));

const bare = (text: string): Forged => ({ raw: Buffer.from(text) });

/** Trusted results begin with the name of the server that the mailbox trusts. */
const results = (server: string, from: string): string =>
  `Authentication-Results: ${server}; dmarc=pass header.from=${from.slice(from.indexOf('@') + 1)}`;

const attacks: Readonly<Record<string, (attack: Attack) => Promise<Forged>>> = {
  'From of another': async (attack) => bare(write({ from: attack.victim, ...aims(attack) })),
  'From of another, to a signed address that was seen': async (attack) => ({
    ...bare(write({ from: attack.victim, ...aims(attack) })),
    recipients: [await addressFor(attack, attack.random.pick(['public', 'team']))],
  }),
  'results of another server': async (attack) => {
    const { subject, more } = aims(attack);
    const server = attack.random.pick(['mx.evil.example', 'mx.desk.example.evil.example', 'desk']);
    return bare(
      write({ from: attack.victim, subject, more: [results(server, attack.victim), ...more] }),
    );
  },
  'trusted results below others': async (attack) => {
    const { subject, more } = aims(attack);
    const own = 'Authentication-Results: mx.desk.example; dmarc=none';
    const all = [own, results('mx.desk.example', attack.victim), ...more];
    return bare(write({ from: attack.victim, subject, more: all }));
  },
  'trusted results about another domain': async (attack) => {
    const more = [results('mx.desk.example', MALLORY), ...aims(attack).more];
    return bare(write({ from: attack.victim, more }));
  },
  'a signature of another domain': async (attack) => ({
    raw: await attack.signer.sign(write({ from: attack.victim, ...aims(attack) }), EVIL_DOMAIN),
    recipients: [await addressFor(attack)],
  }),
  'a signature that names the domain of another': async (attack) => ({
    raw: await attack.signer.sign(write({ from: attack.victim, ...aims(attack) }), EVIL_DOMAIN, {
      claims: OWN_DOMAIN,
    }),
  }),
  'a signature of part of the text': async (attack) => {
    const text = write({ from: attack.victim, ...aims(attack), text: 'Thank you.' });
    const raw = await attack.signer.sign(text, OWN_DOMAIN, { maxBodyLength: 4 });
    return { raw: Buffer.concat([raw, Buffer.from('Delete everything.\r\n')]) };
  },
  'a signature without the recipient': async (attack) => ({
    raw: await attack.signer.sign(write({ from: attack.victim, ...aims(attack) }), OWN_DOMAIN, {
      headers: 'From:Subject:Date:Message-ID',
    }),
  }),
  'a signature without the subject': async (attack) => ({
    raw: await attack.signer.sign(write({ from: attack.victim, ...aims(attack) }), OWN_DOMAIN, {
      headers: 'From:To:Cc:Date:Message-ID',
    }),
  }),
  'a signed mail to somebody else, sent again': async (attack) => ({
    raw: await attack.signer.sign(
      write({ from: attack.victim, to: 'colleague@corp.example', ...aims(attack) }),
      OWN_DOMAIN,
    ),
  }),
  'a signed mail of last week, sent again': async (attack) => ({
    raw: await attack.signer.sign(write({ from: attack.victim, ...aims(attack) }), OWN_DOMAIN, {
      signedAt: new Date(Date.now() - 8 * 86_400_000),
    }),
  }),
  'a signed mail with another subject': async (attack) => {
    const raw = await attack.signer.sign(
      write({ from: attack.victim, subject: 'Lunch' }),
      OWN_DOMAIN,
    );
    const changed = raw.toString().replace('Subject: Lunch', `Subject: [${attack.target.record}]`);
    return { raw: Buffer.from(changed) };
  },
  'a signed mail with a second From': async (attack) => {
    const raw = await attack.signer.sign(write({ from: MALLORY, ...aims(attack) }), EVIL_DOMAIN);
    const second = Buffer.from(`From: ${attack.victim}\r\n`);
    return { raw: Buffer.concat([second, raw]) };
  },
  'two addresses in From': async (attack) => ({
    raw: await attack.signer.sign(
      write({ from: `${MALLORY}, ${attack.victim}`, ...aims(attack) }),
      EVIL_DOMAIN,
    ),
  }),
  'the address of another as a name': async (attack) => ({
    raw: await attack.signer.sign(
      write({ from: `"${attack.victim}" <${MALLORY}>`, ...aims(attack) }),
      EVIL_DOMAIN,
    ),
  }),
  'a domain that looks alike': async (attack) => {
    const domain = attack.random.pick([
      'c\u043Erp.example',
      'corp.example.evil.example',
      'xn--crp-jub.example',
    ]);
    const from = attack.victim.replace(OWN_DOMAIN, domain);
    return { raw: await attack.signer.sign(write({ from, ...aims(attack) }), EVIL_DOMAIN) };
  },
  'a sender of her own and the thread of another': async (attack) => ({
    raw: await attack.signer.sign(write({ from: MALLORY, ...aims(attack) }), EVIL_DOMAIN),
  }),
  'a sender of her own and a signed address that was seen': async (attack) => ({
    raw: await attack.signer.sign(write({ from: MALLORY, subject: 'Hello' }), EVIL_DOMAIN),
    recipients: [await addressFor(attack, attack.random.pick(['public', 'team']))],
  }),
  'a sender of her own and a signed address for her with another record': async (attack) => {
    const { desk, random, target } = attack;
    const own = await desk.replyAddress('INC0000001', 'public', MALLORY);
    const moved = own.replace('inc0000001', target.record.toLowerCase());
    const changed = random.pick([moved, own.replace(/.@/, random.pick(['a@', 'b@', '7@']))]);
    const raw = await attack.signer.sign(write({ from: MALLORY, subject: 'Hello' }), EVIL_DOMAIN);
    return { raw, recipients: [changed] };
  },
  'the guessed root of a thread': async (attack) => {
    const root = `<incident.${attack.target.record.toLowerCase()}@desk.example.com>`;
    const text = write({ from: MALLORY, more: [`In-Reply-To: ${root}`, `References: ${root}`] });
    return { raw: await attack.signer.sign(text, EVIL_DOMAIN) };
  },
};

const named = Object.entries(attacks);

/** Returns what no attack may change. */
async function readProtected(instance: Instance, targets: readonly Target[]): Promise<string> {
  const records = targets.map(({ record }) => record);
  const addresses = (Object.keys(people) as PersonName[]).map(addressOf);
  const found = await Promise.all([
    instance.sql(
      'select id, version, state, requester from incidents where id = any($1) order by id',
      [records],
    ),
    instance.sql('select count(*) from work_notes where record_id = any($1) or author = any($2)', [
      records,
      addresses,
    ]),
    instance.sql('select count(*) from entries where record_id = any($1) or actor = any($2)', [
      records,
      addresses,
    ]),
    instance.sql('select count(*) from incidents where opened_by = any($1)', [addresses]),
    instance.sql('select email, roles from users where email = any($1) order by email', [
      addresses,
    ]),
  ]);
  return JSON.stringify(found);
}

async function openTargets(instance: Instance, desk: Desk, signer: Signer): Promise<Target[]> {
  const targets: Target[] = [];
  for (const person of Object.keys(people) as PersonName[]) {
    const email = addressOf(person);
    const body = { email, name: person, roles: [people[person]] };
    const { status, text } = await instance.call('POST', '/users', { as: 'super_admin', body });
    if (status !== 201) throw new Error(text);
    const raw = await signer.sign(write({ from: email }), OWN_DOMAIN);
    const messageId = /^Message-ID: (.*)\r$/m.exec(raw.toString())?.[1] ?? '';
    const outcome = await desk.deliverRaw(raw, verifierOf(signer));
    if (outcome.state !== 'applied' || !outcome.sender_verified)
      throw new Error(`the mail of ${person} was not verified: ${JSON.stringify(outcome)}`);
    targets.push({ record: outcome.record_id, person, messageId });
  }
  return targets;
}

const verifierOf =
  ({ resolver }: Signer) =>
  (mail: Parameters<typeof verifySender>[0]) =>
    verifySender(mail, resolver);

export async function proveForgedMail({ mails, seed }: Sizes): Promise<Report> {
  const instance = await startInstance();
  const random = randomFrom(seed);
  // Without a policy, a mail that is not signed is not refused, so that the rules of delivery decide.
  let rejects = true;
  const signer = mailSigner(() => rejects);
  const faults: string[] = [];
  const figures: Record<string, number> = { mails, attacks: named.length, held: 0, own_records: 0 };
  try {
    const trust = { authserv_id: 'mx.desk.example', require_verified: false, api: false };
    const desk = await openDesk(instance, { address: MAILBOX, trust });
    const targets = await openTargets(instance, desk, signer);
    await signer.sign(write({ from: MALLORY }), EVIL_DOMAIN);
    const protectedState = await readProtected(instance, targets);
    for (let n = 0; n < mails; n += 1) {
      const [name, forge] = named[n % named.length] as (typeof named)[number];
      rejects = random.chance(0.3);
      const target = random.pick(targets);
      const victim = addressOf(random.pick(Object.keys(people) as PersonName[]));
      const attack = { random, signer, desk, target, victim };
      const { raw, recipients } = await forge(attack);
      const outcome = await desk.deliverRaw(
        raw,
        verifierOf(signer),
        recipients ? { recipients } : {},
      );
      if (outcome.state === 'applied') figures['own_records'] = (figures['own_records'] ?? 0) + 1;
      else figures['held'] = (figures['held'] ?? 0) + 1;
      if ((await readProtected(instance, targets)) !== protectedState) {
        faults.push(`${name}: ${JSON.stringify(outcome)}\n${raw.toString()}`);
        break;
      }
    }
    // The same mails reach the record if their sender wrote them: the test would notice.
    const [target] = targets as [Target];
    const raw = await signer.sign(
      write({ from: addressOf(target.person), more: [`In-Reply-To: ${target.messageId}`] }),
      OWN_DOMAIN,
    );
    const genuine = await desk.deliverRaw(raw, verifierOf(signer));
    if (genuine.state !== 'applied' || genuine.record_id !== target.record)
      faults.push(`a genuine mail was not applied: ${JSON.stringify(genuine)}`);
    return { figures: { ...figures, acted_or_reached: faults.length, seed }, faults };
  } finally {
    await instance.stop();
  }
}
