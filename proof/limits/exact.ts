// What a bucket lets through over two processes at three times its rate: what it held and got, and no more.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import {
  buildLimits,
  figures as interfaceFigures,
} from '../../server/src/platform/limits/limits.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import type { Report } from '../support/report.ts';
import { type Answered, atPace, LoadClient, percentile } from './client.ts';
import { type Ask, judgeShown, type Size } from './shown.ts';

const CLIENTS = 50;
/** A caller without rights: the request is charged and costs little else. */
const PATH = '/prod/api/v1/audit';
const LEAST_SHARE = 0.95;
const CHARGED: ReadonlySet<number> = new Set([403, 429]);
/** Before the crowd comes: with nobody beside it, what is left can be one number only. */
const ONE_BY_ONE = 30;

interface Bucket extends Size {
  name: string;
  /** By how much several processes may pass it. */
  slack: number;
}

/** Never above what the bucket held and got until the last answer; 5 % below what it had got when the last was sent. */
function judgeCount(bucket: Bucket, asks: readonly Ask[]): Report {
  const { name, capacity, perSecond, slack } = bucket;
  const accepted = asks.filter(({ isAllowed }) => isAllowed).length;
  const first = asks[0]?.sentAt ?? 0;
  const got = (moment: number) => capacity + (perSecond * (moment - first)) / 1000;
  const most = got(Math.max(...asks.map(({ heardAt }) => heardAt)));
  const least = LEAST_SHARE * got(Math.max(...asks.map(({ sentAt }) => sentAt)));
  const faults: string[] = [];
  if (accepted > most + slack) faults.push(`${name}: ${accepted} accepted of ${most.toFixed(1)}`);
  if (accepted < least) faults.push(`${name}: only ${accepted} accepted of ${most.toFixed(1)}`);
  return {
    figures: {
      [`${name} sent`]: asks.length,
      [`${name} accepted`]: accepted,
      [`${name} allowed`]: Math.floor(most),
    },
    faults,
  };
}

const shown = (answer: Answered, name: string): number =>
  Number(answer.headers[`x-ratelimit-${name}`]);

/** What every answer must say, whatever it is. */
function headerFaults(answer: Answered): string[] {
  const faults: string[] = [];
  const { status } = answer;
  if (!CHARGED.has(status)) faults.push(`answered ${status}`);
  if (!(shown(answer, 'reset') > 0)) faults.push('reset is not shown');
  if (!(shown(answer, 'remaining') >= 0)) faults.push('remaining is not shown');
  if (status === 429 && shown(answer, 'remaining') !== 0) faults.push('429 with something left');
  if (status === 429 && !(Number(answer.headers['retry-after']) >= 1))
    faults.push('429 without Retry-After');
  return faults;
}

/** `isShown`: its standing is what the answers show, each of them judged. */
async function press(
  fleet: Fleet,
  bucket: Bucket,
  seconds: number,
  isShown: boolean,
): Promise<Report> {
  const client = new LoadClient(CLIENTS);
  const headers = await fleet.bearer('pressed', ['requester']);
  const faults = new Set<string>();
  const shed = new Set<Ask>();
  const ask = async (n: number): Promise<Ask> => {
    const sentAt = performance.now();
    const answer = await client.ask(`${fleet.apis[n % 2]?.url}${PATH}`, { headers });
    for (const fault of headerFaults(answer)) faults.add(`${bucket.name}: ${fault}`);
    const asked = {
      isAllowed: answer.status === 403,
      remaining: shown(answer, 'remaining'),
      reset: shown(answer, 'reset'),
      sentAt,
      heardAt: performance.now(),
    };
    // What was shed was charged to nobody, and shows another bucket; it is a fault of its own.
    if (!CHARGED.has(answer.status)) shed.add(asked);
    return asked;
  };
  const full = () => sleep((bucket.capacity / bucket.perSecond) * 1000);
  try {
    // Both processes know the token and Valkey before it counts, and the bucket is full again.
    for (const n of [0, 1, 0, 1]) await ask(n);
    await full();
    const alone: Ask[] = [];
    if (isShown) for (let n = 0; n < ONE_BY_ONE; n += 1) alone.push(await ask(n));
    await full();
    const asks = await atPace(bucket.perSecond * 3, seconds, ask);
    const report = judgeCount(bucket, asks);
    const truth = isShown
      ? judgeAll(
          bucket,
          [...alone, ...asks].filter((one) => !shed.has(one)),
        )
      : { figures: {}, faults: [] };
    const away = fleet.apis.flatMap(({ lines }) => lines()).filter(isAway).length;
    return {
      figures: { ...report.figures, ...truth.figures, [`${bucket.name} away`]: away },
      faults: [...faults, ...report.faults, ...truth.faults].slice(0, 10),
    };
  } finally {
    client.close();
  }
}

function judgeAll(bucket: Bucket, asks: readonly Ask[]): Report {
  const { faults, choices } = judgeShown(bucket, asks, bucket.name);
  const { name } = bucket;
  return {
    figures: { [`${name} judged`]: asks.length, [`${name} choices`]: percentile(choices, 0.5) },
    faults: faults.length > 0 ? [`${name}: ${faults.length} answers untrue`, ...faults] : [],
  };
}

const isAway = (line: Record<string, unknown>): boolean => line['msg'] === 'valkey.disconnected';

/** No call has this class yet, so the limits themselves are asked: two, as two processes have them. */
async function pressMinute(seconds: number): Promise<Report> {
  const { VALKEY_URL = '' } = process.env;
  const options = {
    valkeyUrl: VALKEY_URL,
    instance: `proof-${randomUUID()}`,
    figures: interfaceFigures,
  };
  const log = pino({ level: 'silent' });
  const pair = VALKEY_URL === '' ? [0] : [0, 1];
  const limits = pair.map(() => buildLimits(options, log));
  const bucket = { name: 'minute', capacity: 60, perSecond: 1, slack: 0 };
  const ask = async (n: number): Promise<Ask> => {
    const sentAt = performance.now();
    const verdict = await limits[n % limits.length]?.takeForCaller('ada', 'ai.ask');
    const { isAllowed = false, remaining = -1, resetSeconds = 0 } = verdict?.standing ?? {};
    return { isAllowed, remaining, reset: resetSeconds, sentAt, heardAt: performance.now() };
  };
  for (const one of limits) await one.areShared();
  const asks: Ask[] = [];
  for (let n = 0; n < ONE_BY_ONE; n += 1) asks.push(await ask(n));
  asks.push(...(await atPace(CLIENTS, seconds, ask)));
  for (const one of limits) one.close();
  const [report, truth] = [judgeCount(bucket, asks), judgeAll(bucket, asks)];
  return {
    figures: { ...report.figures, ...truth.figures },
    faults: [...report.faults, ...truth.faults].slice(0, 10),
  };
}

async function withFleet(limits: string, prove: (fleet: Fleet) => Promise<Report>) {
  const fleet = await startFleet(2, { RATE_LIMITS: limits });
  return prove(fleet).finally(() => fleet.stop());
}

export async function proveExact(seconds: number): Promise<Report> {
  const caller = { name: 'caller', capacity: 100, perSecond: 100, slack: 0 };
  // A fiftieth of the interface's; a process may be wrong by a lot of two.
  const gateway = { name: 'gateway', capacity: 200, perSecond: 100, slack: 4 };
  const reports = [
    await withFleet('general=100', (fleet) => press(fleet, caller, seconds, true)),
    await withFleet(
      'general=100000,gateway=100,gateway.burst=200,address=1000,address.burst=1000',
      (fleet) => press(fleet, gateway, seconds, false),
    ),
    await pressMinute(seconds),
  ];
  return {
    figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
    faults: reports.flatMap(({ faults }) => faults),
  };
}
