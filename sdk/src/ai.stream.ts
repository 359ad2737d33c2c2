// AI endpoints send their answer while it is written.
import { SignalboxError } from './errors.ts';
import type { AnyOptions } from './options.ts';
import type { Problem } from './generated/schemas.ts';
import { serverSentEvents } from './sse.ts';
import type { Transport } from './transport.ts';

/** Parts of the text come first, then the whole response. Discard the text if the response has `grounded: false`. */
export type AnswerPart<Answer> =
  | { type: 'text'; text: string }
  | { type: 'response'; response: Answer };

export async function* streamAnswer<Answer>(
  transport: Transport,
  path: string,
  body: unknown,
  options: AnyOptions = {},
): AsyncGenerator<AnswerPart<Answer>, void, undefined> {
  const { data } = await transport.send<ReadableStream<Uint8Array>>({
    method: 'POST',
    path,
    body,
    options,
    kind: 'stream',
  });
  for await (const { event, data: text } of serverSentEvents(data, { signal: options.signal })) {
    if (text === undefined) continue;
    const value = JSON.parse(text) as unknown;
    if (event === 'text') yield { type: 'text', text: (value as { text: string }).text };
    if (event === 'response') {
      yield { type: 'response', response: value as Answer };
      return;
    }
    if (event === 'error') {
      const { code, status, detail } = value as Problem;
      throw new SignalboxError(code, detail, { status });
    }
  }
  throw new SignalboxError('network_error', 'The answer ended before its last part.');
}
