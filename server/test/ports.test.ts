// A port is reserved for one test process at a time, also while nobody listens on it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { freePort, reservePort } from './support/ports.ts';

const ports = new URL('support/ports.ts', import.meta.url).href;

/** Starts another process that reserves the port, says whether it got it, and then does `ending`. */
function reserveElsewhere(port: number | string, ending = ''): string {
  const program = `
    import { writeSync } from 'node:fs';
    import { reservePort } from '${ports}';
    writeSync(1, String(reservePort(${port})));
    ${ending}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program]).stdout.toString();
}

/** The number is not a valid port, so that no other test reserves it. */
const unusedNumber = (() => {
  let last = 100_000 * process.pid;
  return () => ++last;
})();

describe('The ports of tests', () => {
  test('a port reserved by this process is refused to another, even if nothing listens on it', async () => {
    assert.equal(reserveElsewhere(await freePort()), 'false');
  });

  test('a port is free again when its process has ended', () => {
    const port = unusedNumber();
    assert.equal(reserveElsewhere(port), 'true');
    assert.equal(reservePort(port), true);
  });

  test('a port of a killed process is free at the second attempt', () => {
    const port = unusedNumber();
    assert.equal(reserveElsewhere(port, `process.kill(process.pid, 'SIGKILL');`), 'true');
    assert.deepEqual([reservePort(port), reservePort(port)], [false, true]);
  });
});
