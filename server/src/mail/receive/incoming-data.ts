// The text of a mail is received within bounds of size, memory and time.
import type { Clock } from '../../platform/clock.ts';
import type { SMTPServerDataStream } from 'smtp-server';
import { type Body, BodyBudget } from '../../platform/http/guard/body-budget.ts';
import { MAX_MAIL_BYTES } from '../text/parse/parse.ts';
import { LmtpError } from './lmtp-error.ts';

/** Two mails of the maximum size fit at the same time; others wait. */
const BUDGET_BYTES = 2 * MAX_MAIL_BYTES;
const WAIT_MS = 30_000;
/** A mail of the maximum size takes as long at 2 Mbit/s. */
const RECEIVED_WITHIN_MS = 300_000;

export const dataBudget = (clock: Clock): BodyBudget =>
  new BodyBudget({ bytes: BUDGET_BYTES, callerBytes: BUDGET_BYTES, waitMs: WAIT_MS }, clock);

interface Bounds {
  budget: BodyBudget;
  clock: Clock;
  /** The budget counts the bytes of each caller. */
  caller: string;
  maxBytes: number;
}

async function readAll(
  stream: SMTPServerDataStream,
  body: Body,
  { budget, maxBytes }: Bounds,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    // The rest is read and dropped, because the response follows the text.
    if (stream.sizeExceeded) chunks.length = 0;
    else {
      await budget.acquire(body, chunk.length);
      chunks.push(chunk);
    }
  }
  if (stream.sizeExceeded)
    throw new LmtpError(552, `A message may have at most ${maxBytes} bytes.`);
  return Buffer.concat(chunks);
}

/** Passes the text to `use`; its memory counts until that has ended. */
export async function withData<T>(
  stream: SMTPServerDataStream,
  bounds: Bounds,
  use: (raw: Buffer) => Promise<T>,
): Promise<T> {
  const { budget, clock, caller } = bounds;
  const body = budget.begin(caller);
  const cancelTimer = clock.after(RECEIVED_WITHIN_MS, () =>
    stream.destroy(new LmtpError(451, 'The message was not received in time.')),
  );
  try {
    const raw = await readAll(stream, body, bounds).finally(cancelTimer);
    return await use(raw);
  } finally {
    budget.release(body);
  }
}
