// After a restore, nobody may mistake the new history for the old one.
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../support/databases.ts';
import { within } from '../../support/processes.ts';
import type { Activity } from './activity.ts';
import { differencesOf, hashTables } from './hashes.ts';
import type { Drill, Point } from './ways.ts';

const GONE = 410;
const PARALLEL = 8;
const CREATED = 20;
const SENT_WITHIN_SECONDS = 120;
/** Nothing may be sent for this long, in which a worker would have sent everything. */
const HELD_SECONDS = 5;
const SHOWN = 5;
const WITNESSED_WITHIN_SECONDS = 30;

export async function rowFaults(drill: Drill, { hashes, given }: Point): Promise<string[]> {
  return withClient(drill.cluster.urlOf('postgres'), async (client) => {
    const actual = await drill.measure('hash', () => hashTables(client));
    drill.activity.acknowledged = new Set(given);
    const { rows } = await client.query(
      `select given.id from unnest($1::text[]) as given (id)
       where not exists (select from incidents where incidents.id = given.id)`,
      [given],
    );
    return [
      ...differencesOf(hashes, actual).map((text) => `rows differ in ${text}`),
      ...(rows.length > 0
        ? [`${rows.length} acknowledged incidents are missing, such as ${rows[0].id}`]
        : []),
    ];
  });
}

/** Opens a stream with each id; returns those that were not refused with 410. */
async function acceptedIds(activity: Activity): Promise<string[]> {
  const accepted: string[] = [];
  const waiting = [...activity.streamIds];
  const tryNext = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const stream = await activity.openStream(id);
      if (stream.status !== GONE) accepted.push(`${id}: ${stream.status}`);
      stream.destroy();
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, tryNext));
  return accepted;
}

export async function oldStreamFaults(activity: Activity): Promise<string[]> {
  const accepted = await acceptedIds(activity);
  return accepted.length === 0
    ? []
    : [
        `${accepted.length} of ${activity.streamIds.size} old stream ids are not refused: ${accepted.slice(0, SHOWN).join(', ')}`,
      ];
}

/** A stream that is cut and resumed after some seconds gets the events that it missed. */
export async function freshStreamFaults(
  activity: Activity,
  resumeSeconds: number,
): Promise<string[]> {
  const first = await activity.openStream();
  await first.until(({ lastEventId }) => lastEventId !== undefined, 'the first id');
  await activity.create();
  await first.untilEvents(1);
  const { lastEventId } = first;
  first.destroy();
  const missed = await activity.create();
  await sleep(resumeSeconds * 1000);
  const second = await activity.openStream(lastEventId);
  if (second.status !== 200) return [`a fresh stream is resumed with ${second.status}`];
  await second.untilEvents(1);
  const [event] = second.events;
  second.destroy();
  return event?.data.record.id === missed
    ? []
    : [`the resumed stream begins with ${JSON.stringify(event?.data)}, not with ${missed}`];
}

export async function numberFaults(activity: Activity): Promise<string[]> {
  for (let n = 0; n < CREATED; n += 1) await activity.create();
  const twice = activity.twice.splice(0);
  return twice.length === 0
    ? []
    : [`${twice.length} numbers are given twice: ${twice.slice(0, SHOWN).join(', ')}`];
}

const waitingSql = `
select (select count(*) from deliveries where status in ('pending', 'retrying'))::int as deliveries,
  (select count(*) from mails where ended_at is null)::int as mails`;

const countWaiting = (drill: Drill): Promise<{ deliveries: number; mails: number }> =>
  withClient(drill.cluster.urlOf('postgres'), async (client) => {
    const { rows } = await client.query(waitingSql);
    return rows[0];
  });

export interface Sent {
  deliveries: number;
  mails: number;
}

const countSent = ({ receiver, mailbox }: Activity): Sent => ({
  deliveries: receiver.received.length,
  mails: mailbox.delivered.length,
});

/** Forgets what was sent before the restore. */
export function beginCounting({ receiver, mailbox }: Activity): void {
  receiver.received.length = 0;
  mailbox.delivered.length = 0;
}

/** Nothing is sent before the release; all that waited, and what came after the restore, is sent after it. */
export async function releaseFaults(drill: Drill): Promise<{ faults: string[]; waited: Sent }> {
  const { activity } = drill;
  await activity.createMailed();
  await sleep(HELD_SECONDS * 1000);
  const early = countSent(activity);
  const waited = await countWaiting(drill);
  const faults = [
    ...(early.deliveries + early.mails > 0
      ? [`sent before the release: ${early.deliveries} deliveries, ${early.mails} mails`]
      : []),
    ...(waited.deliveries === 0 || waited.mails === 0
      ? [`nothing waits for the release: ${JSON.stringify(waited)}`]
      : []),
  ];
  await activity.follow('release');
  const areSent = async () => {
    const left = await countWaiting(drill);
    return left.deliveries + left.mails === 0;
  };
  await within(SENT_WITHIN_SECONDS, 'all that waited is sent', areSent).catch(
    async (error: Error) =>
      faults.push(`${error.message}: ${JSON.stringify(await countWaiting(drill))}`),
  );
  const sent = countSent(activity);
  if (sent.deliveries < waited.deliveries || sent.mails < waited.mails)
    faults.push(`of ${JSON.stringify(waited)} only ${JSON.stringify(sent)} arrived`);
  return { faults, waited };
}

/** The service was started without `admin restored`: it notices that events are gone which it had sent. */
export async function forgottenFaults(activity: Activity): Promise<string[]> {
  const areRefused = async () => (await acceptedIds(activity)).length === 0;
  return within(WITNESSED_WITHIN_SECONDS, 'old stream ids are refused', areRefused).then(
    () => [],
    (error: Error) => [`with the command forgotten: ${error.message}`],
  );
}
