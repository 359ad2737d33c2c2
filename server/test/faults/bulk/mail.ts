// The mail server goes down while notifications are sent: every mail arrives, each once.
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance } from '../../support/harness.ts';
import { allowMailTo, retryMailsNow, startMailbox } from '../../support/mailboxes.ts';
import { until } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';

export interface MailOptions {
  mails: number;
  /** The server is down for at least this long, and until every mail of that time was attempted. */
  downSeconds: number;
}

/** A quarter is sent before the server goes down, half while it is down, the rest after it is back. */
const PHASES = [0.25, 0.5, 0.25];

/** The short form makes the next attempts due at once. */
export async function proveMail(options: MailOptions, isShort: boolean): Promise<Report> {
  const { mails, downSeconds } = options;
  const mailbox = await startMailbox();
  const instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
  await allowMailTo(instance, 'example.com');
  const faults: string[] = [];
  let sent = 0;
  const assign = async (share: number) => {
    for (const goal = sent + Math.round(mails * share); sent < goal; sent += 1) {
      const body = { short_description: 'Mailed', assigned_to: `person-${sent}@example.com` };
      // One caller may mail at most 100 recipients in an hour.
      const email = `manager-${Math.floor(sent / 100)}@example.com`;
      const { status, text } = await instance.call('POST', '/incidents', { email, body });
      if (status !== 201) faults.push(text);
    }
  };
  try {
    const [before = 0, during = 0, after = 0] = PHASES;
    await assign(before);
    await mailbox.stop();
    const stoppedAt = Date.now();
    const had = mailbox.delivered.length;
    await assign(during);
    const areAttempted = async () =>
      (await instance.sql('select from mails where attempts = 0 limit 1')).length === 0;
    await until('every mail is attempted', areAttempted);
    await sleep(Math.max(0, downSeconds * 1000 - (Date.now() - stoppedAt)));
    const backAt = Date.now();
    await mailbox.start();
    await assign(after);
    const isWaiting = async () =>
      (await instance.sql('select from mails where ended_at is null limit 1')).length > 0;
    const isSettled = async () => {
      if (isShort) await retryMailsNow(instance);
      return !(await isWaiting());
    };
    await until('every mail is sent', isSettled).catch(() => {});
    const settledSeconds = Math.round((Date.now() - backAt) / 1000);
    const counts = new Map<string, number>();
    for (const address of mailbox.delivered.flatMap(({ envelope }) => envelope))
      counts.set(address, (counts.get(address) ?? 0) + 1);
    for (let person = 0; person < sent; person += 1) {
      const times = counts.get(`person-${person}@example.com`) ?? 0;
      if (times !== 1) faults.push(`person-${person} got ${times} mails`);
    }
    const [{ tries }] = await instance.sql('select sum(attempts)::int as tries from mails');
    return {
      figures: { mails: sent, hadBeforeOutage: had, downSeconds, tries, settledSeconds },
      faults,
    };
  } finally {
    await instance.stop();
    await mailbox.stop();
  }
}
