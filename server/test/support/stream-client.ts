// Reads the event stream block by block as it arrives, and remembers the last id as EventSource does.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { CURRENT_VERSION } from '../../src/platform/http/request/request-url.ts';
import type { Json } from './harness.ts';

export interface StreamedBlock {
  id: string | undefined;
  event: string | undefined;
  data: Json;
  comment: string;
  retry: number | undefined;
  /** The block was received at this value of `performance.now()`. */
  at: number;
}

interface OpenOptions {
  token: string;
  query?: string;
  lastEventId?: string | undefined;
  /** Receives the blocks instead of `blocks`, where there may be many. */
  onBlock?: (block: StreamedBlock) => void;
}

const fieldOf = (lines: readonly string[], name: string): string | undefined =>
  lines.findLast((line) => line.startsWith(`${name}:`))?.slice(name.length + 2);

function blockOf(text: string): StreamedBlock {
  const lines = text.split('\n');
  const data = fieldOf(lines, 'data');
  const retry = fieldOf(lines, 'retry');
  return {
    id: fieldOf(lines, 'id'),
    event: fieldOf(lines, 'event'),
    data: data === undefined ? undefined : JSON.parse(data),
    comment: fieldOf(lines, '') ?? '',
    retry: retry === undefined ? undefined : Number(retry),
    at: performance.now(),
  };
}

const WAIT_MS = 30_000;

export class StreamClient {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly blocks: StreamedBlock[] = [];
  /** A response that is not a stream stores its body here. */
  text = '';
  lastEventId: string | undefined;
  isEnded = false;
  readonly #response: IncomingMessage;
  readonly #onBlock: ((block: StreamedBlock) => void) | undefined;
  #rest = '';
  #checks = new Set<() => void>();

  private constructor(response: IncomingMessage, { lastEventId, onBlock }: OpenOptions) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.lastEventId = lastEventId;
    this.#response = response;
    this.#onBlock = onBlock;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => {});
    response.once('close', () => {
      this.isEnded = true;
      this.#check();
    });
  }

  static open(url: string, options: OpenOptions): Promise<StreamClient> {
    const { token, query = '', lastEventId } = options;
    return new Promise((resolve, reject) => {
      httpRequest(`${url}${CURRENT_VERSION}/events/stream${query}`, {
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        },
      })
        .once('error', reject)
        .once('response', (response) => resolve(new StreamClient(response, options)))
        .end();
    });
  }

  #check(): void {
    for (const check of this.#checks) check();
  }

  #take(text: string): void {
    this.text += this.status === 200 ? '' : text;
    const parts = (this.#rest + text).split('\n\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) {
      const block = blockOf(part);
      if (block.id !== undefined) this.lastEventId = block.id;
      if (this.#onBlock) this.#onBlock(block);
      else this.blocks.push(block);
    }
    this.#check();
  }

  get events(): StreamedBlock[] {
    return this.blocks.filter(({ event, data }) => data !== undefined && event !== 'notification');
  }

  /** Lists the counts of unread notifications in the order in which they were sent. */
  get unread(): number[] {
    return this.blocks.flatMap(({ event, data }) =>
      event === 'notification' ? [data.unread] : [],
    );
  }

  /** Rejects if the state is not reached within 30 seconds. */
  async until(isReached: (client: this) => boolean, what = 'the state'): Promise<void> {
    if (isReached(this)) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () =>
        reject(
          new Error(
            `The stream did not reach ${what} within ${WAIT_MS} ms; its last blocks: ${JSON.stringify(this.blocks.slice(-5))}`,
          ),
        ),
      WAIT_MS,
    );
    const check = () => {
      if (isReached(this)) resolve();
    };
    this.#checks.add(check);
    await promise.finally(() => {
      clearTimeout(timer);
      this.#checks.delete(check);
    });
  }

  untilEvents(count: number): Promise<void> {
    return this.until(({ events }) => events.length >= count, `${count} events`);
  }

  untilEnded(): Promise<void> {
    return this.until(({ isEnded }) => isEnded, 'the end');
  }

  /** Waits without a time limit. */
  untilClosed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.isEnded) resolve();
      else this.#response.once('close', resolve);
    });
  }

  /** Stops reading, as a client does that is too slow. */
  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  destroy(): void {
    this.#response.destroy();
  }

  async close(): Promise<void> {
    this.destroy();
    await this.untilEnded();
  }
}
