// Collects traces for tests: receives OTLP over HTTP as JSON and stores the spans.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, string | number | boolean> }[];
  status?: { code: number; message: string };
}

interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpSpan['attributes'] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

export interface Collector {
  url: string;
  spans: OtlpSpan[];
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** The next responses have this status. */
  status: number;
  close: () => Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      collector.requests.push({ path: request.url ?? '', headers: request.headers });
      const { resourceSpans } = JSON.parse(text) as OtlpBody;
      if (collector.status === 200)
        for (const { scopeSpans } of resourceSpans)
          collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
      response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    status: 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

export const attributesOf = ({ attributes }: Pick<OtlpSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
