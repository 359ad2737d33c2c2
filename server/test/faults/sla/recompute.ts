// Two people change policies and a calendar over and over while records are saved and workers are killed in the middle of
// the recomputations: at the end, each open incident has the clocks of the last definitions, and its history has no gaps.
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/processes.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';
import { startWorkers, type WorkerSite } from '../../support/site.ts';
import { compareWithRebuilds, OUTDATED_INCIDENT } from '../../support/sla-rebuilds.ts';

export interface RecomputeOptions {
  records: number;
  kills: number;
  seed: number;
}

const SENDERS = 8;
const SAVERS = 3;
const MAX_PAUSE_MS = 400;
const MAX_DELAY_MS = 300;

const office = [['08:00', '17:00']];
const week = { mon: office, tue: office, wed: office, thu: office, fri: office };
const priorities = ['P1', 'P2', 'P3', 'P4'];

/** Nothing is breached during the test, so that only recomputations and requests change the records. */
const drawTargets = (random: Random) => {
  const seconds = () =>
    Object.fromEntries(priorities.map((one) => [one, 20_000_000 + random.below(10_000_000)]));
  return { first_response: seconds(), update: seconds(), resolution: seconds() };
};

const repeat = async (isOver: () => boolean, work: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  for (; !isOver(); count += 1) await work();
  return count;
};

async function changeDefinitions(site: WorkerSite, random: Random, isOver: () => boolean) {
  const { sendUntilFinal: send } = site;
  const calendar = await send('POST', '/calendars', {
    name: 'Office',
    time_zone: 'Europe/Berlin',
    weekly: week,
  });
  const create = (fields: object) =>
    send('POST', '/sla-policies', {
      record_type: 'incident',
      targets: drawTargets(random),
      ...fields,
    });
  const urgent = await create({
    name: 'Urgent',
    when: { all: [{ field: 'priority', operator: 'in', value: ['P1', 'P2'] }] },
  });
  const rest = await create({ name: 'Rest', calendar_id: calendar.id });
  const pause = () => sleep(random.below(MAX_PAUSE_MS));
  const ofPolicies = repeat(isOver, async () => {
    const { id } = random.pick([urgent, rest]);
    const fields = random.chance(0.7)
      ? { targets: drawTargets(random) }
      : { active: random.chance(0.6) };
    await send('PATCH', `/sla-policies/${id}`, fields);
    await pause();
  });
  const ofCalendar = repeat(isOver, async () => {
    const to = `${9 + random.below(14)}:00`.padStart(5, '0');
    await send('PATCH', `/calendars/${calendar.id}`, { weekly: { ...week, sat: [['08:00', to]] } });
    await pause();
  });
  const counts = await Promise.all([ofPolicies, ofCalendar]);
  return counts[0] + counts[1];
}

const newRecords = (site: WorkerSite, records: number): Promise<string[]> => {
  const ids: string[] = [];
  return inParallel(SENDERS, records, async (n) => {
    const body = { short_description: `Recomputed ${n}`, priority: priorities[n % 4] };
    const { id } = await site.sendUntilFinal('POST', '/incidents', body);
    await site.sendUntilFinal('PATCH', `/incidents/${id}`, { state: 'in_progress' });
    ids.push(id);
  }).then(() => ids);
};

/** Each saver has records of its own, whose states it knows. */
function saveRecords(
  site: WorkerSite,
  ids: readonly string[],
  random: Random,
  isOver: () => boolean,
): Promise<number> {
  const held = new Set<string>();
  return repeat(isOver, async () => {
    const id = random.pick(ids);
    const kind = random.below(3);
    if (kind === 0)
      await site.sendUntilFinal('POST', `/incidents/${id}/notes`, {
        body: 'Still on it',
        visibility: 'public',
      });
    else if (kind === 1)
      await site.sendUntilFinal('PATCH', `/incidents/${id}`, { priority: random.pick(priorities) });
    else {
      const isHeld = held.delete(id);
      if (!isHeld) held.add(id);
      const hold = {
        state: 'on_hold',
        on_hold_reason: random.pick(['awaiting_caller', 'awaiting_vendor']),
      };
      await site.sendUntilFinal(
        'PATCH',
        `/incidents/${id}`,
        isHeld ? { state: 'in_progress' } : hold,
      );
    }
  });
}

async function killWorkers(site: WorkerSite, kills: number, random: Random): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await until(
      'clocks are recomputed',
      async () => (await site.sql(OUTDATED_INCIDENT)).length > 0,
    );
    await sleep(random.below(MAX_DELAY_MS));
    const worker = random.pick(site.workers);
    await worker.kill();
    if (site.startWorkerHere) await site.startWorkerHere();
    else await worker.start();
  }
}

/** Each query returns rows only for faults. */
const questions: Record<string, string> = {
  'events of an incident with a gap or a double': `
    select incidents.id, event_sequence, array_agg(sequence order by sequence) as found
    from incidents left join events on events.record_id = incidents.id
    group by incidents.id, event_sequence
    having count(*) <> event_sequence or count(distinct sequence) <> event_sequence or max(sequence) <> event_sequence`,
  'entries of an incident that miss a version': `
    select incidents.id, version from incidents join entries on entries.record_id = incidents.id
    group by incidents.id, version
    having count(distinct record_version) <> version or max(record_version) <> version`,
  'two recomputations in a row with the same changes': `
    select record_id, record_version from (
      select record_id, record_version, changes, cause ->> 'kind' as kind,
        lag(changes) over history as last, lag(cause ->> 'kind') over history as last_kind
      from entries where record_type = 'incident' window history as (partition by record_id order by at, id)
    ) as entries where kind = 'sla_policies' and last_kind = 'sla_policies' and changes = last`,
};

export async function proveRecompute(
  { records, kills, seed }: RecomputeOptions,
  isShort: boolean,
): Promise<Report> {
  const random = randomFrom(seed);
  const site = await startWorkers(isShort, {});
  try {
    const ids = await newRecords(site, records);
    let isKilled = false;
    const isOver = () => isKilled;
    const ofSaver = (saver: number) => ids.filter((_, at) => at % SAVERS === saver);
    const work = [
      changeDefinitions(site, randomFrom(seed + 1), isOver),
      ...Array.from({ length: SAVERS }, (_, saver) =>
        saveRecords(site, ofSaver(saver), randomFrom(seed + 2 + saver), isOver),
      ),
    ];
    await Promise.race([killWorkers(site, kills, random), ...work]);
    isKilled = true;
    const [definitions = 0, ...saved] = await Promise.all(work);
    await until(
      'all clocks are those of the last definitions',
      async () => (await site.sql(OUTDATED_INCIDENT)).length === 0,
    );
    const { compared, faults } = await compareWithRebuilds(site.databaseUrl);
    if (compared !== records) faults.push(`${compared} of ${records} incidents are open`);
    for (const [name, text] of Object.entries(questions)) {
      const rows = await site.sql(text);
      if (rows.length > 0) faults.push(`${name}, ${rows.length} times: ${JSON.stringify(rows[0])}`);
    }
    const [{ n: recomputed }] = (await site.sql(
      `select count(*)::int as n from entries where cause ->> 'kind' = 'sla_policies'`,
    )) as [{ n: number }];
    return {
      figures: {
        seed,
        records,
        kills,
        definitions,
        saved: saved.reduce((sum, one) => sum + one, 0),
        recomputed,
      },
      faults,
      goals: [atMost('clocks, events and entries that are wrong', faults.length, 0)],
    };
  } finally {
    await site.stop();
  }
}
