import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { examine, park } from '../../../../bench/deliveries/parked.ts';
import { type Bench, startBench } from '../../../../bench/deliveries/setup.ts';
import { deliver } from '../../../../bench/deliveries/throughput.ts';
import { assertNoFaults, faultLines, type Report } from '../../support/report.ts';

/** The test measures rows read, not time: the number of rows is the same on any machine. */
describe('Retries that are not due yet', () => {
  const [parked, count] = [1000, 40];
  let bench: Bench;
  before(async () => {
    bench = await startBench(2);
    await park(bench, parked);
  });
  after(() => bench.stop());

  const prove = (first: number): Promise<Report> =>
    examine(bench, parked, async () => {
      await deliver(bench, first, count);
      return count;
    });

  test('retries that are not due stay untouched, and due ones do not read past them', async (t) => {
    assertNoFaults(t, await prove(1));
  });

  test('the test detects a queue without its index and retries that are made too early', async () => {
    await bench.instance.sql('drop index delivery_queue_due');
    await bench.instance.sql(`update delivery_queue set due_at = now()
      where id in (select id from delivery_queue limit 9)`);
    const found = faultLines(await prove(1 + count));
    assert.match(found, /^9 parked deliveries were touched/m);
    assert.match(found, /^\d+ rows were read for each delivery/m);
  });
});
