// Server-sent events carry the text of an answer while it is written; the last event is the whole response.
import { Readable } from 'node:stream';
import { ApiError } from '../../platform/errors.ts';
import { ok, type Reply } from '../../platform/http/request/context.ts';
import { SafeStream } from './safe-text.ts';

export const acceptsEvents = (accept: string | undefined): boolean =>
  /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept ?? '');

const eventOf = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const failureOf = (error: unknown): object =>
  error instanceof ApiError
    ? { code: error.code, status: error.status, detail: error.message }
    : {
        code: 'internal_error',
        status: 500,
        detail: 'The answer could not be completed. Retry the request.',
      };

type Write = (onText: (text: string) => void, signal: AbortSignal) => Promise<object>;

/**
 * Waits for the first text, so that a request that fails before it gets an ordinary error response. If the client
 * disconnects, the work is aborted.
 */
export async function respondWithEvents(
  baseUrl: string,
  write: Write,
  onError: (error: unknown) => void,
): Promise<Reply> {
  const disconnected = new AbortController();
  const body = new Readable({
    read: () => {},
    destroy: (error, done) => {
      disconnected.abort();
      done(error);
    },
  });
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const send = (event: string) => {
    if (!body.destroyed) body.push(event);
  };
  const text = new SafeStream(baseUrl, (part) => {
    send(eventOf('text', { text: part }));
    begin();
  });
  let hasBegun = false;
  void begun.then(() => (hasBegun = true));
  const written = write((part) => text.write(part), disconnected.signal).then((response) => {
    text.end();
    send(eventOf('response', response));
    send('');
    if (!body.destroyed) body.push(null);
    return response;
  });
  const handled = written.catch((error: unknown) => {
    if (!hasBegun) throw error;
    onError(error);
    send(eventOf('error', failureOf(error)));
    if (!body.destroyed) body.push(null);
  });
  handled.catch(() => {});
  await Promise.race([begun, handled]);
  return ok(body, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}
