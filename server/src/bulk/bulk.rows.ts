// The effects and the result of a row commit together, so that a crash leaves both or neither. Each row has its own
// savepoint, so that it can fail without the others.
import type { Tx } from '../platform/postgres/tables.ts';
import { savepoint } from '../platform/postgres/statements.ts';
import { isStalePlan } from '../platform/postgres/pg-errors.ts';
import { mayRotate } from '../platform/runtime/rule-definitions.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { currentActor } from '../identity/index.ts';
import {
  type Actor,
  type Context,
  instanceContext,
  type InstanceContext,
} from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { reachOf } from '../platform/http/routes/policy.ts';
import { errorMembers, toApiError } from '../platform/http/output/errors.ts';
import type { BulkOperation } from '../records/index.ts';
import { transact } from '../platform/postgres/transaction.ts';
import type { JobStatus } from './bulk.schema.ts';
import { jobPath } from './bulk.handlers.ts';
import {
  readSubject,
  saveResults,
  type ResultRow,
  lockNextRow,
  type JobInput,
} from './bulk.sql.ts';
import { cut } from '../platform/text.ts';

/**
 * A transaction has at most this many rows. A commit takes some 4 ms on an ordinary disk, four times a row's own work, so
 * ten rows share one. Their records are locked until then, some 20 ms.
 */
const MAX_BATCH = 10;
/** A transient error, such as a record that another request has locked, is retried this often. */
const MAX_RETRIES = 5;

export interface BatchResult {
  status: JobStatus;
  rows: number;
}

const rowOf = ({ records, fields }: JobInput, index: number): Record<string, unknown> => ({
  ...records[index],
  ...fields,
});

const recordIdOf = ({ id }: Record<string, unknown>): string | null =>
  typeof id === 'string' ? cut(id, 64) : null;

/** The caller must satisfy the policy of the bulk request as well as that of the single record. */
type AllowedOperation = BulkOperation & { bulkPolicy: BulkOperation['policy'] };

export class Rows {
  readonly #deps: Deps;
  readonly #job: JobInput;
  readonly #operation: AllowedOperation;
  #retries = 0;
  /** The results of these rows cannot be stored, so the rows fail without being applied. */
  readonly #unstorable = new Set<number>();

  constructor(deps: Deps, job: JobInput, operation: AllowedOperation) {
    this.#deps = deps;
    this.#job = job;
    this.#operation = operation;
  }

  /** The retries are exhausted. */
  get isStuck(): boolean {
    return this.#retries > MAX_RETRIES;
  }

  /** Returns undefined if there is no row to process. Throws transient errors after a rollback. */
  async next(): Promise<BatchResult | undefined> {
    const instance = await instanceContext(this.#deps);
    // After an error, rows are processed one at a time: this isolates the failing row and locks no other record meanwhile.
    const isAlone =
      this.#retries > 0 || this.#operation.isIsolated === true || mayRotate(instance.rules);
    const limit = isAlone ? 1 : MAX_BATCH;
    try {
      const batch = await transact(this.#deps, (tx) => this.#processBatch(tx, limit, instance));
      this.#retries = 0;
      return batch;
    } catch (error) {
      this.#retries += 1;
      throw error;
    }
  }

  async #processBatch(
    tx: Tx,
    limit: number,
    instance: InstanceContext,
  ): Promise<BatchResult | undefined> {
    const { id, records } = this.#job;
    const first = await lockNextRow(tx, id);
    if (first === undefined) return undefined;
    const actor = currentActor(
      this.#deps,
      this.#job.actor,
      await readSubject(tx, this.#job.actor.id),
    );
    const results: ResultRow[] = [];
    for (let index = first; index < Math.min(first + limit, records.length); index += 1) {
      results.push(await this.#processRow(tx, index, actor, instance));
    }
    const at = this.#deps.now().toISOString();
    const retentionDays = instance.settings.job_retention_days;
    try {
      const status = await saveResults(tx, id, { results, at, retentionDays });
      return { status, rows: results.length };
    } catch (error) {
      // Several rows are retried one at a time. For a single row, a retry would fail in the same way.
      const isFinal = toApiError(error as Error).status !== 503 && !isStalePlan(error);
      if (isFinal && results.length === 1) this.#unstorable.add(first);
      throw error;
    }
  }

  async #processRow(
    tx: Tx,
    index: number,
    actor: Actor | undefined,
    instance: InstanceContext,
  ): Promise<ResultRow> {
    const row = rowOf(this.#job, index);
    const identity = { index, id: recordIdOf(row) };
    if (this.#unstorable.has(index)) {
      const error = this.#toRowError(new Error('The result of the row cannot be stored.'), index);
      return { index, id: null, status: 'failed', error, warnings: null };
    }
    await savepoint.set(tx);
    try {
      const { id, warnings = null } = await this.#operation.apply(
        tx,
        this.#context(actor, instance),
        row,
      );
      if (this.#job.dry_run) await savepoint.undo(tx);
      else await savepoint.release(tx);
      return {
        ...identity,
        ...(!this.#job.dry_run && { id }),
        status: 'succeeded',
        error: null,
        warnings,
      };
    } catch (error) {
      const apiError = this.#toRowError(error as Error, index);
      await savepoint.rollBack(tx);
      return { ...identity, status: 'failed', error: apiError, warnings: null };
    }
  }

  /** Uses the caller's current rights: a job may wait for long, and deactivation must stop it. */
  #context(actor: Actor | undefined, instance: InstanceContext): Context {
    const { now } = this.#deps;
    const { request_id: requestId, dry_run: isDryRun } = this.#job;
    const { policy, bulkPolicy } = this.#operation;
    const reach = actor && reachOf(bulkPolicy, actor) && reachOf(policy, actor);
    if (!actor || !reach) {
      throw new ApiError(
        'actor_inactive',
        'The caller was deactivated or is no longer allowed to perform this operation.',
      );
    }
    return {
      actor,
      reach,
      requestId,
      ...instance,
      now: now(),
      clock: now,
      ...(isDryRun && { isDryRun }),
    };
  }

  /** Returns the error that a request for this row alone would have returned. Rethrows errors worth a retry. */
  #toRowError(error: Error, index: number): object {
    const apiError = toApiError(error);
    const isTransient = apiError.status === 503 && this.#retries < MAX_RETRIES;
    if (isTransient || isStalePlan(error)) throw error;
    const { id, request_id } = this.#job;
    if (apiError.status === 500) {
      this.#deps.log.error({ err: error, job: id, index, request_id }, 'bulk.row_crashed');
    }
    return errorMembers(apiError, request_id, `${jobPath(id)}#/results/${index}`);
  }
}
