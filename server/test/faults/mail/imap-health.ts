// A mailbox cannot be read for a while: its health says why within a minute, its metric counts the seconds, and afterwards
// every mail is there. Access tokens are renewed before that, while connections are cut.
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import type { Json } from '../../support/harness.ts';
import {
  type ImapSite,
  PASSWORD,
  type ReadMailbox,
  startImapSite,
} from '../../support/dovecot/imap-site.ts';
import { OwnPostgres } from '../../support/own-postgres.ts';
import { until, within } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import type { Site } from '../../support/site.ts';
import { startTokenEndpoint } from '../../support/token-endpoint.ts';
import { countEnded, findMailFaults } from './effects.ts';

interface HealthSizes {
  lifetimes: number;
  lifeSeconds: number;
  /** So many mails arrive during each failure. */
  mails: number;
  megabytes: number;
}

const BY_PASSWORD = 'password@example.com';
const BY_TOKEN = 'token@example.com';
const MAX_SECONDS = 60;
const CUT_EVERY_MS = 2000;

/** The write-ahead log stays small enough for a small disk. */
const SMALL = { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '32MB' };

const healthOf = async (site: Site, { id }: ReadMailbox): Promise<Json> => {
  const { status, text } = await site.send('GET', `/mailboxes/${id}`);
  return status === 200 ? JSON.parse(text).health : undefined;
};

const failingSeconds = async (site: Site, { address }: ReadMailbox): Promise<number> => {
  const line = new RegExp(
    `^signalbox_mailbox_failing_seconds\\{mailbox="${address.replaceAll('.', '\\.')}"\\} (\\S+)$`,
    'm',
  );
  return Number(line.exec(await site.metrics())?.[1] ?? 0);
};

interface Failure {
  name: string;
  mailbox: ReadMailbox;
  /** Health must show this. */
  says: RegExp;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
}

function failuresOf(
  { site, imap }: ImapSite,
  postgres: OwnPostgres,
  [byPassword, byToken]: [ReadMailbox, ReadMailbox],
  clientId: string,
): Failure[] {
  const setActive = (active: boolean) =>
    site.sendUntilFinal('PATCH', `/clients/${clientId}`, { active });
  return [
    {
      name: 'revoked consent',
      mailbox: byToken,
      says: /responded 401, invalid_client.*the consent was revoked/,
      begin: () => setActive(false),
      end: () => setActive(true),
    },
    {
      name: 'wrong password',
      mailbox: byPassword,
      says: /refused the login.*Correct user and password/,
      begin: async () => imap.setPasswords({ [BY_PASSWORD]: 'another-password' }),
      end: async () => imap.setPasswords({ [BY_PASSWORD]: PASSWORD }),
    },
    {
      name: 'full disk',
      mailbox: byPassword,
      says: /New mail cannot be stored: .*No space left on device.*log of PostgreSQL/,
      begin: () => postgres.fillDisk(),
      end: async () => {
        await postgres.freeDisk();
        // A server that cannot write its log exits; the supervisor of the machine would start it again.
        if (!postgres.isRunning) await postgres.start();
      },
    },
  ];
}

export async function proveImapHealth(sizes: HealthSizes): Promise<Report> {
  const { lifetimes, lifeSeconds, mails, megabytes } = sizes;
  const postgres = await OwnPostgres.start({ megabytes, settings: SMALL });
  const imapSite = await startImapSite({
    workers: 1,
    postgres,
    users: [BY_PASSWORD],
    acceptsTokens: true,
  });
  const { site, imap } = imapSite;
  const endpoint = await startTokenEndpoint(site.issuer, { email: BY_TOKEN, seconds: lifeSeconds });
  const faults: string[] = [];
  const notes: string[] = [];
  let delivered = 0;
  const deliver = (mailbox: ReadMailbox): void => mailbox.deliver((delivered += 1));
  const areStored = async (): Promise<boolean> => {
    const [row] = await site.sql('select count(*)::int as stored from messages');
    return row.stored >= delivered;
  };

  /** Each connection must begin with a token that has not expired. */
  const renew = async (mailbox: ReadMailbox): Promise<void> => {
    const endsAt = Date.now() + lifetimes * lifeSeconds * 1000;
    while (Date.now() < endsAt) {
      const cutAt = Date.now();
      mailbox.proxy.cut();
      deliver(mailbox);
      await until('a mail is read over the next connection', areStored);
      const { exp = 0 } = decodeJwt(endpoint.issued.at(-1) ?? '');
      if (exp * 1000 < cutAt) faults.push(`a token that expired at ${exp} was used after ${cutAt}`);
      const health = await healthOf(site, mailbox);
      if (health?.status === 'failed')
        faults.push(`while tokens expire: ${JSON.stringify(health)}`);
      await sleep(CUT_EVERY_MS);
    }
    // A token is renewed after half of its life, if that is short.
    const issued = endpoint.issued.length;
    if (issued < lifetimes || issued > 2 * lifetimes + 2) faults.push(`${issued} tokens`);
    if (imap.log().some((line) => line.includes('expired')))
      faults.push('Dovecot saw an old token');
  };

  const fail = async ({ name, mailbox, says, begin, end }: Failure): Promise<number> => {
    const began = Date.now();
    await begin();
    for (let n = 0; n < mails; n += 1) deliver(mailbox);
    const said = new Set<string>();
    let cutAt = 0;
    const seconds = await within(3 * MAX_SECONDS, `health says: ${name}`, async () => {
      // A token that was issued before is good until it expires, and so is an open connection.
      if (Date.now() > cutAt + CUT_EVERY_MS) {
        mailbox.proxy.cut();
        cutAt = Date.now();
      }
      const health = await healthOf(site, mailbox).catch(() => undefined);
      if (health?.status !== 'failed') return false;
      said.add(health.last_error);
      return says.test(health.last_error) && (Date.now() - began) / 1000;
    }).catch(() => Infinity);
    await within(
      MAX_SECONDS,
      'the metric counts',
      async () => (await failingSeconds(site, mailbox)) > 0,
    ).catch(() => faults.push(`${name}: the metric counts no seconds`));
    await end();
    if (seconds === Infinity) faults.push(`${name}: health said ${[...said].join(' | ')}`);
    notes.push(`${name}: ${Math.round(seconds)} s, ${[...said].join(' | ')}`);
    await until(`all mail is there after: ${name}`, () => areStored().catch(() => false));
    await until(`health is good after: ${name}`, async () => {
      const health = await healthOf(site, mailbox).catch(() => undefined);
      return health?.status === 'ok';
    });
    return seconds;
  };

  try {
    const client = await site.sendUntilFinal('POST', '/clients', {
      name: 'Mail',
      email: BY_TOKEN,
      roles: ['agent'],
    });
    const byPassword = await imapSite.addMailbox(BY_PASSWORD);
    const byToken = await imapSite.addMailbox(BY_TOKEN, {
      auth: 'oauth',
      token_url: endpoint.url,
      client_id: client.client_id,
      client_secret: client.secret,
    });
    await renew(byToken);
    const issued = endpoint.issued.length;
    const seconds: number[] = [];
    for (const failure of failuresOf(imapSite, postgres, [byPassword, byToken], client.client_id))
      seconds.push(await fail(failure));
    await until('all mails are processed', async () => (await countEnded(site)) >= delivered);
    faults.push(...(await findMailFaults(site, delivered)));
    return {
      figures: {
        mails: delivered,
        tokens: issued,
        failures: seconds.length,
        faults: faults.length,
      },
      faults,
      notes,
      goals: [atMost('health says what happened', Math.max(...seconds), MAX_SECONDS, ' s')],
    };
  } finally {
    await endpoint.close();
    await imapSite.stop();
  }
}
