// A scanner of mails opens every link in the mail that asks for an approval, with and without a session of the approver:
// nothing is decided.
import { isDeepStrictEqual } from 'node:util';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import { CONSOLE, Logins } from '../../support/logins.ts';
import { type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { Browser } from '../../support/people.ts';
import { until } from '../../support/processes.ts';

export interface OpenedLinks {
  opened: number;
  faults: string[];
}

const ok = async (instance: Instance, path: string, as: Json, body?: Json): Promise<Json> => {
  const reply = await instance.call('POST', path, { ...as, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.text}`);
  return reply.body;
};

async function readOrder(instance: Instance, id: string): Promise<unknown> {
  const { body } = await instance.call('GET', `/requests/${id}`);
  const [{ entries }] = await instance.sql(
    'select count(*)::int as entries from entries where record_id = $1',
    [id],
  );
  return { body, entries };
}

const LINK = /https?:\/\/[^\s"<>)\]]+/g;

async function linksOfMail(mailbox: Mailbox, email: string, id: string): Promise<string[]> {
  const { mail, raw } = await until('the mail about the order', async () =>
    mailbox.delivered.find(
      ({ envelope, mail: one }) => envelope.includes(email) && one.subject?.includes(id),
    ),
  );
  const texts = [mail.text ?? '', mail.html ?? '', raw.split('\r\n\r\n', 1)[0] ?? ''];
  const links = texts.flatMap((text) => text.match(LINK) ?? []);
  return [...new Set(links.map((link) => link.replaceAll('&amp;', '&')))];
}

/** Scanners also guess: they follow what the address seems to offer. */
const variantsOf = (link: string): string[] => [
  link,
  `${link}?decision=approve`,
  `${link}/approve`,
  link.replace('/console/', '/prod/api/v1/'),
  `${link.replace('/console/', '/prod/api/v1/')}/approve`,
];

export async function openLinks(count: number): Promise<OpenedLinks> {
  const mailbox = await startMailbox();
  const instance = await startInstance({ worker: true, env: { SMTP_URL: mailbox.url } });
  const faults: string[] = [];
  try {
    const logins = new Logins(instance);
    const approver = await logins.person(['requester']);
    const browser = new Browser();
    const { access_token: token } = await logins.logIn(CONSOLE, approver, browser);
    const cookie = [...browser.cookies()].map(([name, value]) => `${name}=${value}`).join('; ');
    const approvals = [{ name: 'One', approvers: 'people', people: [approver.email] }];
    const item = await ok(instance, '/catalog/items', {}, { name: 'A', category: 'B', approvals });
    await ok(instance, `/catalog/items/${item.id}/publish`, {});
    const { id } = await ok(instance, '/requests', { as: 'requester' }, { item_id: item.id });
    const links = await linksOfMail(mailbox, approver.email, id);
    if (!links.some((link) => link.endsWith(id))) faults.push(`no link to ${id}: ${links.join()}`);
    const own = links.flatMap(variantsOf);
    const headers: Record<string, string>[] = [
      {},
      { cookie },
      { authorization: `Bearer ${token}` },
      { cookie, authorization: `Bearer ${token}`, 'sec-purpose': 'prefetch' },
    ];
    const before = await readOrder(instance, id);
    for (let at = 0; at < count; at += 1) {
      const url = new URL(own[at % own.length]!);
      const response = await fetch(`${instance.url}${url.pathname}${url.search}`, {
        method: at % 7 === 0 ? 'HEAD' : 'GET',
        headers: headers[at % headers.length]!,
        redirect: 'manual',
      });
      await response.arrayBuffer();
      if (response.status >= 500) faults.push(`${url.href}: ${response.status}`);
    }
    const after = await readOrder(instance, id);
    if (!isDeepStrictEqual(after, before))
      faults.push(`${id} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`);
    // The approver may indeed decide.
    const decided = await instance.call('POST', `/requests/${id}/approve`, { token });
    if (decided.body.state !== 'approved')
      faults.push(`the approver cannot decide: ${decided.text}`);
    return { opened: count, faults };
  } finally {
    await instance.stop();
    await mailbox.stop();
  }
}
