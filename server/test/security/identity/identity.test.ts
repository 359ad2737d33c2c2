import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { killRest } from '../../support/processes.ts';
import { drawSeed } from '../../support/options.ts';
import { faultLines, figuresLine, type Report } from '../../support/report.ts';
import { proveGuesses } from './guesses.ts';
import { proveMatrix } from './matrix.ts';
import { CHROMIUM, provePages } from './pages.ts';
import { proveRfc9700 } from './rfc9700.ts';
import { proveRotation } from './rotation.ts';
import { proveSwaps } from './swaps.ts';
import { proveTokens } from './tokens.ts';

const assertNoFaults = async (
  t: { diagnostic: (line: string) => void },
  proof: Promise<Report>,
) => {
  const report = await proof;
  t.diagnostic(figuresLine(report));
  assert.deepEqual(report.faults, [], faultLines(report));
};

after(killRest);

test('each role gets at each route what the role table says', (t) =>
  assertNoFaults(t, proveMatrix(9)));

test('no hostile token is accepted', (t) => assertNoFaults(t, proveTokens(31)));

test('the requirements of RFC 9700 are met', (t) => assertNoFaults(t, proveRfc9700(4)));

test('the ids of another show nothing', (t) => assertNoFaults(t, proveSwaps(200, drawSeed())));

test('a key rotates under load and no valid token is rejected', (t) =>
  assertNoFaults(t, proveRotation(1, 200)));

test('guesses are throttled, and the right one works from elsewhere', (t) =>
  assertNoFaults(t, proveGuesses(60)));

test(
  'the hosted pages work by keyboard without scripts; in light and dark the browser reports no CSP violation and axe finds nothing',
  {
    skip: !existsSync(CHROMIUM) && `needs Chromium at ${CHROMIUM}`,
  },
  (t) => assertNoFaults(t, provePages(2)),
);
