// Programs that answer every mail write to the desk, and two desks write to each other. Each gets one automatic mail at
// most, and then there is silence.
import PostalMime, { type Email } from 'postal-mime';
import type { Verification } from '../../../src/mail/messages/incoming.ts';
import { type Desk, openDesk } from '../../support/deliveries.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';

type Sizes = Record<'responders' | 'seed', number>;

const ROUNDS = 6;

interface Responder {
  address: string;
  /** The headers by which the program says that it is one; none of a bad one. */
  headers: readonly string[];
  subjectOf: (subject: string) => string;
  answersTo: 'reply_to' | 'from';
  namesMail: boolean;
}

const signs: readonly (readonly string[])[] = [
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated'],
  ['X-Autoreply: yes'],
  ['Precedence: bulk'],
  ['X-Auto-Response-Suppress: All'],
  ['Return-Path: <>'],
  [],
];
const subjectsOf: readonly Responder['subjectOf'][] = [
  (subject) => `Re: ${subject}`,
  (subject) => `Automatic reply: ${subject}`,
  () => 'I am away',
  () => 'Your ticket 4711 was created',
];

const drawResponder = (random: Random, number: number): Responder => ({
  address: `responder.${number}@robots.example`,
  headers: signs[number % signs.length] ?? [],
  subjectOf: random.pick(subjectsOf),
  answersTo: random.pick(['reply_to', 'from'] as const),
  namesMail: random.chance(0.5),
});

const verifyAs = (from: string) => async (): Promise<Verification> => ({
  result: 'verified',
  by: 'dkim',
  from,
  reason: 'by the test',
});

const noMailWaits = (instance: Instance) =>
  until('all mails are sent', async () => {
    const [row] = await instance.sql('select count(*)::int as n from mails where ended_at is null');
    return row.n === 0;
  });

let written = 0;

const write = (from: string, to: string, subject: string, headers: readonly string[]): Buffer => {
  written += 1;
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${written}@robots.example>`,
    ...headers,
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\nThank you for your message.\r\n`);
};

const answerOf = (responder: Responder, mail: Email): { raw: Buffer; to: string } => {
  const replyTo = mail.replyTo?.[0]?.address;
  const from = mail.from?.address ?? '';
  const to = responder.answersTo === 'reply_to' ? (replyTo ?? from) : from;
  const names = responder.namesMail ? [`In-Reply-To: ${mail.messageId}`] : [];
  const headers = [...responder.headers, ...names];
  const subject = responder.subjectOf(mail.subject ?? '');
  return { raw: write(responder.address, to, subject, headers), to };
};

const mailsTo = ({ delivered }: Mailbox, address: string) =>
  delivered.filter(({ envelope }) => envelope.includes(address));

const isAutomatic = ({ raw }: { raw: string }): boolean => /^Auto-Submitted: auto-/im.test(raw);

/** Every mail to the responder is answered, until there is none. */
async function respond(
  { instance, desk, mailbox }: { instance: Instance; desk: Desk; mailbox: Mailbox },
  responder: Responder,
): Promise<{ automatic: number; rounds: number }> {
  const { address } = responder;
  let answered = 0;
  let rounds = 0;
  for (; rounds < ROUNDS; rounds += 1) {
    await noMailWaits(instance);
    const waiting = mailsTo(mailbox, address).slice(answered);
    if (waiting.length === 0) break;
    answered += waiting.length;
    for (const { mail } of waiting) {
      const { raw, to } = answerOf(responder, mail);
      await desk.deliverRaw(raw, verifyAs(address), { recipients: [to] });
    }
  }
  return { automatic: mailsTo(mailbox, address).filter(isAutomatic).length, rounds };
}

async function proveResponders({ responders, seed }: Sizes): Promise<Report> {
  const mailbox = await startMailbox();
  const instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
  const random = randomFrom(seed);
  const faults: string[] = [];
  let automatic = 0;
  try {
    await allowMailTo(instance, 'robots.example');
    const desk = await openDesk(instance);
    for (let number = 0; number < responders; number += 1) {
      const responder = drawResponder(random, number);
      const first = write(responder.address, 'help@example.com', 'Printer', []);
      const outcome = await desk.deliverRaw(first, verifyAs(responder.address));
      if (outcome.state !== 'applied') throw new Error(JSON.stringify(outcome));
      const { record_id: id } = outcome;
      const opened = await respond({ instance, desk, mailbox }, responder);
      const note = { body: { body: 'Which printer?', visibility: 'public' } };
      const added = await instance.call('POST', `/incidents/${id}/notes`, note);
      if (added.status !== 201) throw new Error(added.text);
      const answered = await respond({ instance, desk, mailbox }, responder);
      automatic += answered.automatic;
      const isSilent = opened.rounds < ROUNDS && answered.rounds < ROUNDS;
      if (answered.automatic > 1 || !isSilent)
        faults.push(
          `${JSON.stringify(responder)} got ${answered.automatic} automatic mails, and ${isSilent ? 'silence' : 'no silence'}`,
        );
    }
    return { figures: { responders, automatic, loops: faults.length, seed }, faults };
  } finally {
    await instance.stop();
    await mailbox.stop();
  }
}

interface Party {
  instance: Instance;
  desk: Desk;
  mailbox: Mailbox;
  address: string;
  taken: number;
}

async function openParty(name: string): Promise<Party> {
  const mailbox = await startMailbox();
  const address = `help@${name}.example`;
  const instance = await startInstance({
    worker: true,
    env: {
      SMTP_URL: mailbox.url,
      BASE_URL: `https://${name}.example`,
      MAIL_FROM: `Desk <noreply@${name}.example>`,
    },
  });
  const desk = await openDesk(instance, { address });
  return { instance, desk, mailbox, address, taken: 0 };
}

/** Returns how many mails were carried from one desk to the other. */
async function carry(from: Party, to: Party): Promise<{ mails: number; automatic: number }> {
  await noMailWaits(from.instance);
  const [domain = ''] = to.address.split('@').slice(1);
  const waiting = from.mailbox.delivered.slice(from.taken);
  from.taken = from.mailbox.delivered.length;
  let [mails, automatic] = [0, 0];
  for (const { envelope, raw } of waiting) {
    const recipients = envelope.filter((address) => address.endsWith(`@${domain}`));
    if (recipients.length === 0) continue;
    mails += 1;
    if (isAutomatic({ raw })) automatic += 1;
    const parsed = await PostalMime.parse(raw);
    const sender = (parsed.from?.address ?? '').toLowerCase();
    await to.desk.deliverRaw(Buffer.from(raw), verifyAs(sender), { recipients });
  }
  return { mails, automatic };
}

async function proveTwoDesks(): Promise<Report> {
  const parties = [await openParty('one'), await openParty('two')] as const;
  const faults: string[] = [];
  const automatic = [0, 0];
  let carried = 0;
  let rounds = 0;
  try {
    const [one, two] = parties;
    await allowMailTo(one.instance, 'two.example');
    await allowMailTo(two.instance, 'one.example');
    const created = await one.instance.call('POST', '/incidents', {
      body: { short_description: 'Your link is down', requester: two.address },
    });
    const note = { body: { body: 'Please look at it.', visibility: 'public' } };
    const added = await one.instance.call('POST', `/incidents/${created.body.id}/notes`, note);
    if (added.status !== 201) throw new Error(added.text);
    for (; rounds < 2 * ROUNDS; rounds += 1) {
      const [from, to] = rounds % 2 === 0 ? [one, two] : [two, one];
      const { mails, automatic: some } = await carry(from, to);
      carried += mails;
      automatic[rounds % 2] = (automatic[rounds % 2] ?? 0) + some;
      if (rounds > 0 && mails === 0) break;
    }
    if (carried < 2) faults.push(`the desks exchanged ${carried} mails only`);
    if (rounds === 2 * ROUNDS) faults.push('the desks went on');
    if (automatic.some((count) => count > 1))
      faults.push(`the desks sent ${automatic.join(' and ')} automatic mails`);
    return {
      figures: {
        desks: 2,
        exchanged: carried,
        desk_automatic: automatic.reduce((sum, count) => sum + count, 0),
      },
      faults,
    };
  } finally {
    for (const { instance, mailbox } of parties) {
      await instance.stop();
      await mailbox.stop();
    }
  }
}

export async function proveLoops(sizes: Sizes): Promise<Report> {
  const robots = await proveResponders(sizes);
  const desks = await proveTwoDesks();
  return {
    figures: { ...robots.figures, ...desks.figures },
    faults: [...robots.faults, ...desks.faults],
  };
}
