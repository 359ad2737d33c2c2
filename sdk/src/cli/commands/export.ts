// Writes all records of a type as JSON lines, oldest first.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { SignalboxError } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { retryPatiently } from '../retry-patiently.ts';
import { usageError } from '../exit-codes.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/text.ts';
import { timeFilter } from './lists.ts';
import { transferKinds, transferTypes } from './transfer-kinds.ts';

const PAGE = 200;
const READS_AT_ONCE = 8;

interface Sink {
  write: (line: string) => Promise<void>;
  close: () => Promise<void>;
}

async function fileSink(path: string, isForced: boolean): Promise<Sink> {
  const stream = createWriteStream(path, { flags: isForced ? 'w' : 'wx', mode: 0o600 });
  await once(stream, 'open').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? usageError(`${path} exists already.`, 'Give another name, or add --force to overwrite it.')
      : error;
  });
  return {
    write: async (line) => {
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    close: async () => {
      stream.end();
      await once(stream, 'close');
    },
  };
}

async function runExport(invocation: Invocation): Promise<void> {
  const { args, values, terminal, signal } = invocation;
  const kind = transferKinds[args['type'] ?? ''];
  if (!kind) throw usageError(`Allowed: ${transferTypes.join(', ')}.`);
  const path = values.text('output');
  const client = await invocation.connect(retryPatiently(invocation.terminal));
  const sink: Sink = path
    ? await fileSink(path, values.flag('force'))
    : {
        write: (line) => {
          terminal.print(line);
          return terminal.waitUntilDrained();
        },
        close: async () => {},
      };
  /** Returns undefined if the record was deleted since the list was read. */
  const read = (id: string) =>
    kind.get(client, id, { signal }).catch((error: unknown) => {
      if (SignalboxError.is(error, 'not_found')) return undefined;
      throw error;
    });
  const query = {
    ...values.parameters(),
    limit: PAGE,
    sort: 'created_at',
    order: 'asc',
    fields: ['created_at'],
  };
  let progress: Progress | undefined;
  let exported = 0;
  for await (const page of kind.pages(client, query, { signal }).byPage()) {
    // The terminal shows the records themselves unless they go elsewhere.
    if (path || !terminal.isInteractive) progress ??= new Progress(terminal, page.total);
    const ids = (page.data as { id: string }[]).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += READS_AT_ONCE) {
      const records = await Promise.all(ids.slice(from, from + READS_AT_ONCE).map(read));
      for (const record of records) {
        if (record === undefined) continue;
        await sink.write(JSON.stringify(record));
        exported += 1;
      }
      progress?.update({ done: exported });
    }
  }
  await sink.close();
  progress?.end();
  terminal.message(
    terminal.messageStyle(
      'dim',
      `${plural(exported, kind.one, kind.many)} exported${path ? ` to ${path}` : ''}.`,
    ),
  );
}

export const exportCommands: Command[] = [
  {
    path: 'export',
    summary: 'Write records as JSON lines',
    description:
      'Writes every record that you may see as the API returns it, oldest first, without notes and history. Reading an article counts as a view of it.',
    args: [{ name: 'type', summary: 'incidents, cis or articles', choices: transferTypes }],
    options: {
      output: { value: 'file', isFile: true, summary: 'Write to this file instead of stdout' },
      force: { summary: 'Overwrite the file' },
      'created-after': timeFilter('created_after', 'Created after'),
      'created-before': timeFilter('created_before', 'Created before'),
      'updated-after': timeFilter('updated_after', 'Updated after'),
    },
    examples: [
      'signalbox export incidents --output incidents.jsonl',
      'signalbox export cis | jq -r .name',
    ],
    run: runExport,
  },
];
