// Creates or updates many records by jobs of at most 100 rows.
import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { ApiPromise, Job, JobAccepted, Signalbox, WriteOptions } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import type { CustomizedKind } from '../custom/assignments.ts';
import { customColumns } from '../custom/columns.ts';
import { retryPatiently } from '../retry-patiently.ts';
import { CliError, type ExitName, usageError } from '../exit-codes.ts';
import { batches, forEachOf } from '../rows/concurrency.ts';
import { ContentKeys } from '../rows/content-keys.ts';
import { openSource, type Source } from '../rows/input.ts';
import { LineMessages } from '../rows/line-messages.ts';
import {
  formatOf,
  formats,
  isRowError,
  type Row,
  type RowFormat,
  type RowOrError,
  rowsOf,
} from '../rows/rows.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/text.ts';
import { duration } from '../terminal/time.ts';
import { warningMark, warningText } from '../terminal/warnings.ts';

const MAX_ROWS_OF_JOB = 100;
const JOBS_AT_ONCE = 4;

interface BulkKind extends CustomizedKind {
  one: string;
  operations: readonly string[];
  submit: (client: Signalbox, body: never, options: WriteOptions) => ApiPromise<JobAccepted>;
}

const kinds: Record<string, BulkKind> = {
  incidents: {
    one: 'incident',
    many: 'incidents',
    customType: 'incident',
    operations: ['create', 'update', 'resolve', 'merge', 'apply_macro'],
    submit: (client, body, options) => client.incidents.bulk(body, options),
  },
  cis: {
    one: 'configuration item',
    many: 'configuration items',
    customType: 'ci',
    operations: ['create', 'update', 'upsert', 'discover'],
    submit: (client, body, options) => client.cis.bulk(body, options),
  },
};

/** The summary describes the rows of a finished job with these words. */
const participles: Record<string, string> = {
  create: 'created',
  update: 'updated',
  resolve: 'resolved',
  merge: 'merged',
  apply_macro: 'changed',
  upsert: 'created or updated',
  discover: 'discovered',
};

/** Reads the whole file before the first row is sent: half of a broken file helps nobody. */
async function countRows(
  source: Source,
  read: () => AsyncIterable<RowOrError>,
  { terminal }: Invocation,
): Promise<number> {
  const faults = new LineMessages((line) => terminal.message(`  ${line}`));
  let rows = 0;
  for await (const row of read()) {
    if (isRowError(row)) faults.add(row.line, row.error);
    else rows += 1;
  }
  if (faults.count > 0)
    throw new CliError(
      'invalid',
      `${plural(faults.count, 'line')} of ${source.name} cannot be read. Nothing was sent.`,
      'Correct the file and run the command again.',
    );
  if (rows === 0) throw new CliError('invalid', `${source.name} has no rows.`);
  return rows;
}

async function* goodRows(rows: AsyncIterable<RowOrError>): AsyncGenerator<Row> {
  for await (const row of rows) if (!isRowError(row)) yield row;
}

/** Counts and reports the results of all jobs. */
class Results {
  readonly #invocation: Invocation;
  readonly #progress: Progress;
  readonly #records: string;
  readonly #faults: LineMessages;
  readonly #warnings: LineMessages;
  readonly #rejected: WriteStream | undefined;
  readonly #processed = new Map<string, number>();
  succeeded = 0;
  failed = 0;
  /** Counts the rows of jobs that an earlier run has submitted. */
  repeated = 0;

  constructor(invocation: Invocation, progress: Progress, records: string) {
    const { terminal, values } = invocation;
    this.#invocation = invocation;
    this.#progress = progress;
    this.#records = records;
    this.#faults = new LineMessages((line) =>
      progress.message(`  ${terminal.messageStyle('red', '✗')} ${line}`),
    );
    this.#warnings = new LineMessages((line) =>
      progress.message(`  ${warningMark(terminal)} ${line}`),
    );
    const path = values.text('rejected');
    this.#rejected = path === undefined ? undefined : createWriteStream(path, { mode: 0o600 });
  }

  draw({ job_id: id, processed }: Pick<Job, 'job_id' | 'processed'>): void {
    this.#processed.set(id, processed);
    const done = [...this.#processed.values()].reduce((sum, count) => sum + count, 0);
    this.#progress.update({ done, failed: this.failed });
  }

  add(batch: readonly Row[], { results }: Job): void {
    const { isJson, terminal } = this.#invocation;
    for (const result of results) {
      const { index, ...shown } = result;
      const { status, error } = shown;
      const row = batch[index];
      if (!row) continue;
      if (isJson) terminal.printJson({ line: row.line, ...shown });
      const warnings = warningText(result, row.fields, this.#records);
      if (!isJson && warnings !== '') this.#warnings.add(row.line, warnings);
      if (status === 'succeeded') {
        this.succeeded += 1;
        continue;
      }
      this.failed += 1;
      this.#rejected?.write(`${JSON.stringify(row.fields)}\n`);
      const text = error ? `${error.detail} (${error.code})` : 'skipped: the job was cancelled';
      if (!isJson) this.#faults.add(row.line, text);
    }
  }

  end(): Promise<void> {
    return new Promise((resolve) => (this.#rejected ? this.#rejected.end(resolve) : resolve()));
  }
}

function printSummary(
  { terminal, values }: Invocation,
  { failed, repeated }: Results,
  text: string,
  seconds: number,
): void {
  const { messageStyle: style } = terminal;
  const counts = failed > 0 ? `${text}, ${failed.toLocaleString('en')} failed` : text;
  terminal.message(
    `${failed === 0 ? `${style('green', '✓')} ` : ''}${counts} in ${duration(Math.max(1, seconds))}.`,
  );
  const rejected = values.text('rejected');
  if (failed > 0)
    terminal.message(
      rejected
        ? `The failed rows are in ${rejected}: correct them and run the command with that file.`
        : 'Add --rejected <file> to write the failed rows to a file, so that you can correct and send only those.',
    );
  if (repeated > 0)
    terminal.message(
      `${plural(repeated, 'row')} had already been sent in the last 24 hours; their earlier results are shown. Add --again to send them again.`,
    );
  if (values.flag('dry-run')) terminal.message('Dry run: nothing was changed.');
}

async function runBulk(invocation: Invocation): Promise<ExitName> {
  const { args, values, terminal, isJson, signal } = invocation;
  const type = values.text('type') ?? 'incidents';
  const operation = values.text('operation') ?? 'create';
  const kind = kinds[type];
  if (!kind?.operations.includes(operation))
    throw usageError(
      `${type} have no operation ${operation}. Allowed: ${kind?.operations.join(', ')}.`,
    );
  const isDryRun = values.flag('dry-run');
  const source = await openSource(args['file'] ?? '', terminal.stdin);
  const format = (values.text('format') as RowFormat | undefined) ?? (await formatOf(source));
  let connected: Promise<Signalbox> | undefined;
  const connect = () => (connected ??= invocation.connect(retryPatiently(terminal)));
  const read = () => rowsOf(source, format, customColumns(connect, kind));
  const total = await countRows(source, read, invocation);
  const client = await connect();

  const keys = new ContentKeys(
    [type, operation, isDryRun, ...(values.flag('again') ? [randomUUID()] : [])].join(' '),
  );
  const progress = new Progress(terminal, total);
  const results = new Results(invocation, progress, kind.many);
  const sendBatch = async (batch: Row[]): Promise<void> => {
    const records = batch.map(({ fields }) => fields);
    const { data: accepted, response } = await kind
      .submit(client, { operation, records, dry_run: isDryRun } as never, {
        signal,
        idempotencyKey: keys.keyOf(JSON.stringify(records)),
      })
      .withResponse();
    if (response.isReplayed) results.repeated += batch.length;
    const job = await client.jobs.wait(accepted, {
      signal,
      onProgress: (one) => results.draw(one),
    });
    results.add(batch, job);
  };
  try {
    const rows = batches(goodRows(read()), MAX_ROWS_OF_JOB);
    await forEachOf(rows, JOBS_AT_ONCE, sendBatch, signal);
  } catch (error) {
    progress.end();
    const next = values.flag('again')
      ? 'Jobs that were accepted continue.'
      : 'Run the same command again: no row is sent twice within 24 hours.';
    terminal.message(`Stopped after ${plural(results.succeeded, 'row')}. ${next}`);
    throw error;
  } finally {
    progress.end();
    await results.end();
  }
  if (!isJson)
    printSummary(
      invocation,
      results,
      isDryRun
        ? `${plural(results.succeeded, 'row')} valid`
        : `${plural(results.succeeded, kind.one, kind.many)} ${participles[operation]}`,
      progress.elapsedSeconds,
    );
  return results.failed > 0 ? 'failed' : 'ok';
}

export const bulkCommands: Command[] = [
  {
    path: 'bulk',
    summary: 'Create or update many records from a file',
    description:
      'The file is CSV with the names of fields in its first line, or JSON lines. Rows that update or resolve need `id`; a row with `version` fails if the record has changed since. An empty cell leaves a field as it is. A column `custom.site` has the values of the custom field `site`. The whole file is read before the first row is sent, then jobs of 100 rows are submitted, four at a time. A failed row does not affect the others; its line is printed. After an interruption run the same command again: rows that were sent in the last 24 hours are not sent twice, as long as the file is the same.',
    args: [{ name: 'file', summary: 'CSV or JSON lines; - is stdin', isFile: true }],
    options: {
      type: {
        value: 'type',
        choices: Object.keys(kinds),
        summary: 'Type of the records (default incidents)',
      },
      operation: {
        value: 'operation',
        choices: Object.keys(participles),
        summary: 'create (default), update; resolve for incidents; upsert and discover for cis',
      },
      format: {
        value: 'format',
        choices: formats,
        summary: 'Format, if neither name nor content shows it',
      },
      'dry-run': { summary: 'Validate all rows and change nothing' },
      rejected: {
        value: 'file',
        isFile: true,
        summary: 'Write the rows that failed to this file, as JSON lines',
      },
      again: { summary: 'Send rows again that were sent in the last 24 hours' },
    },
    examples: [
      'signalbox bulk incidents.csv --dry-run',
      'signalbox bulk incidents.csv --rejected rejected.jsonl',
      'signalbox bulk servers.jsonl --type cis --operation upsert',
    ],
    run: runBulk,
  },
];
