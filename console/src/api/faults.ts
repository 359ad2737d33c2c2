// Errors of the API are shown in words, with advice on what to do.
import { SignalboxError } from '@signalbox/sdk';
import { faultWords, inputFaultText } from '../words/index.ts';

export interface Fault {
  title: string;
  detail: string;
  requestId?: string | undefined;
  advice?: string | undefined;
  canRetry: boolean;
}

/** The files of a page did not arrive: no network, or an update of the service has replaced them. */
export class PageLoadError extends Error {
  constructor(cause: unknown) {
    super('The files of the page could not be downloaded.', { cause });
  }
}

interface Wording {
  title?: string;
  /** The detail replaces the message of the response. */
  detail?: string;
  advice?: string;
  canRetry: boolean;
}

/** The keys are HTTP statuses; 0 means that there was no response. */
const wordings: Record<number, Wording> = {
  0: {
    title: 'No connection to the service',
    detail: 'The service did not send a complete response.',
    advice: 'Check your network. Nothing that you have typed is lost.',
    canRetry: true,
  },
  400: {
    advice: 'Correct the value that the message names, in the address or in the form.',
    canRetry: false,
  },
  401: {
    title: 'You are signed out',
    advice: 'Sign in again; this page and your drafts are kept.',
    canRetry: true,
  },
  403: {
    title: 'Your role does not allow this',
    advice: 'Ask an administrator for the role that the message names.',
    canRetry: false,
  },
  404: {
    title: 'Not found',
    advice: 'The record may have been deleted. Check the address.',
    canRetry: false,
  },
  409: { advice: 'Reload to see the current state, then try again.', canRetry: true },
  410: { advice: 'Reload to continue.', canRetry: true },
  412: {
    title: 'Someone else has changed this record',
    advice: 'Reload to see their change, then repeat yours.',
    canRetry: true,
  },
  429: {
    title: 'Too many requests',
    advice: 'Wait a few seconds, then retry.',
    canRetry: true,
  },
  503: {
    title: 'The service is not available now',
    advice: 'Wait a few seconds, then retry. Nothing that you have typed is lost.',
    canRetry: true,
  },
};

const other: Wording = {
  advice: 'Retry. If it fails again, quote the request id to your administrator.',
  canRetry: true,
};

const inputsOf = ({ errors }: SignalboxError): [pointer: string, text: string][] =>
  errors.map(({ pointer, message }) => [pointer, inputFaultText(pointer, message)]);

export function faultOf(error: unknown): Fault {
  if (error instanceof PageLoadError)
    return {
      title: 'This page could not be loaded',
      detail: error.message,
      advice: 'Check your network, then retry to reload the page. Your drafts are kept.',
      canRetry: true,
    };
  if (!(error instanceof SignalboxError)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: 'This page failed', detail, advice: 'Reload the page.', canRetry: true };
  }
  const { status, problem, message, requestId } = error;
  const { title, detail, advice, canRetry } = wordings[status] ?? other;
  const words = faultWords(message);
  const inputs = inputsOf(error).map(([, text]) => text);
  return {
    title: title ?? problem?.title ?? 'The request failed',
    detail: detail ?? (inputs.length > 0 ? inputs.join(' ') : words.detail),
    requestId,
    advice: words.advice ?? advice,
    canRetry,
  };
}

/** Returns messages for the refused parts of an input, by their JSON pointers. */
export const inputFaultsOf = (error: unknown): ReadonlyMap<string, string> =>
  new Map(error instanceof SignalboxError ? inputsOf(error) : []);

/** Says whether the record does not exist, or the reader may not see it. */
export const isMissing = (error: unknown): boolean => SignalboxError.is(error, 'not_found');

/** Returns the time that a refused replay names: the delivery is tried again then. */
export const nextAttemptOf = (error: unknown): string | undefined =>
  error instanceof SignalboxError
    ? (error.problem as { next_attempt_at?: string } | undefined)?.next_attempt_at
    : undefined;

/** Returns the version and the fields that a 412 reports; undefined for other errors. */
export function conflictOf(
  error: unknown,
): { currentVersion: number; changedFields: string[] } | undefined {
  if (!SignalboxError.is(error, 'version_mismatch')) return undefined;
  const { current_version: currentVersion, changed_fields: changedFields } = error.problem;
  return { currentVersion, changedFields };
}
