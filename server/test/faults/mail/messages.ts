// Mails arrive by LMTP while the workers that process them are killed again and again: each mail becomes one record.
import type { Json } from '../../support/harness.ts';
import { startMailSite } from '../../support/mail-site.ts';
import { until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import type { Site } from '../../support/site.ts';

interface MessagesOptions {
  mails: number;
  kills: number;
  workers: number;
  /** One mail in so many is delivered twice, as by a mail server that has missed the response. */
  twice: number;
  seed: number;
}

const CONNECTIONS = 8;

const countEnded = async ({ sql }: Site): Promise<number> => {
  const [row] = await sql(`select count(*)::int as ended from messages where state <> 'received'`);
  return row.ended;
};

/** Each query returns the mails, of which there were $1, that did not have their effect once. */
const questions: Record<string, string> = {
  'a mail without its one message': `
    with sent as (select 'Mail ' || n as subject from generate_series(1, $1::int) as n)
    select sent.subject, count(messages.id)::int as times from sent left join messages using (subject)
    group by 1 having count(messages.id) <> 1`,
  'a mail without its one incident': `
    with sent as (select 'Mail ' || n as subject from generate_series(1, $1::int) as n)
    select sent.subject, count(incidents.id)::int as times
    from sent left join incidents on short_description = sent.subject
    group by 1 having count(incidents.id) <> 1`,
  'a message that was not applied': `
    select subject, state, cause, attempts from messages where state <> 'applied' and $1::int > 0`,
  'a message with another record than its own': `
    select messages.id, record_id, short_description from messages join incidents on incidents.id = record_id
    where short_description is distinct from subject and $1::int > 0`,
  'a record without its one event': `
    select record_id, count(*)::int as times from events where type = 'incident.created' and $1::int > 0
    group by 1 having count(*) <> 1`,
};

async function findFaults({ sql }: Site, mails: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(questions)) {
    const rows: Json[] = await sql(text, [mails]);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  return faults;
}

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
    faults.push(...(await findFaults(site, mails)));
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
