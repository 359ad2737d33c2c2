// Rows of a job: their effects and their results commit together, so that whoever comes after a crash finds both or
// neither. Each row stands behind a savepoint of its own and fails alone.
import type { Tx } from '../platform/postgres/tables.ts';
import { savepoint } from '../platform/postgres/statements.ts';
import { isStalePlan } from '../platform/postgres/pg-errors.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { Context } from '../platform/context.ts';
import { requireReach } from '../platform/http/routes/policy.ts';
import { errorMembers, toApiError } from '../platform/http/output/errors.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { BulkOperation } from './bulk.operations.ts';
import type { JobStatus } from './bulk.schema.ts';
import { jobPath } from './bulk.service.ts';
import { endRows, type ResultRow, takeRows, type Work } from './bulk.sql.ts';

/**
 * Rows of one transaction. A commit takes some 4 ms on an ordinary disk, four times a row's own work; ten rows share
 * one. Their records are locked as long, some 20 ms.
 */
const AT_ONCE = 10;
/** Trouble that may pass, such as a record that another call holds: the row is tried again, a few times. */
const MOST_TRIES = 5;

export interface Turned {
  status: JobStatus;
  rows: number;
}

const rowOf = ({ records, fields }: Work, index: number): Record<string, unknown> => ({
  ...records[index],
  ...fields,
});

const nameOf = ({ id }: Record<string, unknown>): string | null =>
  typeof id === 'string' ? id.slice(0, 64) : null;

export class Rows {
  readonly #deps: Deps;
  readonly #work: Work;
  readonly #operation: BulkOperation;
  #tries = 0;

  constructor(deps: Deps, work: Work, operation: BulkOperation) {
    this.#deps = deps;
    this.#work = work;
    this.#operation = operation;
  }

  /** The trouble is not that of a row. */
  get isStuck(): boolean {
    return this.#tries > MOST_TRIES;
  }

  /** Undefined if there is no row to take. Throws what may pass: nothing is done then. */
  async next(): Promise<Turned | undefined> {
    const settings = await this.#deps.settings();
    // After trouble one row at a time: it shows which row it is, and holds no other record meanwhile.
    const most = this.#tries === 0 ? AT_ONCE : 1;
    try {
      const turned = await transact(this.#deps, (tx) => this.#do(tx, most, settings));
      this.#tries = 0;
      return turned;
    } catch (error) {
      this.#tries += 1;
      throw error;
    }
  }

  async #do(tx: Tx, most: number, settings: Context['settings']): Promise<Turned | undefined> {
    const { id, records } = this.#work;
    const first = await takeRows(tx, id);
    if (first === undefined) return undefined;
    const results: ResultRow[] = [];
    for (let index = first; index < Math.min(first + most, records.length); index += 1) {
      results.push(await this.#row(tx, index, settings));
    }
    const at = this.#deps.now().toISOString();
    const keptDays = settings.job_retention_days;
    return { status: await endRows(tx, id, { results, at, keptDays }), rows: results.length };
  }

  async #row(tx: Tx, index: number, settings: Context['settings']): Promise<ResultRow> {
    const row = rowOf(this.#work, index);
    const named = { index, id: nameOf(row) };
    await savepoint.set(tx);
    try {
      const { id } = await this.#operation.apply(tx, this.#context(settings), row);
      if (this.#work.dry_run) await savepoint.rollBack(tx);
      else await savepoint.release(tx);
      return { ...named, ...(!this.#work.dry_run && { id }), status: 'succeeded', error: null };
    } catch (error) {
      const apiError = this.#toRowError(error as Error, index);
      await savepoint.rollBack(tx);
      return { ...named, status: 'failed', error: apiError };
    }
  }

  #context(settings: Context['settings']): Context {
    const { now, config } = this.#deps;
    const { actor, request_id: requestId } = this.#work;
    const reach = requireReach(this.#operation.policy, actor);
    return { actor, reach, requestId, settings, now: now(), clock: now, baseUrl: config.BASE_URL };
  }

  /** What the row's own call would have answered, unless it is worth another try. */
  #toRowError(error: Error, index: number): object {
    const problem = toApiError(error);
    const mayPass = problem.status === 503 && this.#tries < MOST_TRIES;
    if (mayPass || isStalePlan(error)) throw error;
    const { id, request_id } = this.#work;
    if (problem.status === 500) {
      this.#deps.log.error({ err: error, job: id, index, request_id }, 'bulk.row_crashed');
    }
    return errorMembers(problem, request_id, `${jobPath(id)}#/results/${index}`);
  }
}
