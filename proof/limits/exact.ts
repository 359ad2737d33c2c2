// One caller over two processes at three times its limit: what is let through is what the bucket holds, and no more.
import type { Report } from '../support/report.ts';
import { type Answered, atPace, LoadClient } from './client.ts';
import { startFleet } from '../support/fleet.ts';

const CLIENTS = 50;
/** A caller without rights: the request is charged and costs little else. */
const PATH = '/prod/api/v1/audit';

const shown = (answer: Answered, name: string): number =>
  Number(answer.headers[`x-ratelimit-${name}`]);

interface Bucket {
  limits: string;
  capacity: number;
  perSecond: number;
  /** By how much several processes may pass it. */
  slack: number;
}

/** `accepted` is within what the bucket held and got; never above, and 5 % below at most. */
async function press(name: string, bucket: Bucket, seconds: number): Promise<Report> {
  const fleet = await startFleet(2, { RATE_LIMITS: bucket.limits });
  const client = new LoadClient(CLIENTS);
  const faults: string[] = [];
  try {
    const headers = await fleet.bearer('pressed', ['requester']);
    // Both processes know the token and Valkey before it counts, and the bucket is full again.
    for (const { url } of fleet.apis) await client.ask(url + PATH, { headers });
    await new Promise((done) => setTimeout(done, 300));
    let first = 0;
    let last = 0;
    const answers = await atPace(bucket.perSecond * 3, seconds, async (n) => {
      first ||= performance.now();
      const url = fleet.apis[n % 2]?.url + PATH;
      const answer = await client.ask(url, { headers });
      last = performance.now();
      const isPast = shown(answer, 'reset') < Math.floor(Date.now() / 1000);
      if (isPast) faults.push(`${name}: reset ${shown(answer, 'reset')} is past`);
      if (!(shown(answer, 'remaining') >= 0)) faults.push(`${name}: remaining is not shown`);
      return answer;
    });
    const accepted = answers.filter(({ status }) => status === 403);
    const refused = answers.filter(({ status }) => status === 429);
    const most = bucket.capacity + (bucket.perSecond * (last - first)) / 1000;
    if (accepted.length > most + bucket.slack)
      faults.push(`${name}: ${accepted.length} accepted, ${most.toFixed(0)} allowed`);
    if (accepted.length < most * 0.95)
      faults.push(`${name}: only ${accepted.length} of ${most.toFixed(0)} accepted`);
    if (accepted.length + refused.length !== answers.length) faults.push(`${name}: other answers`);
    if (refused.some((answer) => !(Number(answer.headers['retry-after']) >= 1)))
      faults.push(`${name}: 429 without Retry-After`);
    if (refused.some((answer) => shown(answer, 'remaining') !== 0))
      faults.push(`${name}: 429 with something left`);
    return {
      figures: {
        [`${name} sent`]: answers.length,
        [`${name} accepted`]: accepted.length,
        [`${name} allowed`]: Math.floor(most),
      },
      faults: faults.slice(0, 10),
    };
  } finally {
    client.close();
    await fleet.stop();
  }
}

export async function proveExact(seconds: number): Promise<Report> {
  const caller = await press(
    'caller',
    { limits: 'general=100', capacity: 100, perSecond: 100, slack: 0 },
    seconds,
  );
  const gateway = await press(
    'gateway',
    {
      limits: 'general=100000,gateway=100,gateway.burst=200,address=1000,address.burst=1000',
      capacity: 200,
      perSecond: 100,
      slack: 4,
    },
    seconds,
  );
  return {
    figures: { ...caller.figures, ...gateway.figures },
    faults: [...caller.faults, ...gateway.faults],
  };
}
