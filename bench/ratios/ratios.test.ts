import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { killRest } from '../../server/test/support/processes.ts';
import { filledDatabase } from '../../server/test/support/filled.ts';
import { compare } from './compare.ts';
import { startBenchInstance } from './bench-instance.ts';
import type { Script } from './pgbench.ts';
import { subjects } from './subjects.ts';

after(killRest);

test('the service and pgbench run the same statements, and no request fails', async () => {
  const records = 500;
  const database = await filledDatabase(records);
  try {
    const instance = await startBenchInstance(database);
    // In two seconds, beside other tests, a subject got no response at all.
    const plan = { records, rounds: 1, seconds: 5, warmUp: 0, connections: [4], seed: 1 };
    const scripts: Script[] = [];
    for (const subject of subjects) scripts.push(await subject.script(instance, records));
    // Runs all at once, which a measurement must not do; this test only checks that it works.
    const compared = await Promise.all(
      subjects.map((subject, n) => compare(instance, subject, scripts[n]!, plan)),
    );
    for (const { subject, failed, service, pgbench } of compared) {
      assert.equal(failed, 0, subject.name);
      for (const { round, usage } of [...service, ...pgbench]) {
        assert.ok(round.done > 0, subject.name);
        assert.ok((usage['generator'] ?? 0) > 0, 'the generator took no time');
      }
      assert.ok((service[0]?.usage['api'] ?? 0) > 0, 'the API took no time');
    }
    await instance.stop();
  } finally {
    await database.drop();
  }
});
