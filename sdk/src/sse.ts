// Parses server-sent events from the body of a response, whatever the boundaries of its chunks.

export interface ServerSentEvent {
  /** The id is absent if the block has none. */
  id?: string;
  event: string;
  /** The data is undefined for a block that only has comments, an id or a reconnection time. */
  data?: string;
  retryMs?: number;
}

/** No event of the service is this long; a body that never ends a line is not an event. */
const MAX_BLOCK_LENGTH = 16 * 1024 * 1024;

function parseBlock(block: string): ServerSentEvent {
  const parsed: ServerSentEvent = { event: 'message' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') parsed.event = value;
    if (field === 'id') parsed.id = value;
    if (field === 'retry' && /^\d+$/.test(value)) parsed.retryMs = Number(value);
  }
  return data.length > 0 ? { ...parsed, data: data.join('\n') } : parsed;
}

/** Yields the chunks of a body until it ends, `signal` aborts, or nothing arrives for `idleMs`. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  idleMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const timer = idleMs === Infinity ? undefined : setTimeout(cancel, idleMs);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      signal?.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

/** Yields the blocks of a stream, also those without data: they carry ids and show that the connection is alive. */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  { idleMs = Infinity, signal }: { idleMs?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let held = '';
  for await (const chunk of chunksOf(body, idleMs, signal)) {
    const decoded = held + decoder.decode(chunk, { stream: true });
    // The LF of a CR LF may be in the next chunk.
    held = decoded.endsWith('\r') ? '\r' : '';
    text += decoded.slice(0, decoded.length - held.length).replaceAll(/\r\n?/g, '\n');
    if (text.length > MAX_BLOCK_LENGTH) throw new Error('The stream has an event without an end.');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield parseBlock(block);
  }
}
