// A trace exists if the caller sent `traceparent`, or if spans are exported.
import { newSpanId, newTraceId, type TraceContext } from './trace-context.ts';

/** OTLP defines these numbers. */
export const SPAN_KINDS = { server: 2, client: 3 } as const;

export type Attributes = Record<string, string | number | boolean | undefined>;

export interface FinishedSpan {
  context: TraceContext;
  parentId: string | undefined;
  name: string;
  kind: keyof typeof SPAN_KINDS;
  startedMs: number;
  endedMs: number;
  attributes: Attributes;
  /** States why the span failed; absent if it did not. */
  error?: string | undefined;
}

export interface Exporter {
  add: (span: FinishedSpan) => void;
  close: () => Promise<void>;
}

type SpanEnd = Pick<FinishedSpan, 'name' | 'kind' | 'attributes' | 'error'>;

export interface Span {
  /** The log names it, and so do requests that this span causes. */
  context: TraceContext;
  end: (end: () => SpanEnd) => void;
}

/** Returns milliseconds since 1970; never goes back within a span. */
const preciseNow = (): number => performance.timeOrigin + performance.now();

export class Tracer {
  readonly #exporter: Exporter | undefined;
  readonly #ratio: number;

  constructor(exporter?: Exporter, ratio = 1) {
    this.#exporter = exporter;
    this.#ratio = ratio;
  }

  /** Starts a span below the given one, or a new trace. Returns undefined if there is no trace. */
  start(parent: TraceContext | undefined): Span | undefined {
    const exporter = this.#exporter;
    if (!exporter) return parent && { context: parent, end: () => {} };
    const isSampled = parent ? parent.isSampled : Math.random() < this.#ratio;
    // A span that is not exported passes on its parent, so that the spans around it stay connected.
    if (parent && !isSampled) return { context: parent, end: () => {} };
    const context = { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId(), isSampled };
    const startedMs = preciseNow();
    return {
      context,
      end: (end) => {
        if (!isSampled) return;
        exporter.add({
          context,
          parentId: parent?.spanId,
          startedMs,
          endedMs: preciseNow(),
          ...end(),
        });
      },
    };
  }

  async close(): Promise<void> {
    await this.#exporter?.close();
  }
}
