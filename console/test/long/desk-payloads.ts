// Hostile text is in mails that wait for a decision, and in the names of mailboxes and calendars.
import { articlePayloads } from '../../../server/test/security/knowledge/article.payloads.ts';
import type { Instance, Json } from '../../../server/test/support/harness.ts';
import {
  createMailbox,
  mailText,
  readProcessed,
  receiveBytes,
} from '../../../server/test/support/messages.ts';
import type { Report } from '../../../server/test/support/report.ts';
import { openConsole } from '../console-browser.ts';
import { hostilePages } from './hostile-pages.ts';

const nameOf = (payload: string): string =>
  payload.slice(0, 100).toWellFormed().replaceAll(/\s+/g, ' ').trim() || 'Blank';

/** The mailbox takes only verified mail, so this one waits. */
async function holdMail(instance: Instance, mailbox: Json, payload: string): Promise<string> {
  const name = nameOf(payload).replaceAll(/["\\]/g, '');
  const raw = mailText({ from: `"${name}" <ada@example.com>`, subject: nameOf(payload) }, payload);
  const { status, body } = await receiveBytes(instance, mailbox['id'], Buffer.from(raw));
  if (status !== 202) throw new Error(`The mail was refused: ${status}`);
  await readProcessed(instance, body['id']);
  return body['id'];
}

/** Returns undefined for a name that the service refuses. */
async function createCalendar(instance: Instance, payload: string): Promise<string | undefined> {
  const name = nameOf(payload);
  const body = {
    name,
    time_zone: 'Europe/Berlin',
    weekly: { mon: [['09:00', '17:00']] },
    exceptions: [{ date: '2026-12-25', name, hours: [] }],
  };
  const reply = await instance.call('POST', '/calendars', { as: 'super_admin', body });
  return reply.status === 201 ? reply.body.id : undefined;
}

export async function proveDeskPayloads(every: number): Promise<Report> {
  const opened = await openConsole();
  const { instance } = opened;
  const payloads = articlePayloads.filter((_, index) => index % every === 0);
  const figures = { payloads: payloads.length, mails: 0, mailboxes: 0, calendars: 0 };
  try {
    const person = await opened.signIn('root', 'super_admin');
    const examine = hostilePages(person, opened);
    const held = await createMailbox(instance, { trust: { require_verified: true } });
    for (const payload of payloads) {
      const message = await holdMail(instance, held, payload);
      figures.mails += 1;
      await examine(`/admin/mail?peek=${message}`, (page) =>
        page.getByText('ada@example.com').first().waitFor(),
      );
      const name = nameOf(payload);
      const mailbox = await createMailbox(instance, { name });
      figures.mailboxes += 1;
      await examine(`/admin/mailboxes?peek=${mailbox['id']}`, (page) =>
        page.getByRole('button', { name: 'Save and test' }).waitFor(),
      );
      const calendar = await createCalendar(instance, payload);
      if (calendar === undefined) continue;
      figures.calendars += 1;
      await examine(`/admin/calendars?peek=${calendar}`, (page) =>
        page.getByText('The next 14 days, as they will count').waitFor(),
      );
    }
    return { figures, faults: person.faults };
  } finally {
    await opened.stop();
  }
}
