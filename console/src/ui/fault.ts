// A failure in the words that a page shows: what failed, why, and what to do.
export interface Fault {
  title: string;
  detail: string;
  /** Absent if there was no response. */
  requestId?: string | undefined;
  /** What to do next, besides Retry. */
  advice?: string | undefined;
  canRetry: boolean;
}
