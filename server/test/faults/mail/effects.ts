// Mails with the numbers from 1 on have arrived: each must be one message, and have its effect once.
import type { Json } from '../../support/harness.ts';
import type { Site } from '../../support/site.ts';

/** Counts the messages that need no further processing. */
export const countEnded = async ({ sql }: Pick<Site, 'sql'>): Promise<number> => {
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

export async function findMailFaults({ sql }: Pick<Site, 'sql'>, mails: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, text] of Object.entries(questions)) {
    const rows: Json[] = await sql(text, [mails]);
    if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
  }
  return faults;
}
