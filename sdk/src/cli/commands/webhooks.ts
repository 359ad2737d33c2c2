// Tests outbound webhooks, and lists, retries and replays their deliveries.
import type { DeliverySummary, ReplayAll, WebhookTest } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { type ExitName, usageError } from '../exit-codes.ts';
import { paintDim, paintId, paintValue } from '../terminal/paint.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/text.ts';
import { localTime } from '../terminal/time.ts';
import { eventTypes } from '../../generated/event-types.ts';
import { anyOf, filter, type ListSpec, pageOptions, runList, timeFilter } from './lists.ts';

const deliveries: ListSpec<DeliverySummary> = {
  one: 'delivery',
  many: 'deliveries',
  pages: (client, query, options) => client.webhooks.deliveries.list(query, options),
  columns: [
    { title: 'DELIVERY', value: ({ id }) => id, paint: paintId },
    { title: 'STATUS', value: ({ status }) => status, paint: paintValue },
    { title: 'EVENT', value: ({ event }) => event, leaveOut: 2 },
    { title: 'RECORD', value: ({ record }) => record.id, leaveOut: 3 },
    { title: 'TRIES', value: (row) => row.attempt_count, alignEnd: true, leaveOut: 4 },
    { title: 'HTTP', value: (row) => row.last_status, alignEnd: true, leaveOut: 5 },
    { title: 'CREATED', value: (row) => localTime(row.created_at), paint: paintDim, leaveOut: 6 },
    { title: 'ERROR', value: (row) => row.last_error, minWidth: 16, leaveOut: 1 },
  ],
};

/** A job of the service replays all finished deliveries of a webhook with a status. */
async function replayMany(invocation: Invocation, webhook: string): Promise<ExitName> {
  const { values, terminal, isJson, signal } = invocation;
  const since = values.text('since');
  if (!since)
    throw usageError(
      'The start time is missing: add --since 24h, or --since 2026-11-15T09:30:00Z.',
    );
  const client = await invocation.connect();
  const body = { status: 'failed', ...values.parameters(), since } as ReplayAll;
  const accepted = await client.webhooks.outbound.replay(webhook, body, { signal });
  const progress = new Progress(terminal, accepted.total);
  const job = await client.jobs.wait(accepted, {
    signal,
    onProgress: ({ processed: done, failed }) => progress.update({ done, failed }),
  });
  progress.end();
  if (isJson) terminal.printJson({ ...job, results: undefined });
  else
    terminal.print(
      `${plural(job.succeeded, 'delivery', 'deliveries')} replayed${job.failed > 0 ? `, ${job.failed} failed` : ''}.`,
    );
  return job.failed > 0 ? 'failed' : 'ok';
}

async function replay(invocation: Invocation): Promise<ExitName> {
  const { args, values, terminal, isJson, signal } = invocation;
  const webhook = values.text('webhook');
  const id = args['delivery'];
  if ((id === undefined) === (webhook === undefined))
    throw usageError(
      'Give the id of a delivery, or --webhook with --since.',
      'Run `signalbox webhooks deliveries --status failed` for failed deliveries.',
    );
  if (webhook !== undefined) return replayMany(invocation, webhook);
  const client = await invocation.connect();
  const created = await client.webhooks.deliveries.replay(id ?? '', { signal });
  if (isJson) terminal.printJson(created);
  else
    terminal.print(
      `${created.event} of ${created.record.id} is sent again, as delivery ${created.id}.`,
    );
  return 'ok';
}

async function retry({ args, connect, terminal, isJson, signal }: Invocation): Promise<void> {
  const client = await connect();
  const delivery = await client.webhooks.deliveries.retry(args['delivery'] ?? '', { signal });
  if (isJson) terminal.printJson(delivery);
  else
    terminal.print(
      `Attempt ${delivery.attempt_count + 1} of ${delivery.event} of ${delivery.record.id} is made now.`,
    );
}

async function sendTest(invocation: Invocation): Promise<ExitName> {
  const { args, values, connect, terminal, isJson, signal } = invocation;
  const client = await connect();
  const test = values.parameters() as WebhookTest;
  const result = await client.webhooks.outbound.test(args['webhook'] ?? '', test, { signal });
  const { status_code: status, error, duration_ms: ms } = result.attempt;
  if (isJson) terminal.printJson(result);
  else terminal.print(error ?? `The receiver responded ${status} in ${ms} ms.`);
  return result.delivered ? 'ok' : 'failed';
}

export const webhookCommands: Command[] = [
  {
    path: 'webhooks deliveries',
    summary: 'List deliveries of outbound webhooks',
    operationId: 'listAllDeliveries',
    options: {
      status: anyOf('status', 'Status', ['pending', 'retrying', 'delivered', 'failed']),
      webhook: anyOf('webhook_id', 'Id of the webhook'),
      event: anyOf('event', 'Event type', eventTypes),
      record: anyOf('record', 'Id of the record'),
      since: timeFilter('since', 'Created at this time or later'),
      ...pageOptions(),
    },
    examples: ['signalbox webhooks deliveries --status failed --since 24h'],
    run: (invocation) => runList(invocation, deliveries),
  },
  {
    path: 'webhooks test',
    summary: 'Send an example event to a webhook',
    description: 'Prints the response of the receiver, or why it could not be reached.',
    operationId: 'testOutboundWebhook',
    args: [{ name: 'webhook', summary: 'Id of the webhook' }],
    options: {
      event: filter('event', 'Event type of the example', { choices: eventTypes }),
    },
    examples: [
      'signalbox webhooks test wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e --event incident.resolved',
    ],
    run: sendTest,
  },
  {
    path: 'webhooks retry',
    summary: 'Make the next attempt of a delivery now',
    description: 'The attempts after it follow the usual schedule, counted from its end.',
    operationId: 'retryDelivery',
    args: [{ name: 'delivery', summary: 'Id of a delivery that has not finished' }],
    examples: ['signalbox webhooks retry 019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e'],
    run: retry,
  },
  {
    path: 'webhooks replay',
    summary: 'Send deliveries again',
    description:
      'Sends one delivery by its id, or the deliveries of a webhook since a time, oldest first.',
    operationId: 'replayDeliveries',
    args: [{ name: 'delivery', summary: 'Id of a delivery', isOptional: true, isId: true }],
    options: {
      webhook: {
        value: 'id',
        summary: 'All deliveries of this webhook; needs --since',
        isId: true,
      },
      since: timeFilter('since', 'Created at this time or later'),
      until: timeFilter('until', 'Created before this time'),
      status: filter('status', 'Status of the deliveries (default failed)', {
        choices: ['failed', 'delivered'],
      }),
      event: filter('event', 'Event type', { choices: eventTypes }),
    },
    examples: [
      'signalbox webhooks replay 019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
      'signalbox webhooks replay --webhook wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e --since 24h',
    ],
    run: replay,
  },
];
