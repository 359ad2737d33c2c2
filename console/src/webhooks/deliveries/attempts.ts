// Compares the headers of the attempts of a delivery.
import type { Attempt } from '../../api/index.ts';

export interface ComparedRow {
  name: string;
  /** There is one value per attempt, undefined if the attempt lacks the header. */
  values: (string | undefined)[];
  differs: boolean;
}

function compare(
  attempts: readonly Attempt[],
  headersOf: (attempt: Attempt) => Record<string, string>,
): ComparedRow[] {
  const names = [...new Set(attempts.flatMap((attempt) => Object.keys(headersOf(attempt))))];
  return names.map((name) => {
    const values = attempts.map((attempt) => headersOf(attempt)[name]);
    return { name, values, differs: new Set(values).size > 1 };
  });
}

export const requestRows = (attempts: readonly Attempt[]): ComparedRow[] =>
  compare(attempts, ({ request }) => request.headers);

export const responseRows = (attempts: readonly Attempt[]): ComparedRow[] =>
  compare(attempts, ({ response }) => response?.headers ?? {});

/** Returns the seconds between the end of the previous attempt and the start of this one; undefined for the first. */
export function delayBefore(attempts: readonly Attempt[], index: number): number | undefined {
  const [before, attempt] = [attempts[index - 1], attempts[index]];
  if (!before || !attempt) return undefined;
  const ended = Date.parse(before.started_at) + before.duration_ms;
  return Math.max(0, (Date.parse(attempt.started_at) - ended) / 1000);
}

export const isSuccess = ({ status_code, error }: Attempt): boolean =>
  error === undefined && status_code !== undefined && status_code >= 200 && status_code < 300;
