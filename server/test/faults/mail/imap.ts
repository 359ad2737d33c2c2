// Mails arrive in a mailbox while the workers that read it are killed, its connections are cut, the server is restored with
// new ids, and a person works with the same folder: each mail becomes one record, and keeps its flags.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImapSite, type ReadMailbox, startImapSite } from '../../support/dovecot/imap-site.ts';
import { ADDRESS } from '../../support/mail-site.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { countEnded, findMailFaults } from './effects.ts';
import { startPerson } from './person.ts';

interface ImapSizes {
  mails: number;
  kills: number;
  cuts: number;
  workers: number;
  seed: number;
}

const MAX_TAKEOVER_SECONDS = 30;
const POLL_MS = 50;

/** Keeps mails waiting in the folder, so that every kill and every cut interrupts the reading of some. */
async function deliverAll({ site }: ImapSite, mailbox: ReadMailbox, mails: number, ahead: number) {
  const seen = { stored: 0, reader: '', killedAt: 0, takeovers: [] as number[] };
  let next = 0;
  const deliver = async () => {
    while (seen.stored < mails) {
      const [row] = await site.sql(
        'select (select count(*)::int from messages) as stored, reader from mailboxes where id = $1',
        [mailbox.id],
      );
      const goal = Math.min(mails, row.stored + ahead);
      while (next < goal) mailbox.deliver((next += 1));
      if (seen.killedAt > 0 && row.reader !== seen.reader)
        seen.takeovers.push((Date.now() - seen.killedAt) / 1000);
      if (row.reader !== seen.reader) seen.killedAt = 0;
      Object.assign(seen, row);
      await sleep(POLL_MS);
    }
  };
  return Object.assign(seen, { delivered: deliver() });
}

export async function proveImap(sizes: ImapSizes): Promise<Report> {
  const { mails, kills, cuts, workers, seed } = sizes;
  const random = randomFrom(seed);
  const imapSite = await startImapSite({ workers, users: [ADDRESS] });
  const { site, imap } = imapSite;
  let [cut, restored] = [0, 0];
  try {
    const mailbox = await imapSite.addMailbox(ADDRESS);
    const person = startPerson(site, imap, ADDRESS);
    const disturbances = random.shuffle([
      ...Array.from({ length: kills }, () => 'kill' as const),
      ...Array.from({ length: cuts }, () => 'cut' as const),
    ]);
    const all = disturbances.toSpliced(disturbances.length / 2, 0, 'restore' as never);
    const each = mails / (all.length + 1);
    const delivery = await deliverAll(imapSite, mailbox, mails, Math.ceil(2 * each));
    const disturb = {
      kill: async () => {
        const worker = random.pick(site.workers);
        delivery.killedAt = Date.now();
        await worker.kill();
        await worker.start();
      },
      cut: () => void (cut += mailbox.proxy.cut()),
      restore: async () => {
        restored += 1;
        await imap.renumber(ADDRESS);
      },
    };
    for (const [at, name] of all.entries()) {
      const goal = Math.floor((at + 1) * each);
      await until(`${goal} mails are stored`, () => delivery.stored >= goal);
      await disturb[name]();
    }
    await until(`${mails} mails are stored`, () => delivery.stored >= mails);
    await delivery.delivered;
    await until('all mails are processed', async () => (await countEnded(site)) >= mails);
    const faults = [...(await findMailFaults(site, mails)), ...(await person.end(mails))];
    const slowest = Math.max(0, ...delivery.takeovers);
    const figures = {
      mails,
      kills,
      cut_connections: cut,
      new_uid_validities: restored,
      takeovers: delivery.takeovers.length,
      slowest_takeover_seconds: Math.round(slowest * 10) / 10,
      seed,
    };
    return {
      figures: { ...figures, faults: faults.length },
      faults,
      goals: [
        atMost('another worker reads the mailbox', slowest, MAX_TAKEOVER_SECONDS, ' s'),
        { name: 'faults', goal: '0', figure: String(faults.length), isMet: faults.length === 0 },
      ],
    };
  } finally {
    await imapSite.stop();
  }
}
