// Exports spans by OTLP over HTTP, as JSON, in batches. Spans are dropped rather than buffered without bound or waited for.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, pause, systemClock } from '../clock.ts';
import { countSpans } from './tracing.metrics.ts';
import { type Attributes, type Exporter, type FinishedSpan, SPAN_KINDS } from './tracer.ts';

// OpenTelemetry's batch processor has the same defaults.
const MAX_WAITING = 2048;
const MAX_BATCH = 512;
const EXPORT_EVERY_MS = 5000;
const TIMEOUT_MS = 10_000;
const RETRY_DELAYS_MS = [1000, 2000];
/** A stop does not wait longer for the last spans. */
const CLOSE_WITHIN_MS = 2000;
const ERROR_STATUS = 2;

const nanoseconds = (milliseconds: number): string =>
  String(BigInt(Math.round(milliseconds * 1000)) * 1000n);

function valueOf(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const keyValues = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: valueOf(value) }],
  );

const spanOf = (span: FinishedSpan) => ({
  traceId: span.context.traceId,
  spanId: span.context.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: SPAN_KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedMs),
  endTimeUnixNano: nanoseconds(span.endedMs),
  attributes: keyValues(span.attributes),
  ...(span.error && { status: { code: ERROR_STATUS, message: span.error } }),
});

const payloadOf = (resource: Attributes, spans: readonly FinishedSpan[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: 'signalbox' }, spans: spans.map(spanOf) }],
      },
    ],
  });

export interface OtlpOptions {
  /** The path /v1/traces is added. */
  endpoint: string;
  headers: Record<string, string>;
  fetch?: typeof globalThis.fetch;
  /** These attributes describe the process. */
  resource: Attributes;
  onFailure: (reason: string) => void;
}

/** Rejects if there is no response in time, or the exporter is closed. */
async function post(
  { endpoint, headers, fetch = globalThis.fetch }: OtlpOptions,
  body: string,
  closed: AbortSignal,
): Promise<number> {
  const response = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), closed]),
  });
  await response.body?.cancel();
  return response.status;
}

/** The error of a failed fetch says nothing; its cause does. */
const reasonOf = ({ message, cause }: Error): string =>
  (cause as Error | undefined)?.message ?? message;

/** The specification of OTLP allows another attempt after these statuses. */
const isTransient = (status: number): boolean => [429, 502, 503, 504].includes(status);
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export class OtlpExporter implements Exporter {
  readonly #options: OtlpOptions;
  readonly #clock: Clock;
  readonly #timer: NodeJS.Timeout;
  #waiting: FinishedSpan[] = [];
  #run: Promise<void> | undefined;
  #isFailing = false;
  #isClosing = false;
  readonly #closed = new AbortController();

  constructor(options: OtlpOptions, clock = systemClock) {
    this.#options = options;
    this.#clock = clock;
    this.#timer = setInterval(() => this.#flush(), EXPORT_EVERY_MS).unref();
  }

  add(span: FinishedSpan): void {
    if (this.#waiting.length >= MAX_WAITING) {
      countSpans('dropped', 1);
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= MAX_BATCH) this.#flush();
  }

  #flush(): void {
    if (this.#waiting.length === 0) return;
    this.#run ??= this.#exportAll().finally(() => {
      this.#run = undefined;
    });
  }

  async #exportAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      const fault = await this.#export(batch);
      countSpans(fault === undefined ? 'exported' : 'dropped', batch.length);
      // A failure is reported once per outage.
      if (fault !== undefined && !this.#isFailing) this.#options.onFailure(fault);
      this.#isFailing = fault !== undefined;
    }
  }

  /** Returns why the collector did not accept the batch. */
  async #export(batch: readonly FinishedSpan[]): Promise<string | undefined> {
    const body = payloadOf(this.#options.resource, batch);
    let fault: string | undefined;
    for (const delayMs of [0, ...RETRY_DELAYS_MS]) {
      if (delayMs > 0 && this.#isClosing) return fault;
      await sleep(delayMs);
      const status = await post(this.#options, body, this.#closed.signal).catch(reasonOf);
      if (typeof status === 'string') fault = status;
      else if (isSuccess(status)) return undefined;
      else fault = `status ${status}`;
      if (typeof status === 'number' && !isTransient(status)) return fault;
    }
    return fault;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosing = true;
    const { signal } = this.#closed;
    await Promise.race([this.#exportLast(), pause(this.#clock, CLOSE_WITHIN_MS, signal)]);
    this.#closed.abort();
  }

  /** The export in progress may end before the last spans are waiting. */
  async #exportLast(): Promise<void> {
    await this.#run;
    this.#flush();
    await this.#run;
  }
}
