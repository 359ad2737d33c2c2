// Point reads that meet: what is asked while two statements are under way goes together in the next one.
export type ReadMany<Row> = (ids: readonly string[]) => Promise<Row[]>;

/** Few, because more under way at once means smaller batches. Other numbers were not tried. */
const MOST_UNDER_WAY = 2;
const MOST_AT_ONCE = 50;

interface Waiting<Row> {
  id: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

/** A lone read goes at once; nobody waits for company. A statement begins after all that it answers were asked. */
export class Gatherer<Row extends { id: string }> {
  readonly #readMany: ReadMany<Row>;
  #waiting: Waiting<Row>[] = [];
  #underWay = 0;

  constructor(readMany: ReadMany<Row>) {
    this.#readMany = readMany;
  }

  read(id: string): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, resolve, reject });
      if (this.#underWay < MOST_UNDER_WAY) void this.#next();
    });
  }

  async #next(): Promise<void> {
    this.#underWay += 1;
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      try {
        const rows = await this.#readMany([...new Set(batch.map(({ id }) => id))]);
        const byId = new Map(rows.map((row) => [row.id, row]));
        for (const { id, resolve } of batch) resolve(byId.get(id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#underWay -= 1;
  }

  #take(): Waiting<Row>[] {
    return this.#waiting.splice(0, MOST_AT_ONCE);
  }
}
