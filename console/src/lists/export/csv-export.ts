// Reads a list page by page into the parts of a CSV file. An export that failed continues where it stopped.
import type { ListPage } from '../../api/index.ts';
import { labelOf, type LabelledColumn } from '../columns/chosen-columns.ts';
import { cellText } from './cell-text.ts';
import { BYTE_ORDER_MARK, csvRow } from './csv.ts';

export const MAX_ROWS = 100_000;

/** The browser gets the text in parts of this size, which it need not hold in memory. */
const PART_LENGTH = 1 << 20;

export interface ExportColumn<R> extends LabelledColumn {
  text?: (row: R) => string;
}

interface ExportOptions<R> {
  read: (cursor: string | undefined) => Promise<ListPage<R>>;
  columns: readonly ExportColumn<R>[];
  maxRows?: number;
}

export class CsvExport<R extends { id: string }> {
  /** The file has this many rows so far. */
  rows = 0;
  /** The list has this many rows; undefined while only a lower bound is known. */
  total: number | undefined;
  /** The list has more rows than the file may have. */
  isCut = false;
  readonly #options: ExportOptions<R>;
  readonly #maxRows: number;
  readonly #parts: Blob[] = [];
  /** A row that moves behind the pages that were read would appear twice. */
  readonly #ids = new Set<string>();
  #text: string;
  #next: string | undefined;
  #isEnded = false;

  constructor(options: ExportOptions<R>) {
    this.#options = options;
    this.#maxRows = options.maxRows ?? MAX_ROWS;
    this.#text = BYTE_ORDER_MARK + csvRow(options.columns.map(labelOf));
  }

  /** Resolves to the file once all rows are read; to undefined if the export was stopped. */
  async run(onPage: () => void, signal: AbortSignal): Promise<Blob | undefined> {
    while (!this.#isEnded) {
      const page = signal.aborted ? undefined : await this.#options.read(this.#next);
      if (!page || signal.aborted) return undefined;
      this.#add(page);
      onPage();
    }
    return new Blob([...this.#parts, this.#text], { type: 'text/csv;charset=utf-8' });
  }

  #add({ rows, next, total, isLowerBound }: ListPage<R>): void {
    const fresh = rows.filter(({ id }) => !this.#ids.has(id));
    const taken = fresh.slice(0, this.#maxRows - this.rows);
    for (const row of taken) {
      this.#ids.add(row.id);
      this.#text += csvRow(this.#options.columns.map((column) => cellText(column, row)));
    }
    this.rows += taken.length;
    this.total = isLowerBound ? undefined : total;
    this.#next = next;
    const isFull = this.rows >= this.#maxRows;
    this.isCut = isFull && (next !== undefined || taken.length < fresh.length);
    this.#isEnded = isFull || next === undefined;
    if (this.#text.length < PART_LENGTH) return;
    this.#parts.push(new Blob([this.#text]));
    this.#text = '';
  }
}
