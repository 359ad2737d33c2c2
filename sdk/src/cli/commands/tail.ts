// Prints events as they happen.
import type { Event, EventType, Signalbox } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import type { ExitName } from '../exit-codes.ts';
import { paintDim, paintId } from '../terminal/paint.ts';
import { cut, oneLine, padEnd, widthOf } from '../terminal/text.ts';
import { clockTime } from '../terminal/time.ts';
import { eventTypes } from '../../generated/event-types.ts';
import { anyOf } from './lists.ts';
import { changesText } from './timeline.ts';

const TYPE_WIDTH = Math.max(...eventTypes.map(widthOf));

export const eventFilters = {
  type: anyOf('type', 'Event type', eventTypes),
  record: anyOf('record', 'Id of the record'),
};

/** A line shows these members of `data`; which of them exist depends on the type. */
interface ShownData {
  short_description?: string;
  name?: string;
  title?: string;
  changes?: Parameters<typeof changesText>[0];
  note?: { visibility: string; author: string; body?: string };
}

function eventText({ event, data }: Event): string {
  const { short_description: summary, name, title, changes, note } = data as ShownData;
  if (note) return `${note.visibility} note by ${note.author}${note.body ? `: ${note.body}` : ''}`;
  const text = event.endsWith('.created') ? '' : changesText(changes);
  return text || summary || name || title || '';
}

/** Returns the columns with which a line about an event begins. */
export function eventHead(
  { terminal: { style } }: Invocation,
  { event, timestamp, record }: Event,
): string {
  return [
    paintDim(style, clockTime(timestamp)),
    style('cyan', padEnd(event, TYPE_WIDTH)),
    paintId(style, padEnd(oneLine(record.id), 10)),
  ].join('  ');
}

const HEAD_WIDTH = 8 + 2 + TYPE_WIDTH + 2 + 10 + 2;

/** Runs until Ctrl-C or until `count` events were handled. The connection is resumed whenever it is cut. */
export async function followEvents(
  invocation: Invocation,
  handle: (event: Event, client: Signalbox) => Promise<void> | void,
): Promise<{ lastEventId: string | undefined }> {
  const { values, terminal, signal } = invocation;
  const client = await invocation.connect();
  let connections = 0;
  // The presence of people and the count of notifications are left out, because they are no events of the log.
  const query = { type: eventTypes, ...(values.parameters() as { type?: EventType }) };
  const stream = client.events.stream<EventType>(query, {
    signal,
    lastEventId: values.text('from'),
    onConnect: () => {
      connections += 1;
      const text = connections === 1 ? 'Connected. Press Ctrl-C to stop.' : 'Connected again.';
      terminal.message(terminal.messageStyle('dim', text));
    },
  });
  let left = values.count('count') ?? Infinity;
  try {
    for await (const event of stream) {
      await handle(event, client);
      await terminal.waitUntilDrained();
      left -= 1;
      if (left <= 0) break;
    }
  } catch (error) {
    // Ctrl-C ends the command without an error.
    if (!signal.aborted) throw error;
  }
  return { lastEventId: stream.lastEventId };
}

async function tail(invocation: Invocation): Promise<ExitName> {
  const { terminal, isJson } = invocation;
  const { lastEventId } = await followEvents(invocation, (event) => {
    if (isJson) return terminal.printJson(event);
    const room = Math.max(20, terminal.width - HEAD_WIDTH);
    terminal.print(`${eventHead(invocation, event)}  ${cut(oneLine(eventText(event)), room)}`);
  });
  if (lastEventId && !isJson)
    terminal.message(
      terminal.messageStyle('dim', `Continue with: signalbox tail --from ${lastEventId}`),
    );
  return 'ok';
}

export const tailCommands: Command[] = [
  {
    path: 'tail',
    summary: 'Print events as they happen',
    description:
      'Prints every event that you may read, once it is committed, until Ctrl-C. A connection that is cut is resumed without a gap.',
    operationId: 'streamEvents',
    options: {
      ...eventFilters,
      from: {
        value: 'id',
        summary: 'Continue after this position, which the last run has printed',
      },
      count: { value: 'n', isCount: true, summary: 'End after this many events' },
    },
    examples: [
      'signalbox tail --type incident.created,sla.breached',
      'signalbox tail --record INC0000042 --json',
    ],
    run: tail,
  },
];
