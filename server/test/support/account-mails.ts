// Asks for links to choose a password, and reads them from the mails.
import { isSamePerson } from '../../src/platform/context.ts';
import type { Instance } from './harness.ts';
import type { Mailbox } from './mailboxes.ts';
import { Browser } from './people.ts';
import { until } from './processes.ts';

interface Reading {
  instance: Instance;
  mailbox: Mailbox;
}

/** Waits until no job is left, so that a mail that was not sent will not be. */
export const untilNoJobs = ({ sql }: Instance): Promise<unknown> =>
  until('all jobs have run', async () => {
    const [row] = await sql(
      `select count(*)::int as count from graphile_worker._private_jobs as jobs
       join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
       where tasks.identifier like 'send-%' and run_at <= now() and attempts < max_attempts`,
    );
    return row?.count === 0;
  });

export const mailsTo = ({ mailbox }: Reading, email: string) =>
  mailbox.delivered.filter(({ envelope }) => envelope.some((one) => isSamePerson(one, email)));

export const linksTo = (reading: Reading, email: string): string[] =>
  mailsTo(reading, email)
    .map(({ mail }) => /https?:\S+\?token=\S+/.exec(mail.text ?? '')?.[0])
    .filter((link) => link !== undefined);

/** Sends the form of the page; returns the browser that asked. */
export async function askForReset(
  { deps }: Pick<Instance, 'deps'>,
  email: string,
  browser = new Browser(),
): Promise<{ browser: Browser; response: Response }> {
  const url = `${deps.config.AUTH_URL}/forgotten`;
  await browser.visit(url);
  return { browser, response: await browser.visit(url, { email }) };
}

/** Asks for a link, and waits for its mail. */
export async function resetLink(
  reading: Reading,
  email: string,
  browser = new Browser(),
): Promise<{ browser: Browser; link: string }> {
  const count = linksTo(reading, email).length;
  await askForReset(reading.instance, email, browser);
  const link = await until(`a link for ${email}`, async () => linksTo(reading, email)[count]);
  await untilNoJobs(reading.instance);
  return { browser, link };
}

export const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** Sends the form of the page that the link opens. */
export const choosePassword = (
  browser: Browser,
  link: string,
  new_password: string,
): Promise<Response> =>
  browser.visit(link.split('?', 1)[0] ?? '', { token: tokenOf(link), new_password });

/** Waits for the mail of the nth invitation. */
export async function invitationLink(reading: Reading, email: string, n = 0): Promise<string> {
  const link = await until(`invitation ${n} of ${email}`, async () => linksTo(reading, email)[n]);
  await untilNoJobs(reading.instance);
  return link;
}
