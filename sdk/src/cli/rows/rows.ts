// Reads the rows of CSV or JSON lines: each is an object or an error, with its line.
import { extname } from 'node:path';
import { CsvError, csvRecords } from './csv.ts';
import type { Source } from './input.ts';

export type Fields = Record<string, unknown>;

export interface Row {
  line: number;
  fields: Fields;
  /** The text is the line as it stands in the file. */
  text: string;
}

export interface RowError {
  line: number;
  error: string;
}

export type RowOrError = Row | RowError;
export const isRowError = (row: RowOrError): row is RowError => 'error' in row;

export const formats = ['csv', 'jsonl'] as const;
export type RowFormat = (typeof formats)[number];

const byExtension: Record<string, RowFormat> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'jsonl',
};

/** The extension decides, else the first character. */
export async function formatOf({ name, read }: Source): Promise<RowFormat> {
  const known = byExtension[extname(name).toLowerCase()];
  if (known) return known;
  for await (const part of read()) {
    const start = part.trimStart();
    if (start !== '') return start.startsWith('{') ? 'jsonl' : 'csv';
  }
  return 'csv';
}

/** No row that the service accepts is this long. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;

async function* linesIn(parts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw new Error('A line has more than 8 MB.');
    yield* lines;
  }
  yield rest;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function* jsonRows(
  parts: AsyncIterable<string>,
): AsyncGenerator<RowOrError, void, undefined> {
  let line = 0;
  for await (const raw of linesIn(parts)) {
    line += 1;
    const text = raw.replace(/^\uFEFF/, '').trim();
    if (text === '') continue;
    let fields: unknown;
    try {
      fields = JSON.parse(text);
    } catch {
      yield { line, error: 'is not valid JSON; each line must be one object' };
      continue;
    }
    yield isObject(fields) ? { line, fields, text } : { line, error: 'is JSON, but not an object' };
  }
}

/** CSV has texts only. These fields have other types. */
const converters: Record<string, (cell: string) => unknown> = {
  version: Number,
  notify_stakeholders: (cell) => ({ true: true, false: false })[cell.toLowerCase()] ?? cell,
  tags: (cell) => (cell.startsWith('[') ? (JSON.parse(cell) as unknown) : cell.split(/\s*,\s*/)),
  attributes: (cell) => JSON.parse(cell) as unknown,
  relations: (cell) => JSON.parse(cell) as unknown,
};

function fieldsOf(head: readonly string[], cells: readonly string[]): Fields | string {
  if (cells.length !== head.length)
    return `has ${cells.length} cells, but the header has ${head.length}`;
  const fields: Fields = {};
  for (const [index, name] of head.entries()) {
    const cell = cells[index] ?? '';
    // Empty means absent: an update leaves the field as it is.
    if (cell.trim() === '') continue;
    try {
      fields[name] = converters[name]?.(cell) ?? cell;
    } catch {
      return `${name} is not valid JSON`;
    }
  }
  return fields;
}

function headFault(head: readonly string[]): string | undefined {
  if (head.some((name) => name === '')) return 'the header has a column without a name';
  const twice = head.find((name, index) => head.indexOf(name) !== index);
  return twice === undefined ? undefined : `the header has the column ${twice} twice`;
}

async function* csvRows(parts: AsyncIterable<string>): AsyncGenerator<RowOrError, void, undefined> {
  let head: string[] | undefined;
  try {
    for await (const { line, cells } of csvRecords(parts)) {
      if (!head) {
        head = cells.map((cell) =>
          cell
            .trim()
            .toLowerCase()
            .replaceAll(/[\s-]+/g, '_'),
        );
        const fault = headFault(head);
        if (fault !== undefined) {
          yield { line, error: fault };
          return;
        }
        continue;
      }
      const fields = fieldsOf(head, cells);
      yield typeof fields === 'string'
        ? { line, error: fields }
        : { line, fields, text: cells.join(',') };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: error.line, error: error.message };
  }
}

export const rowsOf = (source: Source, format: RowFormat): AsyncIterable<RowOrError> =>
  (format === 'csv' ? csvRows : jsonRows)(source.read());
