// A fault says what failed, why, and what to do.
export interface Fault {
  title: string;
  detail: string;
  /** It is absent if there was no response. */
  requestId?: string | undefined;
  /** The advice says what to do next, besides Retry. */
  advice?: string | undefined;
  canRetry: boolean;
}

/** Returns one paragraph: what failed, why, what to do, and the request id to quote. */
export const faultText = ({ title, detail, advice, requestId }: Fault): string =>
  [
    detail === '' ? `${title}.` : `${title}: ${detail}`,
    ...(advice === undefined ? [] : [advice]),
    ...(requestId === undefined ? [] : [`Request id ${requestId}.`]),
  ].join(' ');
