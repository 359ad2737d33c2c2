// One trace leads from a request over the outbox to the request that a receiver gets, and its spans are exported.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { OtlpExporter } from '../src/platform/tracing/otlp.ts';
import { ManualClock } from './support/clock.ts';
import { attributesOf, type Collector, startCollector } from './support/collector.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { until } from './support/processes.ts';
import { type Receiver, receiverEnv, startReceiver } from './support/receivers.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${SPAN}-01`;

const span = {
  context: { traceId: TRACE, spanId: SPAN, isSampled: true },
  parentId: undefined,
  name: 'x',
  kind: 'server',
  attributes: {},
} as const;

async function subscribe({ call }: Instance, { url }: Receiver): Promise<void> {
  const events = ['incident.updated'];
  const { status } = await call('POST', '/webhooks/outbound', { body: { name: 'x', url, events } });
  assert.equal(status, 201);
}

async function createIncident({ call }: Instance): Promise<string> {
  const { body } = await call('POST', '/incidents', { body: { short_description: 'Traced' } });
  return body.id;
}

const waitForDelivery = async ({ received }: Receiver, count: number) =>
  until('a delivery', () => received.length >= count && received.at(-1));

describe('Traces', () => {
  let collector: Collector;
  let receiver: Receiver;
  before(async () => {
    collector = await startCollector();
    receiver = await startReceiver();
  });
  after(async () => {
    await receiver.close();
    await collector.close();
  });

  test('a trace leads from a PATCH to the request that the receiver gets', async () => {
    const instance = await startInstance({
      worker: true,
      env: {
        ...receiverEnv(),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=s%3Dcret',
      },
    });
    await subscribe(instance, receiver);
    const id = await createIncident(instance);
    const headers = { traceparent: TRACEPARENT };
    const body = { short_description: 'Traced twice' };
    const reply = await instance.call('PATCH', `/incidents/${id}`, { body, headers });
    assert.equal(reply.status, 200);
    const seen = await waitForDelivery(receiver, 1);
    // The spans are exported at the latest when the process stops.
    await instance.stop();

    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const [request, attempt] = spans.toSorted((a, b) => a.kind - b.kind);
    assert.equal(spans.length, 2);
    assert.equal(request?.name, 'PATCH /prod/api/incidents/:id');
    assert.equal(request.parentSpanId, SPAN);
    assert.equal(attributesOf(request)['http.response.status_code'], '200');
    assert.equal(attempt?.name, 'deliver incident.updated');
    assert.equal(attempt.parentSpanId, request.spanId);
    assert.equal(seen.headers['traceparent'], `00-${TRACE}-${attempt.spanId}-01`);
    assert.equal(
      attributesOf(attempt)['signalbox.delivery_id'],
      seen.headers['x-service-delivery'],
    );
    assert.ok(BigInt(attempt.endTimeUnixNano) >= BigInt(request.startTimeUnixNano));
    assert.deepEqual(
      collector.requests.map(({ path, headers: sent }) => [path, sent['api-key']]),
      collector.requests.map(() => ['/v1/traces', 's=cret']),
    );
    // A request without the header begins a trace of its own.
    const created = collector.spans.find(({ name }) => name === 'POST /prod/api/incidents');
    assert.ok(created && created.traceId !== TRACE && !created.parentSpanId);
  });

  test('an instance that exports no traces forwards the trace of a caller and begins none', async () => {
    receiver.received.length = 0;
    const instance = await startInstance({ worker: true, env: receiverEnv() });
    await subscribe(instance, receiver);
    const id = await createIncident(instance);
    const path = `/incidents/${id}`;
    const headers = { traceparent: TRACEPARENT };
    await instance.call('PATCH', path, { body: { short_description: 'One' }, headers });
    assert.equal((await waitForDelivery(receiver, 1)).headers['traceparent'], TRACEPARENT);
    await instance.call('PATCH', path, { body: { short_description: 'Two' } });
    assert.equal((await waitForDelivery(receiver, 2)).headers['traceparent'], undefined);
    await instance.stop();
  });

  test('unsent spans are dropped 2 seconds after the stop if the collector does not respond', async () => {
    let requests = 0;
    const silent = createServer(() => (requests += 1)).listen(0, '127.0.0.1');
    await until('it listens', () => silent.listening);
    const clock = new ManualClock();
    const { port } = silent.address() as AddressInfo;
    const failures: string[] = [];
    const exporter = new OtlpExporter(
      {
        endpoint: `http://127.0.0.1:${port}`,
        headers: {},
        resource: {},
        onFailure: (reason) => failures.push(reason),
      },
      clock,
    );
    for (let n = 0; n < 512; n += 1) exporter.add({ ...span, startedMs: 1, endedMs: 2 });
    await until('an export is in progress', () => requests === 1);
    const closing = exporter.close();
    await until('it waits for it', () => clock.waiting.includes(2000));
    clock.advance(2000);
    await closing;
    await until('the export is aborted', () => failures.length === 1);
    assert.match(failures[0] ?? '', /abort/);
    silent.closeAllConnections();
    silent.close();
  });

  test('spans that the collector refuses are dropped, counted and reported once', async () => {
    const failures: string[] = [];
    collector.status = 400;
    const exporter = new OtlpExporter({
      endpoint: collector.url,
      headers: {},
      resource: {},
      onFailure: (reason) => failures.push(reason),
    });
    for (let n = 0; n < 5000; n += 1) exporter.add({ ...span, startedMs: 1, endedMs: 2 });
    await exporter.close();
    assert.deepEqual(failures, ['status 400']);
    collector.status = 200;
  });
});
