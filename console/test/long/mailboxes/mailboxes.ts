// An administrator sets up mailboxes from their page alone, in Chromium and against a real Dovecot. Every value is wrong at first;
// the page says which one, and what to do. Then mail to the mailbox becomes an incident.
import type { Locator } from 'playwright-core';
import { missingImap } from '../../../../server/test/support/dovecot/imap.ts';
import { startMailbox } from '../../../../server/test/support/mailboxes.ts';
import { until } from '../../../../server/test/support/processes.ts';
import { authority, receiverEnv } from '../../../../server/test/support/receivers.ts';
import { atMost, type Goal, type Report } from '../../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../../console-browser.ts';
import { actionsOf } from '../tasks/hand.ts';
import { inspect } from '../walks.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { PacedHand } from './paced-hand.ts';

const HELP = 'help@example.com';
const DESK = 'desk@example.com';
const PASSWORD = 'blue-Harbour-61';
/** The issue asks for less than three minutes. */
const SECONDS = 180;

interface Walk {
  console: ConsoleInstance;
  server: MailServer;
  admin: Person;
  folder: string | undefined;
  faults: string[];
}

const PATH = '/console/admin/mailboxes';

/** The page must say what is wrong beside this field, in these words, and what to do. */
async function expectFinding(
  { faults, admin, folder }: Walk,
  hand: PacedHand,
  name: string,
  field: string,
  words: RegExp,
): Promise<void> {
  const { page } = admin;
  const finding: Locator = page.locator(`:focus[aria-invalid=true] ~ [role=alert]`);
  const text = await hand.read(finding).catch(() => '');
  const focused: unknown = await page.evaluate(
    `document.querySelector('label[for="' + CSS.escape(document.activeElement.id) + '"]')?.textContent`,
  );
  if (!words.test(text)) faults.push(`${name}: the page says “${text}”`);
  const label = String(focused);
  if (!label.startsWith(field)) faults.push(`${name}: it stands at “${label}”`);
  if (folder) await page.screenshot({ path: `${folder}/mailbox-${name}.png` });
}

async function expectSuccess({ admin }: Walk, hand: PacedHand): Promise<void> {
  const result = admin.page.getByRole('status', { name: 'Result of the test' });
  await hand.read(result.getByText(/Receiving by .* works\./));
}

const mailOf = (to: string, subject: string): string =>
  [
    'From: Erin Kay <erin@customers.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.length}.${to}>`,
    `Date: ${new Date().toUTCString()}`,
    '',
    'It happens since this morning.',
    '',
  ].join('\r\n');

/** Mail that arrives after the mailbox was set up becomes an incident. */
async function expectIncident(walk: Walk, address: string, subject: string): Promise<void> {
  const { console, server, admin } = walk;
  server.imap.deliver(address, mailOf(address, subject));
  await until('the incident', async () => {
    const { body } = await console.instance.call('GET', '/incidents?limit=5');
    return body.data.some((one: { short_description: string }) =>
      one.short_description.includes(subject),
    );
  });
  const health = admin.page.getByRole('region', { name: 'Health' });
  await health.getByText('Healthy').waitFor();
}

const tab = (hand: PacedHand, times = 1) =>
  hand.press(...Array.from({ length: times }, () => 'Tab'));

/** By keyboard alone: each value is wrong at first, and is corrected where the page has put the focus. */
async function setUpByKeyboard(walk: Walk): Promise<PacedHand> {
  const { admin, server, folder } = walk;
  const { page } = admin;
  const { port, tlsPort } = server.imap;
  const hand = new PacedHand(page);
  await page.goto(`${walk.console.url}${PATH}`);
  await page.getByRole('heading', { name: 'There are no mailboxes' }).waitFor();
  await inspect(walk, page, 'mailboxes-empty', folder);
  await page.getByRole('heading', { level: 1 }).focus();
  await tab(hand, 4);
  await page.locator('button:focus', { hasText: 'New mailbox' }).waitFor();
  await hand.press('Enter');
  await page.locator('select:focus').waitFor();
  await tab(hand, 2);
  await hand.write(HELP);
  await tab(hand);
  await hand.write('IT help');
  await tab(hand, 2);
  await hand.write('imap.nowhere.invalid');
  await tab(hand);
  await hand.write('1');
  await tab(hand);
  await hand.press('S');
  await tab(hand, 2);
  await hand.write('nobody');
  await tab(hand);
  await hand.write('a guess');
  await hand.press('Enter');
  await expectFinding(walk, hand, 'wrong-host', 'Host', /Correct the host/);
  await hand.write('localhost');
  await hand.press('Enter');
  await expectFinding(walk, hand, 'wrong-port', 'Host', /Correct host and port/);
  await tab(hand);
  await hand.write(tlsPort);
  await hand.press('Enter');
  await expectFinding(walk, hand, 'wrong-security', 'Port', /Choose the security and the port/);
  await tab(hand);
  await hand.press('T');
  await tab(hand, 2);
  await hand.press('Enter');
  await expectFinding(walk, hand, 'wrong-user', 'User', /Correct user and password/);
  await hand.press('Delete', 'Enter');
  await expectFinding(walk, hand, 'wrong-password', 'User', /Correct user and password/);
  await tab(hand);
  await hand.write(PASSWORD);
  await hand.press('Enter');
  await expectSuccess(walk, hand);
  if ((await page.locator('input[type=password]:focus').count()) !== 1)
    walk.faults.push('a test that works moves the focus');
  await inspect(walk, page, 'mailbox-works', folder);
  await expectIncident(walk, HELP, 'The printer names a tray');
  await inspect(walk, page, 'mailbox-healthy', folder);
  if (port === tlsPort) walk.faults.push('the ports are the same');
  return hand;
}

/** By mouse: the values of OAuth are wrong at first. */
async function setUpWithOauth(walk: Walk): Promise<PacedHand> {
  const { admin, server } = walk;
  const { page } = admin;
  const { tokenUrl, clientId, clientSecret } = server;
  const hand = new PacedHand(page);
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const correct = async (name: string, value: string) => {
    await hand.write(value, label(name));
    await hand.press('Enter');
  };
  await page.goto(`${walk.console.url}${PATH}`);
  await hand.click(page.getByRole('button', { name: 'New mailbox' }).first());
  await hand.write(DESK, label('Address'));
  await hand.write('Service desk', label('Name that people see as the sender'));
  await hand.write('localhost', label('Host'));
  await hand.write(server.imap.tlsPort, label('Port'));
  hand.effort.clicks += 2;
  await label('Signs in with').selectOption('oauth');
  await hand.write(tokenUrl.replace('/token', '/tokens'), label('Token URL'));
  await hand.write('nobody', label('Client id'));
  await hand.write('a guess', label('Client secret'));
  await hand.write('mail.everything', label('Scope, if the provider needs one'));
  await hand.press('Enter');
  const stored = 'Client secret; the stored one stays if it is empty';
  await expectFinding(walk, hand, 'wrong-token-url', 'Token URL', /Correct the token URL/);
  await correct('Token URL', tokenUrl);
  await expectFinding(walk, hand, 'wrong-client-id', 'Client id', /Correct client id and client/);
  await correct('Client id', clientId);
  await expectFinding(walk, hand, 'wrong-secret', 'Client id', /Correct client id and client/);
  await correct(stored, clientSecret);
  await expectFinding(walk, hand, 'wrong-scope', 'Scope', /Correct the scope/);
  await correct('Scope, if the provider needs one', 'api');
  await expectSuccess(walk, hand);
  await expectIncident(walk, DESK, 'The badge does not open the lab');
  return hand;
}

/** A known provider fills the servers, and shows what to prepare there; nobody can try it here. */
async function inspectProviders(walk: Walk): Promise<void> {
  const { admin, folder } = walk;
  const { page } = admin;
  for (const provider of ['microsoft', 'google', 'zoho'] as const) {
    await page.goto(`${walk.console.url}${PATH}?peek=new`);
    await page.getByLabel('Where the mailbox is').selectOption(provider);
    await page.getByText('Not tried here').waitFor();
    await inspect(walk, page, `mailbox-${provider}`, folder);
  }
  await page.goto(`${walk.console.url}${PATH}`);
  await page.getByRole('row').filter({ hasText: DESK }).waitFor();
  await inspect(walk, page, 'mailboxes', folder);
}

const goalsOf = (name: string, hand: PacedHand): Goal[] => [
  atMost(`${name}, seconds of a person`, Math.round(hand.seconds), SECONDS),
];

const figuresOf = (name: string, { effort, letters, waited }: PacedHand) => ({
  [`${name}, keys and clicks`]: actionsOf(effort),
  [`${name}, texts`]: effort.texts,
  [`${name}, letters of the texts`]: letters,
  [`${name}, seconds of waiting`]: Math.round(waited),
});

export const missingMailServer = missingImap;

export async function proveMailboxes(folder: string | undefined): Promise<Report> {
  const sender = await startMailbox();
  const console = await openConsole({
    env: { ...receiverEnv(), CA_FILE: authority().caFile, SMTP_URL: sender.url },
  });
  const faults: string[] = [];
  try {
    const passwords = { [HELP]: PASSWORD };
    const server = await startMailServer(console.instance, passwords, DESK);
    try {
      const admin = await console.signIn('sue', 'super_admin', PATH);
      const walk: Walk = { console, server, admin, folder, faults };
      const password = await setUpByKeyboard(walk);
      const oauth = await setUpWithOauth(walk);
      await inspectProviders(walk);
      faults.push(...admin.faults);
      return {
        figures: {
          ...figuresOf('with a password, by keyboard', password),
          ...figuresOf('with OAuth, by mouse', oauth),
        },
        goals: [
          ...goalsOf('with a password, by keyboard', password),
          ...goalsOf('with OAuth, by mouse', oauth),
        ],
        faults,
      };
    } finally {
      await server.stop();
    }
  } finally {
    await console.stop();
    await sender.stop();
  }
}
