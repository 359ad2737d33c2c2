// Creates records from JSON lines or CSV, such as those of an export. Run again, it creates nothing twice.
import type { CiRelation, Signalbox, Warning } from '../../index.ts';
import { SignalboxError } from '../../index.ts';
import type { Command, Invocation } from '../command.ts';
import { customColumns } from '../custom/columns.ts';
import { retryPatiently } from '../retry-patiently.ts';
import { CliError, type ExitName, type FailureCode, usageError } from '../exit-codes.ts';
import { forEachOf } from '../rows/concurrency.ts';
import { ContentKeys } from '../rows/content-keys.ts';
import { openSource } from '../rows/input.ts';
import { LineMessages } from '../rows/line-messages.ts';
import { formatOf, isRowError, type Row, type RowOrError, rowsOf } from '../rows/rows.ts';
import { Progress } from '../terminal/progress.ts';
import { plural } from '../terminal/text.ts';
import { warningMark, warningText } from '../terminal/warnings.ts';
import { bodyOf, transferKinds, transferTypes } from './transfer-kinds.ts';

const WRITES_AT_ONCE = 4;

type Outcome = 'created' | 'imported before' | 'exists already' | 'failed';

interface Result {
  line: number;
  outcome: Outcome;
  id?: string | undefined;
  warnings?: readonly Warning[];
  error?: string;
  code?: FailureCode;
  request_id?: string | null;
}

/** Returns the id of the record that exists already; undefined if the error is another one. */
function existingRecord(error: unknown): { id: string | undefined } | undefined {
  if (SignalboxError.is(error, 'identity_conflict')) return { id: error.problem.ci_id };
  const isTaken =
    SignalboxError.is(error, 'already_exists') || SignalboxError.is(error, 'external_id_taken');
  return isTaken ? { id: undefined } : undefined;
}

const relationsOf = (fields: Row['fields']): CiRelation[] =>
  Array.isArray(fields['relations']) ? (fields['relations'] as CiRelation[]) : [];

/** CIs of a file have other ids here, so their relations are translated. */
class Relations {
  readonly #ids = new Map<string, string>();
  readonly #pending: { id: string; line: number; relations: CiRelation[]; key: string }[] = [];

  add({ line, fields }: Row, id: string | undefined, key: string, isCreated: boolean): void {
    if (id === undefined) return;
    if (typeof fields['id'] === 'string') this.#ids.set(fields['id'], id);
    const relations = relationsOf(fields);
    if (isCreated && relations.length > 0) this.#pending.push({ id, line, relations, key });
  }

  /** Calls `leftOut` for each relation to a CI that is not in the file. */
  async save(
    client: Signalbox,
    signal: AbortSignal,
    leftOut: (line: number, ciId: string) => void,
  ): Promise<void> {
    await forEachOf(this.#pending, WRITES_AT_ONCE, async ({ id, line, relations, key }) => {
      const known = relations.flatMap(({ type, ci_id: there }) => {
        const here = this.#ids.get(there);
        if (here === undefined) leftOut(line, there);
        return here === undefined ? [] : [{ type, ci_id: here }];
      });
      const options = { signal, idempotencyKey: `${key}-relations` };
      if (known.length > 0) await client.cis.update(id, { relations: known }, options);
    });
  }
}

/** Prints the lines that were not imported, and warnings about those that were. */
function resultPrinter({ terminal, isJson }: Invocation, progress: Progress, records: string) {
  const { messageStyle: style } = terminal;
  const failures = new LineMessages((line) => progress.message(`  ${style('red', '✗')} ${line}`));
  const skips = new LineMessages((line) => progress.message(style('dim', `  – ${line}`)));
  const warnings = new LineMessages((line) =>
    progress.message(`  ${warningMark(terminal)} ${line}`),
  );
  return (result: Result, row: RowOrError): void => {
    const { line, outcome, id, error = '' } = result;
    const warning = isRowError(row) ? '' : warningText(result, row.fields, records);
    if (isJson) terminal.printJson(result);
    else if (outcome === 'failed') failures.add(line, error);
    else if (outcome !== 'created') skips.add(line, `${outcome}${id ? ` as ${id}` : ''}, skipped`);
    else if (warning !== '') warnings.add(line, warning);
  };
}

async function runImport(invocation: Invocation): Promise<ExitName> {
  const { args, terminal, isJson, signal } = invocation;
  const kind = transferKinds[args['type'] ?? ''];
  if (!kind) throw usageError(`Allowed: ${transferTypes.join(', ')}.`);
  const source = await openSource(args['file'] ?? '', terminal.stdin);
  const format = await formatOf(source);
  let connected: Promise<Signalbox> | undefined;
  const connect = () => (connected ??= invocation.connect(retryPatiently(terminal)));
  const read = () => rowsOf(source, format, customColumns(connect, kind));
  let total = 0;
  for await (const _ of read()) total += 1;
  if (total === 0) throw new CliError('invalid', `${source.name} has no lines.`);
  const client = await connect();
  const progress = new Progress(terminal, total);
  const printResult = resultPrinter(invocation, progress, kind.many);
  const keys = new ContentKeys(`import ${args['type']}`);
  const relations = new Relations();
  const counts: Record<Outcome, number> = {
    created: 0,
    'imported before': 0,
    'exists already': 0,
    failed: 0,
  };

  const importRow = async (row: Row): Promise<Result> => {
    const { line } = row;
    const key = keys.keyOf(row.text);
    const body = bodyOf(kind, row.fields);
    try {
      const { data, response } = await kind
        .create(client, body, { signal, idempotencyKey: key })
        .withResponse();
      relations.add(row, data.id, key, true);
      const { id, warnings } = data;
      const outcome = response.isReplayed ? 'imported before' : 'created';
      return { line, outcome, id, ...(warnings && { warnings }) };
    } catch (error) {
      const found = existingRecord(error);
      if (!found) throw error;
      relations.add(row, found.id, key, false);
      return { line, outcome: 'exists already', id: found.id };
    }
  };
  /** Errors of a line end the line; the others, such as a refused token, end the command. */
  const resultOf = async (row: RowOrError): Promise<Result> => {
    if (isRowError(row)) {
      const { line, error } = row;
      return { line, outcome: 'failed', error, code: 'usage', request_id: null };
    }
    return importRow(row).catch((error: unknown) => {
      const isOfLine =
        error instanceof SignalboxError && [400, 409, 413, 422].includes(error.status);
      if (!isOfLine) throw error;
      const { message, code, requestId = null } = error;
      const text = `${message} (${code})`;
      return { line: row.line, outcome: 'failed', error: text, code, request_id: requestId };
    });
  };
  try {
    await forEachOf(
      read(),
      WRITES_AT_ONCE,
      async (row) => {
        const result = await resultOf(row);
        counts[result.outcome] += 1;
        printResult(result, row);
        const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
        progress.update({ done, failed: counts.failed });
      },
      signal,
    );
    await relations.save(client, signal, (line, ciId) =>
      progress.message(
        terminal.messageStyle(
          'dim',
          `  – line ${line}: the relation to ${ciId} is left out, because ${ciId} is not in the file`,
        ),
      ),
    );
  } finally {
    progress.end();
  }
  if (!isJson) {
    const skipped = counts['imported before'] + counts['exists already'];
    terminal.message(
      [
        `${plural(counts.created, kind.one, kind.many)} imported`,
        ...(skipped > 0 ? [`${skipped.toLocaleString('en')} skipped`] : []),
        ...(counts.failed > 0 ? [`${counts.failed.toLocaleString('en')} failed`] : []),
      ].join(', ') + '.',
    );
  }
  return counts.failed > 0 ? 'failed' : 'ok';
}

export const importCommands: Command[] = [
  {
    path: 'import',
    summary: 'Create records from JSON lines or CSV',
    description:
      'Reads the lines of `signalbox export` or your own, or CSV with the names of fields in its first line. Custom values are in `custom`, in CSV one column for each field, such as `custom.site`; the fields must exist here. Fields that a new record cannot have are left out: incidents begin as new, articles as drafts. Run the command again after a failure: a line that was imported in the last 24 hours is skipped. Later, an incident is recognised by its external id, which is the id of the exported one unless it has its own, and a CI by its name, domain name or serial number. Relations between the CIs of the file are restored.',
    args: [
      { name: 'type', summary: 'incidents, cis or articles', choices: transferTypes },
      { name: 'file', summary: 'JSON lines or CSV; - is stdin', isFile: true },
    ],
    examples: [
      'signalbox import incidents incidents.jsonl',
      'signalbox export cis --profile old | signalbox import cis - --profile new',
    ],
    run: runImport,
  },
];
