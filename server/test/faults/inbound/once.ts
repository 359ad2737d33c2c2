// Events sent repeatedly to processes that are killed become exactly one incident each. Some are resolved at the same URL,
// each exactly once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../../support/service-process.ts';
import { randomFrom } from '../../support/random.ts';
import type { Report } from '../../support/report.ts';
import { startInboundFleet } from './inbound-fleet.ts';
import { inParallel, keepAliveAgent, post, signature } from '../../support/senders.ts';

export interface OnceOptions {
  events: number;
  kills: number;
  seed: number;
}

const PROCESSES = 2;
const SENDERS = 24;
const MAX_SENDS = 5;
const MAX_TRIES = 400;
/** Sends of one event are spread over this many events. */
const SPREAD = 40;
/** Every third alert is resolved. */
const isResolved = (n: number): boolean => n % 3 === 0;

/** Spreads the kills over the run time of the senders; the other process serves meanwhile. */
async function killAround(
  apis: readonly ServiceProcess[],
  kills: number,
  progress: () => number,
  { seed, isRestarted }: { seed: number; isRestarted: boolean },
) {
  const random = randomFrom(seed);
  let killed = 0;
  for (; killed < kills; killed += 1) {
    while (progress() < (killed + 0.1) / kills && progress() < 1) await sleep(5);
    if (progress() >= 1) break;
    const api = random.pick([...apis]);
    await api.kill();
    if (isRestarted) await api.restart();
  }
  return killed;
}

export async function proveOnce(
  { events, kills, seed }: OnceOptions,
  isShort: boolean,
): Promise<Report> {
  const fleet = await startInboundFleet(PROCESSES);
  const agent = keepAliveAgent(SENDERS);
  const random = randomFrom(seed);
  const faults: string[] = [];
  try {
    const webhook = await fleet.manage('POST', '/webhooks/inbound', {
      name: 'Once',
      field_mapping: { short_description: 'event {{ n }}' },
      dedup_key: 'once/{{ n }}',
      resolve_when: [{ field: 'status', operator: 'eq', value: 'resolved' }],
    });
    const sendCounts = Array.from({ length: events }, () => 1 + random.below(MAX_SENDS));
    // Each send is a task, shuffled, so that sends of one event overlap. A resolved event is sent after all firing ones
    // began, and can overtake them.
    const jobs = sendCounts
      .flatMap((times, n) => [
        ...Array.from({ length: times }, () => ({
          n,
          status: 'firing',
          at: n + random.below(SPREAD),
        })),
        ...(isResolved(n) ? [1, 2].map(() => ({ n, status: 'resolved', at: n + SPREAD })) : []),
      ])
      .toSorted((one, other) => one.at - other.at);
    let done = 0;
    let refusals = 0;
    let unanswered = 0;
    const responses = new Map<number, Set<string>>();
    const send = async (job: number): Promise<void> => {
      const { n, status: alert } = jobs[job] ?? { n: 0, status: '' };
      const body = JSON.stringify({ n, status: alert });
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { url } = random.pick(fleet.apis);
        try {
          const { status, body: reply } = await post(
            agent,
            `${url}/prod/api/webhooks/inbound/${webhook.id}`,
            {
              'x-service-signature': signature(webhook.secret, body),
              'webhook-id': `${alert}${n}`,
            },
            body,
          );
          // A resolved event that overtook the firing one is ignored, and sent again.
          const isDone = (status === 200 || status === 201) && reply['status'] !== 'ignored';
          if (isDone) {
            responses.set(n, (responses.get(n) ?? new Set()).add(String(reply['incident_id'])));
            done += 1;
            return;
          }
          refusals += 1;
          if (status !== 503 && reply['status'] !== 'ignored')
            faults.push(`event ${n}: ${status} ${JSON.stringify(reply)}`);
        } catch {
          unanswered += 1;
        }
        await sleep(20);
      }
      faults.push(`event ${n} was never accepted`);
      done += 1;
    };
    const killing = killAround(fleet.apis, kills, () => done / jobs.length, {
      seed,
      isRestarted: !isShort,
    });
    // It is awaited below; until then an unhandled rejection must not end this process and orphan its children.
    killing.catch(() => {});
    await inParallel(SENDERS, jobs.length, send);
    const killed = await killing;
    if (killed < kills) faults.push(`${killed} of ${kills} kills came before the last event`);
    const [count] = await fleet.sql(
      'select count(*)::int as n, count(distinct short_description)::int as events from incidents',
    );
    if (count.n !== events || count.events !== events)
      faults.push(`${events} events, but ${count.n} incidents of ${count.events} events`);
    const split = [...responses].filter(([, ids]) => ids.size !== 1).length;
    if (split > 0) faults.push(`${split} events got responses with more than one incident`);
    const [incomplete] = await fleet.sql(`select count(*)::int as n from incidents i
      where state = 'new' and ((select count(*) from events where record_id = i.id) <> 1
        or (select count(*) from entries where record_id = i.id) <> 1)`);
    if (incomplete.n > 0)
      faults.push(`${incomplete.n} incidents do not have one event and one entry`);
    const ended = sendCounts.filter((_, n) => isResolved(n)).length;
    const [resolved] = await fleet.sql(`select count(*)::int as n from incidents i
      where state = 'resolved' and occurrences = 1
        and (select count(*) from events where record_id = i.id and type = 'incident.resolved') = 1
        and (select count(distinct sequence) from events where record_id = i.id) = event_sequence`);
    if (resolved.n !== ended) faults.push(`${resolved.n} of ${ended} were resolved exactly once`);
    return {
      figures: {
        seed,
        events,
        sendings: jobs.length,
        kills: killed,
        unanswered,
        busy: refusals,
        incidents: count.n,
        resolved: resolved.n,
      },
      faults,
    };
  } finally {
    agent.destroy();
    await fleet.stop();
  }
}
