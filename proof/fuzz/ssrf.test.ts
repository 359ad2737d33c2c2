import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startInstance } from '../../server/test/harness.ts';
import { receiverEnv } from '../../server/test/receivers.ts';
import { drawSeed } from '../support/options.ts';
import { randomFrom } from '../support/random.ts';
import { headersTaken } from './webhook-headers.ts';

test('no header that is not the owner’s to set is taken, in whatever spelling', async (t) => {
  const seed = drawSeed();
  const desk = await startInstance({ env: receiverEnv() });
  const { cases, taken } = await headersTaken(desk, randomFrom(seed)).finally(() => desk.stop());
  t.diagnostic(`seed ${seed}, ${cases} cases`);
  assert.ok(cases >= 200);
  assert.deepEqual(taken, []);
});
