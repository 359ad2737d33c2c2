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

/** In one paragraph: what failed, why, what to do, and the request id to quote. */
export const faultText = ({ title, detail, advice, requestId }: Fault): string =>
  [
    detail === '' ? `${title}.` : `${title}: ${detail}`,
    ...(advice === undefined ? [] : [advice]),
    ...(requestId === undefined ? [] : [`Request id ${requestId}.`]),
  ].join(' ');
