// A bucket admits, over two processes at three times its rate, its capacity plus its refill and no more.
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimits as interfaceLimits } from '../../../src/platform/limits/rate-limits.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import type { Report } from '../../support/report.ts';
import { type ClientResponse, atPace, LoadClient, percentile } from '../../support/client.ts';
import { type Observation, checkShown, type Size } from './bucket-state.ts';

const CLIENTS = 50;
/** The caller has no permissions: the request is charged and costs little else. */
const unpermitted = { path: '/audit', roles: ['requester'] };
const MIN_SHARE = 0.95;
const CHARGED: ReadonlySet<number> = new Set([403, 429]);
/** These requests are measured before the load starts: with no other requests, only one remaining count is possible. */
const ONE_BY_ONE = 30;

interface Bucket extends Size {
  name: string;
  /** Several processes may exceed the limit by this many. */
  slack: number;
}

/**
 * The count is at most capacity plus refill until the last response, and at least 95 % of capacity plus refill until
 * the last send.
 */
function checkCount(bucket: Bucket, observations: readonly Observation[]): Report {
  const { name, capacity, perSecond, slack } = bucket;
  const accepted = observations.filter(({ isAllowed }) => isAllowed).length;
  const first = observations[0]?.sentAt ?? 0;
  const got = (moment: number) => capacity + (perSecond * (moment - first)) / 1000;
  const most = got(Math.max(...observations.map(({ receivedAt }) => receivedAt)));
  const least = MIN_SHARE * got(Math.max(...observations.map(({ sentAt }) => sentAt)));
  const faults: string[] = [];
  if (accepted > most + slack) faults.push(`${name}: ${accepted} accepted of ${most.toFixed(1)}`);
  if (accepted < least) faults.push(`${name}: only ${accepted} accepted of ${most.toFixed(1)}`);
  return {
    figures: {
      [`${name} sent`]: observations.length,
      [`${name} accepted`]: accepted,
      [`${name} allowed`]: Math.floor(most),
    },
    faults,
  };
}

const readLimit = (response: ClientResponse, name: string): number =>
  Number(response.headers[`x-ratelimit-${name}`]);

/** Checks the headers that every response must have, whatever its status. */
function headerFaults(response: ClientResponse): string[] {
  const faults: string[] = [];
  const { status } = response;
  if (!CHARGED.has(status)) faults.push(`status ${status}`);
  if (!(readLimit(response, 'reset') > 0)) faults.push('reset is not shown');
  if (!(readLimit(response, 'remaining') >= 0)) faults.push('remaining is not shown');
  if (status === 429 && readLimit(response, 'remaining') !== 0)
    faults.push('429 with remaining requests');
  if (status === 429 && !(Number(response.headers['retry-after']) >= 1))
    faults.push('429 without Retry-After');
  return faults;
}

interface Request {
  method?: string;
  /** The path is relative to the API root. */
  path: string;
  roles: string[];
}

/** The caller sends a request to both processes in turn. */
class Presser {
  readonly faults = new Set<string>();
  /** A shed request is charged to nobody and shows another bucket; it is counted as a separate fault. */
  readonly shed = new Set<Observation>();
  readonly #fleet: Fleet;
  readonly #client: LoadClient;
  readonly #bucket: Bucket;
  readonly #request: Request;
  readonly #headers: Record<string, string>;

  private constructor(
    fleet: Fleet,
    client: LoadClient,
    bucket: Bucket,
    request: Request,
    headers: Record<string, string>,
  ) {
    this.#fleet = fleet;
    this.#client = client;
    this.#bucket = bucket;
    this.#request = request;
    this.#headers = headers;
  }

  static async start(
    fleet: Fleet,
    client: LoadClient,
    bucket: Bucket,
    request: Request,
  ): Promise<Presser> {
    const headers = await fleet.bearer(`pressed-${bucket.name}`, request.roles);
    return new Presser(fleet, client, bucket, request, headers);
  }

  ask = async (n: number): Promise<Observation> => {
    const { path, method = 'GET' } = this.#request;
    const sentAt = performance.now();
    const url = `${this.#fleet.apis[n % 2]?.url}/prod/api/v1${path}`;
    const response = await this.#client.send(url, { method, headers: this.#headers });
    for (const fault of headerFaults(response)) this.faults.add(`${this.#bucket.name}: ${fault}`);
    const observation = {
      isAllowed: response.status === 403,
      remaining: readLimit(response, 'remaining'),
      reset: readLimit(response, 'reset'),
      sentAt,
      receivedAt: performance.now(),
    };
    if (!CHARGED.has(response.status)) this.shed.add(observation);
    return observation;
  };
}

/** If `isShown`, the responses show this bucket's state, and each is checked. */
async function press(
  fleet: Fleet,
  bucket: Bucket,
  seconds: number,
  isShown: boolean,
): Promise<Report> {
  const client = new LoadClient(CLIENTS);
  const { ask, shed, faults } = await Presser.start(fleet, client, bucket, unpermitted);
  const full = () => sleep((bucket.capacity / bucket.perSecond) * 1000);
  try {
    // After the warm-up both processes have seen the token and reached Valkey, and the bucket is full again.
    for (const n of [0, 1, 0, 1]) await ask(n);
    await full();
    const alone: Observation[] = [];
    if (isShown) for (let n = 0; n < ONE_BY_ONE; n += 1) alone.push(await ask(n));
    await full();
    const observations = await atPace(bucket.perSecond * 3, seconds, ask);
    const report = checkCount(bucket, observations);
    const truth = isShown
      ? checkObservations(
          bucket,
          [...alone, ...observations].filter((one) => !shed.has(one)),
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

function checkObservations(bucket: Bucket, observations: readonly Observation[]): Report {
  const { faults, choices } = checkShown(bucket, observations, bucket.name);
  const { name } = bucket;
  return {
    figures: {
      [`${name} judged`]: observations.length,
      [`${name} choices`]: percentile(choices, 0.5),
    },
    faults: faults.length > 0 ? [`${name}: ${faults.length} responses untrue`, ...faults] : [],
  };
}

const isAway = (line: Record<string, unknown>): boolean => line['msg'] === 'valkey.disconnected';

/** An auditor may use none of the AI endpoints, so that a request is charged and costs little else. */
async function pressMinute(
  fleet: Fleet,
  endpoint: 'ask' | 'analyze' | 'exemplars' | 'suggest' | 'query',
  seconds: number,
): Promise<Report> {
  const capacity = interfaceLimits[`ai.${endpoint}`];
  const bucket = { name: endpoint, capacity, perSecond: capacity / 60, slack: 0 };
  const request = { method: 'POST', path: `/ai/${endpoint}`, roles: ['auditor'] };
  const client = new LoadClient(CLIENTS);
  try {
    const { ask, shed, faults } = await Presser.start(fleet, client, bucket, request);
    const observations: Observation[] = [];
    for (let n = 0; n < ONE_BY_ONE; n += 1) observations.push(await ask(n));
    observations.push(...(await atPace(capacity / 2, seconds, ask)));
    const counted = observations.filter((one) => !shed.has(one));
    const [report, truth] = [checkCount(bucket, counted), checkObservations(bucket, counted)];
    return {
      figures: { ...report.figures, ...truth.figures },
      faults: [...faults, ...report.faults, ...truth.faults].slice(0, 10),
    };
  } finally {
    client.close();
  }
}

const minuteEndpoints = ['ask', 'analyze', 'exemplars', 'suggest', 'query'] as const;

export async function proveExact(seconds: number): Promise<Report> {
  const caller = { name: 'caller', capacity: 100, perSecond: 100, slack: 0 };
  // The limit is a fiftieth of the gateway's; a process may be off by one batch of two.
  const gateway = { name: 'gateway', capacity: 200, perSecond: 100, slack: 4 };
  const gatewayLimits =
    'general=100000,gateway=100,gateway.burst=200,address=1000,address.burst=1000';
  // The fleets are started before any of them is measured: a start takes the processor.
  const fleets = await Promise.all(
    ['general=100', gatewayLimits].map((limits) => startFleet(2, { RATE_LIMITS: limits })),
  );
  const [ofCaller, ofGateway] = fleets as [Fleet, Fleet];
  try {
    const reports = [
      await press(ofCaller, caller, seconds, true),
      await press(ofGateway, gateway, seconds, false),
      ...(await Promise.all(minuteEndpoints.map((one) => pressMinute(ofCaller, one, seconds)))),
    ];
    return {
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
      faults: reports.flatMap(({ faults }) => faults),
    };
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.stop()));
  }
}
