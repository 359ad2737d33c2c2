// Reads the rows of CSV or JSON lines: each is an object or an error, with its line.
import { extname } from 'node:path';
import { CsvError, csvRecords } from './csv.ts';
import type { Source } from './input.ts';

export type Fields = Record<string, unknown>;

export interface Row {
  line: number;
  fields: Fields;
  /** Rows with the same text have the same content. */
  text: string;
}

export interface RowError {
  line: number;
  error: string;
}

export type RowOrError = Row | RowError;
/** Reads a cell as the value of a field; throws an error whose message continues the name of the column. */
type CellReader = (cell: string) => unknown;

/** Returns the readers of the columns `custom.<key>` by their keys, if the header has any. */
export type CustomColumns = (keys: readonly string[]) => Promise<ReadonlyMap<string, CellReader>>;

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
    if (start !== '') return /^[{[]/.test(start) ? 'jsonl' : 'csv';
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

const readJson: CellReader = (cell) => {
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    throw new Error('is not valid JSON');
  }
};

/** CSV has texts only. These fields have other types. */
const readers: Readonly<Record<string, CellReader>> = {
  version: Number,
  notify_stakeholders: (cell) => ({ true: true, false: false })[cell.toLowerCase()] ?? cell,
  tags: (cell) => (cell.startsWith('[') ? readJson(cell) : cell.split(/\s*,\s*/)),
  attributes: readJson,
  relations: readJson,
};

const CUSTOM = 'custom.';

interface Head {
  names: readonly string[];
  /** The readers of custom fields are found by the names of their columns. */
  custom: ReadonlyMap<string, CellReader>;
}

async function headOf(names: readonly string[], customColumns: CustomColumns): Promise<Head> {
  const keys = names
    .filter((name) => name.startsWith(CUSTOM))
    .map((name) => name.slice(CUSTOM.length));
  const byKey = keys.length > 0 ? await customColumns(keys) : [];
  return { names, custom: new Map([...byKey].map(([key, reader]) => [CUSTOM + key, reader])) };
}

function fieldsOf({ names, custom }: Head, cells: readonly string[]): Fields | string {
  if (cells.length !== names.length)
    return `has ${cells.length} cells, but the header has ${names.length}`;
  const fields: Fields = {};
  const values: Fields = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index] ?? '';
    // Empty means absent: an update leaves the field as it is.
    if (cell.trim() === '') continue;
    try {
      const readCustom = custom.get(name);
      if (readCustom) values[name.slice(CUSTOM.length)] = readCustom(cell.trim());
      else fields[name] = readers[name]?.(cell) ?? cell;
    } catch (error) {
      return `${name} ${(error as Error).message}`;
    }
  }
  return Object.keys(values).length === 0 ? fields : { ...fields, custom: values };
}

function headFault(head: readonly string[]): string | undefined {
  if (head.some((name) => name === '')) return 'the header has a column without a name';
  const twice = head.find((name, index) => head.indexOf(name) !== index);
  return twice === undefined ? undefined : `the header has the column ${twice} twice`;
}

async function* csvRows(
  parts: AsyncIterable<string>,
  customColumns: CustomColumns,
): AsyncGenerator<RowOrError, void, undefined> {
  let head: Head | undefined;
  try {
    for await (const { line, cells } of csvRecords(parts)) {
      if (!head) {
        const names = cells.map((cell) =>
          cell
            .trim()
            .toLowerCase()
            .replaceAll(/[\s-]+/g, '_'),
        );
        const fault = headFault(names);
        if (fault !== undefined) {
          yield { line, error: fault };
          return;
        }
        head = await headOf(names, customColumns);
        continue;
      }
      const fields = fieldsOf(head, cells);
      yield typeof fields === 'string'
        ? { line, error: fields }
        : { line, fields, text: JSON.stringify(fields) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield { line: error.line, error: error.message };
  }
}

export const rowsOf = (
  source: Source,
  format: RowFormat,
  customColumns: CustomColumns,
): AsyncIterable<RowOrError> =>
  format === 'csv' ? csvRows(source.read(), customColumns) : jsonRows(source.read());
