// The rows of a sorted list may belong to sections. A section begins where its first row was when it was read, and stays
// there: a row that changes its section later keeps its place until the list is reloaded.

export interface SectionTable<R> {
  /** The sections follow each other in this order. */
  ids: readonly string[];
  idOf(row: R): string;
}

export interface SectionStart {
  id: string;
  start: number;
}

export class SectionStarts<R> {
  readonly starts: SectionStart[] = [];
  readonly table: SectionTable<R> | undefined;
  #rank = -1;

  constructor(table: SectionTable<R> | undefined) {
    this.table = table;
  }

  /** Rows are added in the order of the list; a row of an earlier section counts to the last one. */
  add(row: R, index: number): void {
    if (!this.table) return;
    const id = this.table.idOf(row);
    const rank = this.table.ids.indexOf(id);
    if (rank <= this.#rank) return;
    this.#rank = rank;
    this.starts.push({ id, start: index });
  }
}
