// Mails arrive by LMTP while the workers that process them are killed again and again: each mail becomes one record.
import { startMailSite } from '../../support/mail-site.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { countEnded, findMailFaults } from './effects.ts';

interface MessagesOptions {
  mails: number;
  kills: number;
  workers: number;
  /** One mail in so many is delivered twice, as by a mail server that has missed the response. */
  twice: number;
  seed: number;
}

const CONNECTIONS = 8;

export async function proveMessages({
  mails,
  kills,
  workers,
  twice,
  seed,
}: MessagesOptions): Promise<Report> {
  const random = randomFrom(seed);
  const { site, connect } = await startMailSite(workers);
  const faults: string[] = [];
  let next = 0;
  let repeated = 0;
  const deliverAll = async (): Promise<void> => {
    const connection = connect();
    while (next < mails) {
      const mail = (next += 1);
      await connection.deliver(mail);
      if (!random.chance(1 / twice)) continue;
      repeated += 1;
      await connection.deliver(mail);
    }
    connection.close();
  };
  try {
    const delivering = Promise.all(Array.from({ length: CONNECTIONS }, deliverAll));
    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = Math.floor((kill * mails) / (kills + 1));
      await until(`${goal} mails are processed`, async () => (await countEnded(site)) >= goal);
      const worker = random.pick(site.workers);
      await worker.kill();
      await worker.start();
    }
    await delivering;
    await until('all mails are processed', async () => (await countEnded(site)) >= mails);
    faults.push(...(await findMailFaults(site, mails)));
    const [row] = await site.sql(
      'select max(attempts)::int as most, count(*) filter (where attempts > 1)::int as again from messages',
    );
    const { most, again } = row;
    const figures = { mails, kills, repeated, processed_again: again, most_attempts: most, seed };
    return { figures: { ...figures, faults: faults.length }, faults };
  } finally {
    await site.stop();
  }
}
