// Rules assign, note, mail and wait for time while the API and the workers are killed: nothing happens twice, and nothing is
// missing. A mail may be sent once more for each kill, with the same Message-ID.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../support/harness.ts';
import { type Mailbox, startMailbox } from '../../support/mailboxes.ts';
import { killRest, until } from '../../support/processes.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';
import { type Site, startSite } from '../../support/site.ts';

export interface RuleKillOptions {
  records: number;
  kills: number;
  seed: number;
}

const SENDERS = 8;
const WORKERS = 2;
const MAX_PAUSE_MS = 900;
const GROUP = 'Desk';
const PEOPLE = 5;
/** A request may not name so short a time; the test does not wait for a minute. */
const DUE_SECONDS = 3;

const note = (text: string) => ({ add_note: { visibility: 'team', text } });
const rules = [
  {
    name: 'Created',
    on: 'created',
    when: { all: [{ field: 'category', operator: 'eq', value: 'work' }] },
    actions: [
      { assign: { to: 'round_robin', group: GROUP } },
      note('{{ id }} is here'),
      { mail: { to: ['assignee'], template: { subject: '{{ id }} is yours', text: 'Look' } } },
    ],
  },
  {
    name: 'Updated',
    on: 'updated',
    when: { all: [{ field: 'state', operator: 'changed_to', value: 'in_progress' }] },
    actions: [{ set: { urgency: 'high' } }, note('{{ id }} is in progress')],
  },
  {
    name: 'Due',
    on: 'due',
    when: { all: [{ field: 'category', operator: 'eq', value: 'work' }] },
    due: { after_seconds: 60, since: 'created_at' },
    actions: [{ set: { impact: 'low' } }, note('{{ id }} is late')],
  },
];

async function prepare({ sendUntilFinal, sql }: Site): Promise<void> {
  const members = Array.from({ length: PEOPLE }, (_, n) => `person${n}@example.com`);
  for (const email of members)
    await sendUntilFinal('POST', '/users', { email, name: email, roles: ['agent'] });
  await sendUntilFinal('POST', '/groups', { name: GROUP, members });
  for (const rule of rules)
    await sendUntilFinal('POST', '/rules', { record_type: 'incident', ...rule });
  await sql(
    `update rules set due = jsonb_set(due, '{after_seconds}', to_jsonb($1::int)) where due is not null`,
    [DUE_SECONDS],
  );
  await sql('update rule_definitions set version = version + 1');
  // All processes read the rules again within a moment.
  await sleep(1000);
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'incidents whose rules ran not once each': `
    select id, runs from incidents left join (
      select record_id, array_agg(rule_id order by rule_id) as runs from rule_runs group by 1) as r on record_id = id
    where runs is distinct from (select array_agg(id order by id) from rules)`,
  'incidents without one note of each rule': `
    select id, notes from incidents left join (
      select record_id, array_agg(via ->> 'rule' order by via ->> 'rule') as notes from work_notes group by 1) as n
      on record_id = id
    where notes is distinct from (select array_agg(id order by id) from rules) or work_notes_count <> 3`,
  'incidents without what rules set': `
    select id from incidents
    where assigned_to is null or assignment_group is null or urgency is distinct from 'high' or impact is distinct from 'low'`,
  'entries of rules that are not one for each run': `
    select record_id, count(*) from entries where cause ->> 'kind' = 'rule' group by 1 having count(*) <> 3`,
  'versions that are not one for each write': `select id, version from incidents where version <> 3`,
  'rules that wait for a record or ran for it not once': `
    select id from incidents left join due_rules on record_id = id where ran_at is null`,
  'events with a gap or a double': `
    select incidents.id from incidents left join events on record_id = incidents.id group by incidents.id, event_sequence
    having count(*) <> event_sequence or count(distinct sequence) <> event_sequence or max(sequence) <> event_sequence`,
  'people whose turns differ by more than one': `
    select most, least from (select max(n) as most, min(n) as least from (
      select count(incidents.id) as n from users left join incidents on assigned_to = email
      where email like 'person%' group by email) as counts) as c where most - least > 1`,
};

async function killParts(site: Site, kills: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(random.below(MAX_PAUSE_MS));
    const part = random.pick([site.api, ...site.workers]);
    await part.kill();
    await part.start();
  }
}

/** Returns how many mails came more than once. */
function checkMails(
  delivered: Mailbox['delivered'],
  ids: readonly string[],
  faults: string[],
): number {
  const bySubject = Map.groupBy(
    delivered.filter(({ mail }) => mail.subject?.endsWith('is yours')),
    ({ mail }) => mail.subject?.split(' ')[0] ?? '',
  );
  let again = 0;
  for (const id of ids) {
    const mails = bySubject.get(id) ?? [];
    if (mails.length === 0) faults.push(`the mail about ${id} is missing`);
    const distinct = new Set(mails.map(({ mail }) => mail.messageId)).size;
    if (distinct > 1) faults.push(`${distinct} mails about ${id} differ in their Message-ID`);
    again += Math.max(0, mails.length - 1);
  }
  return again;
}

export async function proveRuleKills({ records, kills, seed }: RuleKillOptions): Promise<Report> {
  const mailbox = await startMailbox();
  const site = await startSite({ workers: WORKERS, env: { SMTP_URL: mailbox.url } });
  const faults: string[] = [];
  try {
    await prepare(site);
    const ids: string[] = [];
    const progress = { isKilled: false };
    const killing = killParts(site, kills, seed).finally(() => (progress.isKilled = true));
    const write = async (n: number): Promise<void> => {
      const body = { short_description: `Work ${n}`, category: 'work' };
      const { id } = await site.sendUntilFinal('POST', '/incidents', body);
      await site.sendUntilFinal('PATCH', `/incidents/${id}`, { state: 'in_progress' });
      ids.push(id);
    };
    await inParallel(SENDERS, records, write);
    // The kills go on among writes, however quick these are.
    while (!progress.isKilled) await inParallel(SENDERS, SENDERS, write);
    await killing;
    const isSettled = async () => {
      const [{ waiting, unsent }] = (await site.sql(`
        select (select count(*)::int from due_rules where ran_at is null) as waiting,
          (select count(*)::int from mails where ended_at is null) as unsent`)) as [Json];
      return waiting === 0 && unsent === 0;
    };
    await until('all rules have run and all mails are sent', isSettled).catch((error: Error) =>
      faults.push(error.message),
    );
    for (const [name, text] of Object.entries(questions)) {
      const rows = await site.sql(text);
      if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
    }
    const again = checkMails(mailbox.delivered, ids, faults);
    return {
      figures: { records: ids.length, kills, mails: mailbox.delivered.length, again },
      faults,
      goals: [
        atMost('effects of rules that are missing or double', faults.length, 0),
        atMost('mails of rules sent once more', again, kills),
      ],
    };
  } finally {
    await site.stop();
    await mailbox.stop();
    await killRest();
  }
}
