// Draws conversations of people with the desk whose mails lose their subject, their headers or the reply address on the
// way, and compares where each mail arrives with the record that it belongs to.
import { type Desk, openDesk, type SentMail } from '../../support/deliveries.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { allowMailTo } from '../../support/mailboxes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atLeast, type Report } from '../../support/report.ts';

type Sizes = Record<'conversations' | 'seed', number>;

const HOST = 'desk.example.com';
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

class Matching {
  readonly faults: string[] = [];
  readonly figures = { mails: 0, right: 0, wrong_notes: 0, held: 0, records: 0 };
  readonly #instance: Instance;
  readonly #desk: Desk;
  readonly #random: Random;
  readonly #records = new Set<string>();
  #ids = 0;

  constructor(instance: Instance, desk: Desk, random: Random) {
    this.#instance = instance;
    this.#desk = desk;
    this.#random = random;
  }

  #newId(): string {
    this.#ids += 1;
    return `<${this.#ids}.${this.#random.below(1e9)}@clients.example>`;
  }

  /** Returns the record of the mail; undefined if it was kept. */
  async #send(
    what: string,
    mail: SentMail,
    expected: Expected,
    recipients?: readonly string[],
  ): Promise<string | undefined> {
    const { figures } = this;
    figures.mails += 1;
    const outcome = await this.#desk.send(mail, recipients ? { recipients } : {});
    const record = outcome.state === 'applied' ? outcome.record_id : undefined;
    const isNew = record !== undefined && !this.#records.has(record);
    if (record === undefined) figures.held += 1;
    if (isNew) this.#records.add(record);
    const isRight =
      typeof expected === 'object'
        ? record === expected.record
        : isNew || (expected === 'no note' && record === undefined);
    if (isRight) figures.right += 1;
    else {
      const known = typeof expected === 'object' ? expected.record : expected;
      const found = `${what} reached ${record ?? outcome.state} instead of ${known}`;
      if (record !== undefined && !isNew) figures.wrong_notes += 1;
      this.faults.push(`${found}: ${JSON.stringify({ mail, outcome })}`);
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

  /** An agent answers by the API; returns the Message-ID of the mail to the customer. */
  async #answer(thread: Thread): Promise<string> {
    const { record, customer } = thread;
    const { status, text } = await this.#instance.call('POST', `/incidents/${record}/notes`, {
      as: 'agent',
      body: { body: 'Please try again.', visibility: 'public' },
    });
    if (status !== 201) throw new Error(text);
    const [mail] = await this.#instance.sql(
      'select id from mails where record_id = $1 and $2 = any(recipients) order by created_at desc, id desc limit 1',
      [record, customer],
    );
    const id = `<${mail.id}@${HOST}>`;
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
    return { mail, recipients: [await this.#desk.replyAddress(record, kind, from)] };
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
      const stranger = `stranger.${this.#ids}@strangers.example`;
      const left = new Set<Hint>(hints);
      const { mail } = await this.#replyOf(thread, stranger, { left });
      const recipients = [await this.#desk.replyAddress(thread.record, 'public', thread.customer)];
      await this.#send('a reply to a forwarded mail', mail, 'no note', recipients);
    },
    async (thread) => {
      if (thread.colleague === '' || thread.isClosed) return;
      const left = new Set<Hint>(['ids']);
      const reply = await this.#replyOf(thread, thread.colleague, { left });
      const recipients = [await this.#desk.replyAddress(thread.record, 'public', thread.customer)];
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
        const { status, text } = await this.#instance.call('PATCH', `/incidents/${thread.record}`, {
          body: { state },
        });
        if (status === 409) return;
        if (status !== 200) throw new Error(text);
      }
      thread.isClosed = true;
    },
  ];

  async converse(number: number): Promise<void> {
    const random = this.#random;
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
    this.figures.records = this.#records.size;
  }
}

export async function proveMatching({ conversations, seed }: Sizes): Promise<Report> {
  const instance = await startInstance({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  try {
    await allowMailTo(instance, MAILED_DOMAIN);
    const body = { email: AGENT, name: 'Agent', roles: ['agent'] };
    await instance.call('POST', '/users', { as: 'super_admin', body });
    const desk = await openDesk(instance);
    const matching = new Matching(instance, desk, randomFrom(seed));
    for (let number = 0; number < conversations; number += 1) await matching.converse(number);
    const { figures, faults } = matching;
    const share = (100 * figures.right) / figures.mails;
    return {
      figures: { conversations, ...figures, seed },
      // Fewer mails in the right record are a missed goal; a note in a wrong one is a fault.
      faults: figures.wrong_notes > 0 || share < 99.5 ? faults : [],
      notes: faults,
      goals: [atLeast('mails in the right record', share, 99.5, ' %')],
    };
  } finally {
    await instance.stop();
  }
}
