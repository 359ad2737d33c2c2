// One row of a job: its effect and its result commit together, so that whoever comes after a crash finds both or neither.
import { type Tx, withFreshPlans } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import type { Problem } from '../platform/errors.ts';
import type { Act } from '../platform/http/call.ts';
import { requireReach } from '../platform/http/policy.ts';
import { problemMembers, toProblem } from '../platform/http/problems.ts';
import { transact } from '../platform/transact.ts';
import type { BulkOperation } from './bulk.operations.ts';
import type { JobStatus } from './bulk.schema.ts';
import { jobPath } from './bulk.service.ts';
import { endRow, takeRow, type Work } from './bulk.sql.ts';

/** The job's status after the row; undefined if there was no row to take. */
type Turned = JobStatus | undefined;

/** Thrown to undo what a dry run did. */
class Rehearsed extends Error {}

const rowOf = ({ records, fields }: Work, index: number): Record<string, unknown> => ({
  ...records[index],
  ...fields,
});

const nameOf = ({ id }: Record<string, unknown>): string | null =>
  typeof id === 'string' ? id.slice(0, 64) : null;

/** Trouble that may pass, such as a record that another call holds: the row is tried again, a few times. */
const MOST_TRIES = 5;

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

  /** Throws what may pass; anything else is the row's result. */
  async next(): Promise<Turned> {
    const settings = await this.#deps.settings();
    const keptDays = settings.job_retention_days;
    let index: number | undefined;
    const end = (tx: Tx, at: number, recordId: string | null, error?: object) =>
      endRow(tx, this.#work.id, {
        index: at,
        recordId,
        ...(error && { error }),
        at: this.#deps.now().toISOString(),
        keptDays,
      });
    /** A transaction for the result alone, unless somebody else did the row meanwhile. */
    const endAlone = (at: number, error?: object) =>
      transact(this.#deps, async (tx) =>
        (await takeRow(tx, this.#work.id)) === at
          ? end(tx, at, nameOf(rowOf(this.#work, at)), error)
          : undefined,
      );
    try {
      const status = await withFreshPlans(() =>
        transact(this.#deps, async (tx) => {
          index = await takeRow(tx, this.#work.id);
          if (index === undefined) return undefined;
          const act = this.#act(settings);
          const { id } = await this.#operation.apply(tx, act, rowOf(this.#work, index));
          if (this.#work.dry_run) throw new Rehearsed();
          return end(tx, index, id);
        }),
      );
      this.#tries = 0;
      return status;
    } catch (error) {
      if (index === undefined) throw error;
      if (error instanceof Rehearsed) return endAlone(index);
      const problem = this.#judge(error as Error);
      const status = await endAlone(index, this.#told(problem, index));
      this.#tries = 0;
      return status;
    }
  }

  #act(settings: Act['settings']): Act {
    const { now, config } = this.#deps;
    const { actor, request_id: requestId } = this.#work;
    const reach = requireReach(this.#operation.policy, actor);
    return { actor, reach, requestId, settings, now: now(), clock: now, baseUrl: config.BASE_URL };
  }

  #judge(error: Error): Problem {
    const problem = toProblem(error);
    const mayPass = problem.status === 503;
    if (mayPass && (this.#tries += 1) < MOST_TRIES) throw error;
    if (problem.status === 500) {
      this.#deps.log.error({ err: error, request_id: this.#work.request_id }, 'bulk.row_crashed');
    }
    return problem;
  }

  #told(problem: Problem, index: number): object {
    const { id, request_id } = this.#work;
    return problemMembers(problem, request_id, `${jobPath(id)}#/results/${index}`);
  }
}
