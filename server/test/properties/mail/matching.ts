// Draws conversations of people with the desk whose mails lose their subject, their headers or the reply address on the
// way, and compares where each mail arrives with the record that it belongs to.
import { type Desk, openDesk, type SentMail } from '../../support/deliveries.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { allowMailTo, type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atLeast, type Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';

type Sizes = Record<'conversations' | 'seed', number>;

const AT_ONCE = 6;
const AGENT = 'agent@example.com';
const MAILED_DOMAIN = 'customers.example';

/** Subjects repeat, so that they say nothing about the record. */
const subjects = ['Printer', 'VPN', 'Re: Printer', 'Question', 'Fwd: Invoice', '(no subject)', ''];

/** The mail belongs to this record; to a new one; or it must not become a note of any record that exists. */
type Expected = { record: string } | 'new' | 'no note';

/** A conversation has one record at a time: when it is closed, the next mail begins another one. */
interface Thread {
  record: string;
  customer: string;
  colleague: string;
  subject: string;
  isClosed: boolean;
  /** Ids of mails of both sides in their order. */
  ids: string[];
}

const hints = ['address', 'ids', 'subject'] as const;
type Hint = (typeof hints)[number];

/** All conversations share it. */
interface World {
  instance: Instance;
  desk: Desk;
  mailbox: Mailbox;
  records: Set<string>;
  faults: string[];
  figures: Record<'mails' | 'right' | 'wrong_notes' | 'held', number>;
}

/** Each conversation has its own random numbers, so that a seed repeats it although others go on beside it. */
class Conversation {
  readonly #world: World;
  readonly #number: number;
  readonly #random: Random;
  #ids = 0;

  constructor(world: World, number: number, seed: number) {
    this.#world = world;
    this.#number = number;
    this.#random = randomFrom(seed + number);
  }

  #newId(): string {
    this.#ids += 1;
    return `<${this.#number}.${this.#ids}.${this.#random.below(1e9)}@clients.example>`;
  }

  /** Returns the record of the mail; undefined if it was kept. */
  async #send(
    what: string,
    mail: SentMail,
    expected: Expected,
    recipients?: readonly string[],
  ): Promise<string | undefined> {
    const { figures, desk, records, faults } = this.#world;
    figures.mails += 1;
    const outcome = await desk.send(mail, recipients ? { recipients } : {});
    const record = outcome.state === 'applied' ? outcome.record_id : undefined;
    const isNew = record !== undefined && !records.has(record);
    if (record === undefined) figures.held += 1;
    if (isNew) records.add(record);
    const isRight =
      typeof expected === 'object'
        ? record === expected.record
        : isNew || (expected === 'no note' && record === undefined);
    if (isRight) figures.right += 1;
    else {
      const known = typeof expected === 'object' ? expected.record : expected;
      const found = `${what} reached ${record ?? outcome.state} instead of ${known}`;
      if (record !== undefined && !isNew) figures.wrong_notes += 1;
      faults.push(`${found}: ${JSON.stringify({ mail, outcome })}`);
    }
    return record;
  }

  async begin(customer: string, colleague: string, subject: string): Promise<Thread> {
    const messageId = this.#newId();
    const cc = this.#random.chance(0.5) ? { cc: colleague } : {};
    const mail = { from: customer, subject, messageId, ...cc };
    const record = (await this.#send('the first mail', mail, 'new')) ?? '';
    const isCopied = 'cc' in cc;
    return {
      record,
      customer,
      colleague: isCopied ? colleague : '',
      subject,
      isClosed: false,
      ids: [messageId],
    };
  }

  /** A request that a busy machine could not serve in time has had no effect, and is sent again. */
  async #call(...request: Parameters<Instance['call']>): Promise<number> {
    const { status, text } = await until('the request is served', async () => {
      const reply = await this.#world.instance.call(...request);
      return reply.status !== 503 && reply;
    });
    if (status >= 400 && status !== 409) throw new Error(text);
    return status;
  }

  /** Message-IDs of our mails are known once the mails are sent. */
  #noMailWaits(customer: string): Promise<unknown> {
    return until('the mails of the customer are sent', async () => {
      const [row] = await this.#world.instance.sql(
        'select count(*)::int as n from mails where ended_at is null and $1 = any(recipients)',
        [customer],
      );
      return row.n === 0;
    });
  }

  /** An agent answers by the API; returns the Message-ID of the mail to the customer. */
  async #answer(thread: Thread): Promise<string> {
    const { record, customer } = thread;
    await this.#noMailWaits(customer);
    const seen = new Set(this.#world.mailbox.delivered.map(({ mail }) => mail.messageId));
    await this.#call('POST', `/incidents/${record}/notes`, {
      as: 'agent',
      body: { body: 'Please try again.', visibility: 'public' },
    });
    const { messageId: id = '' } = await until('the mail of the answer is sent', () => {
      const mails = this.#world.mailbox.delivered.filter(({ envelope }) =>
        envelope.includes(customer),
      );
      return mails.findLast(({ mail }) => !seen.has(mail.messageId))?.mail;
    });
    thread.ids.push(id);
    return id;
  }

  /** At least one hint is left. */
  #drawHints(): Set<Hint> {
    const random = this.#random;
    const left = hints.filter(() => random.chance(0.5));
    return new Set(left.length === 0 ? [random.pick(hints)] : left);
  }

  async #replyOf(
    thread: Thread,
    from: string,
    {
      left,
      kind = 'public',
      also = [],
    }: { left: Set<Hint>; kind?: 'public' | 'team'; also?: string[] },
  ): Promise<{ mail: SentMail; recipients?: string[] }> {
    const random = this.#random;
    const { record, subject, ids } = thread;
    const messageId = this.#newId();
    const answered = ids.at(-1) as string;
    const references = [...also, ...ids].join(' ');
    const headers = random.pick([
      { inReplyTo: answered, references },
      { references },
      { inReplyTo: answered },
    ]);
    const mail: SentMail = {
      from,
      messageId,
      subject: left.has('subject') ? `Re: [${record}] ${subject}` : random.pick(subjects),
      ...(left.has('ids') && headers),
    };
    if (!left.has('address')) return { mail };
    return { mail, recipients: [await this.#world.desk.replyAddress(record, kind, from)] };
  }

  async #followUp(
    what: string,
    thread: Thread,
    { mail, recipients }: { mail: SentMail; recipients?: string[] },
  ): Promise<void> {
    const expected = thread.isClosed ? ('new' as const) : { record: thread.record };
    const record = await this.#send(what, mail, expected, recipients);
    if (record === undefined || mail.messageId === undefined) return;
    // People in copy do not take part in the record that follows.
    if (thread.isClosed) Object.assign(thread, { record, isClosed: false, colleague: '' });
    thread.ids.push(mail.messageId);
  }

  /** The steps of a conversation; `other` is another one of the same customer. */
  readonly #steps: readonly ((thread: Thread, other: Thread | undefined) => Promise<void>)[] = [
    async (thread) => {
      const left = this.#drawHints();
      await this.#followUp(
        'a reply',
        thread,
        await this.#replyOf(thread, thread.customer, { left }),
      );
    },
    async (thread, other) => {
      // Some programs continue References with mails of another conversation before.
      const left = new Set<Hint>(['ids']);
      const also = other?.ids ?? [];
      const reply = await this.#replyOf(thread, thread.customer, { left, also });
      await this.#followUp('a reply beside a sibling', thread, reply);
    },
    async (thread) => {
      const stranger = `stranger.${this.#number}.${this.#ids}@strangers.example`;
      const left = new Set<Hint>(hints);
      const { mail } = await this.#replyOf(thread, stranger, { left });
      const recipients = [
        await this.#world.desk.replyAddress(thread.record, 'public', thread.customer),
      ];
      await this.#send('a reply to a forwarded mail', mail, 'no note', recipients);
    },
    async (thread) => {
      if (thread.colleague === '' || thread.isClosed) return;
      const left = new Set<Hint>(['ids']);
      const reply = await this.#replyOf(thread, thread.colleague, { left });
      const recipients = [
        await this.#world.desk.replyAddress(thread.record, 'public', thread.customer),
      ];
      await this.#followUp('a reply of somebody in copy', thread, { ...reply, recipients });
    },
    async (thread) => {
      if (thread.isClosed) return;
      const kind = this.#random.pick(['public', 'team'] as const);
      const left = new Set<Hint>(['address']);
      await this.#followUp(
        'a mail of an agent',
        thread,
        await this.#replyOf(thread, AGENT, { left, kind }),
      );
    },
    async ({ customer, subject }) => {
      const mail = { from: customer, subject, messageId: this.#newId() };
      await this.#send('a new topic without any hint', mail, 'new');
    },
    async (thread) => {
      if (thread.isClosed) return;
      for (const state of ['in_progress', 'resolved', 'closed']) {
        const path = `/incidents/${thread.record}`;
        if ((await this.#call('PATCH', path, { body: { state } })) === 409) return;
      }
      thread.isClosed = true;
    },
  ];

  async converse(): Promise<void> {
    const [random, number] = [this.#random, this.#number];
    const customer = `customer.${number}@${MAILED_DOMAIN}`;
    const colleague = `colleague.${number}@${MAILED_DOMAIN}`;
    const subject = random.pick(subjects);
    const threads = [await this.begin(customer, colleague, subject)];
    if (random.chance(0.4)) threads.push(await this.begin(customer, colleague, subject));
    for (let step = 2 + random.below(6); step > 0; step -= 1) {
      const thread = random.pick(threads);
      const other = threads.find((one) => one !== thread);
      if (!thread.isClosed && random.chance(0.7)) await this.#answer(thread);
      await random.pick(this.#steps)(thread, other);
    }
  }
}

export async function proveMatching({ conversations, seed }: Sizes): Promise<Report> {
  const mailbox = await startMailbox();
  const instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
  try {
    await allowMailTo(instance, MAILED_DOMAIN);
    const body = { email: AGENT, name: 'Agent', roles: ['agent'] };
    await instance.call('POST', '/users', { as: 'super_admin', body });
    const desk = await openDesk(instance);
    const figures = { mails: 0, right: 0, wrong_notes: 0, held: 0 };
    const faults: string[] = [];
    const world = { instance, desk, mailbox, records: new Set<string>(), faults, figures };
    await inParallel(AT_ONCE, conversations, (number) =>
      new Conversation(world, number, seed).converse(),
    );
    const share = (100 * figures.right) / figures.mails;
    return {
      figures: { conversations, ...figures, records: world.records.size, seed },
      // Fewer mails in the right record are a missed goal; a note in a wrong one is a fault.
      faults: figures.wrong_notes > 0 || share < 99.5 ? faults : [],
      notes: faults,
      goals: [atLeast('mails in the right record', share, 99.5, ' %')],
    };
  } finally {
    await instance.stop();
    await mailbox.stop();
  }
}
