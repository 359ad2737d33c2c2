// Lists and replays deliveries of outbound webhooks.
import type { DeliverySummary, ReplayAll } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { type ExitName, usageError } from '../exit-codes.ts';
import { paintDim, paintId, paintValue } from '../terminal/paint.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/text.ts';
import { localTime } from '../terminal/time.ts';
import { eventTypes } from './event-types.ts';
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
    path: 'webhooks replay',
    summary: 'Send deliveries again',
    description:
      'Sends one delivery by its id, or the deliveries of a webhook since a time, oldest first.',
    operationId: 'replayDeliveries',
    args: [{ name: 'delivery', summary: 'Id of a delivery', isOptional: true }],
    options: {
      webhook: { value: 'id', summary: 'All deliveries of this webhook; needs --since' },
      since: timeFilter('since', 'Created at this time or later'),
      until: timeFilter('until', 'Created before this time'),
      status: filter('status', 'Status of the deliveries (default failed)', {
        choices: ['failed', 'delivered'],
      }),
      event: filter('event', 'Event type', { choices: eventTypes }),
    },
    examples: [
      'signalbox webhooks replay 019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
      'signalbox webhooks replay --webhook wh_out_… --since 24h',
    ],
    run: replay,
  },
];
