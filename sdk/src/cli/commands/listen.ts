// Sends events to a receiver on this machine, as an outbound webhook would: no public address is needed.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Event, webhooks } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { type ExitName, usageError } from '../exit-codes.ts';
import { parseUrl } from '../profiles/loopback.ts';
import { eventFilters, eventHead, followEvents } from './tail.ts';

const TIMEOUT_MS = 10_000;
const SECRET = /^whsec_[A-Za-z0-9+/]{20,}={0,2}$/;

/** Members are in the order of a delivery. */
const deliveredBody = ({ event, timestamp, service_instance, data }: Event): string =>
  JSON.stringify({ event, timestamp, service_instance, data });

/** The headers are those of a first attempt. */
async function deliveryHeaders(
  event: Event,
  body: string,
  secret: string,
): Promise<Record<string, string>> {
  const signature = await webhooks.sign(body, secret, { id: event.id });
  return {
    'content-type': 'application/json',
    'user-agent': 'Signalbox-Webhooks',
    'x-service-event': event.event,
    'x-service-event-id': event.id,
    'x-service-delivery': randomUUID(),
    'x-service-attempt': '1',
    'x-service-sequence': String(event.sequence),
    ...signature,
  };
}

interface Outcome {
  status: number | null;
  error: string | null;
  duration_ms: number;
}

async function forward(
  url: string,
  event: Event,
  secret: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = deliveredBody(event);
  const headers = await deliveryHeaders(event, body, secret);
  const startedAt = performance.now();
  const withDuration = (outcome: Omit<Outcome, 'duration_ms'>) => ({
    ...outcome,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return withDuration({
      status: response.status,
      error: response.ok ? null : `status ${response.status}`,
    });
  } catch (error) {
    const { name, cause } = error as Error;
    const code = (cause as { code?: string } | undefined)?.code;
    return withDuration({
      status: null,
      error: name === 'TimeoutError' ? 'no response within 10 s' : `no connection: ${code ?? name}`,
    });
  }
}

function secretOf({ values }: Invocation): string {
  const given = values.text('secret');
  if (given === undefined) return `whsec_${randomBytes(32).toString('base64')}`;
  if (!SECRET.test(given))
    throw usageError(
      '--secret: a secret is whsec_ followed by base64.',
      'Leave it out to get a new one.',
    );
  return given;
}

async function listen(invocation: Invocation): Promise<ExitName> {
  const { values, terminal, isJson, signal } = invocation;
  const url = values.text('forward') ?? '';
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
    throw usageError(
      url
        ? `--forward: ${url} is not a web address.`
        : 'The address of the receiver is missing: add --forward.',
      'For example: signalbox webhooks listen --forward http://localhost:3000/webhooks',
    );
  const secret = secretOf(invocation);
  const { messageStyle: style } = terminal;
  terminal.message(`Forwarding to  ${url}`);
  terminal.message(`Secret         ${style('bold', secret)}`);
  if (values.text('secret') === undefined)
    terminal.message(
      style('dim', 'The secret is new in every run unless you give one with --secret.'),
    );
  await followEvents(invocation, async (event) => {
    const outcome = await forward(url, event, secret, signal);
    if (isJson)
      return terminal.printJson({
        id: event.id,
        event: event.event,
        record: event.record,
        ...outcome,
      });
    const result = outcome.error
      ? terminal.style('red', `✗ ${outcome.error}`)
      : terminal.style('green', `✓ ${outcome.status}`);
    terminal.print(
      `${eventHead(invocation, event)}  ${result}  ${terminal.style('dim', `${outcome.duration_ms} ms`)}`,
    );
  });
  return 'ok';
}

export const listenCommands: Command[] = [
  {
    path: 'webhooks listen',
    summary: 'Send events to a receiver on this machine',
    description:
      'For the development of a receiver: reads the event stream and posts each event that you may read, with the same body, headers and signatures as a delivery. Unlike a webhook, it sends each event once, one after the other, and keeps no record.',
    operationId: 'streamEvents',
    options: {
      forward: { value: 'url', summary: 'Address of the receiver' },
      ...eventFilters,
      secret: { value: 'whsec_…', summary: 'Secret of the signatures (default: a new one)' },
      count: { value: 'n', isCount: true, summary: 'End after this many events' },
    },
    examples: ['signalbox webhooks listen --forward http://localhost:3000 --type incident.created'],
    run: listen,
  },
];
